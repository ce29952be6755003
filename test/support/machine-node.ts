import { existsSync, realpathSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";

/** The machine's own Node, which starts Docwright in a fresh clone; not the one in node_modules. */
export function findMachineNode(): string {
  const fromNpm = process.env.npm_node_execpath;
  if (fromNpm !== undefined && !isInPackages(fromNpm)) return fromNpm;
  const folder = ownPath().find((entry) => existsSync(join(entry, "node")));
  if (folder === undefined) throw new Error("There is no Node on the PATH beside the project's own.");
  return join(folder, "node");
}

/** npm's registry settings. `npm run` also passes on the settings in the project's .npmrc, but no others. */
const registrySetting =
  /^npm_config_(?:registry|cache|userconfig|globalconfig|ca|cafile|cert|key|strict_ssl|proxy|https_proxy|noproxy)$/iu;

/**
 * The environment of a shell outside npm: the machine's Node comes first, and no variables of `npm run` and vitest
 * remain. Packages still come from the same registry, with the same certificate authorities and cache.
 */
export function machineEnvironment(): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).flatMap(([name, value]) => {
    // Names are changed to lower case, so that a test can override a setting by its lowercase name.
    if (registrySetting.test(name)) return [[name.toLowerCase(), value]];
    if (name === "NODE_EXTRA_CA_CERTS" || name === "NODE_COMPILE_CACHE") return [[name, value]];
    return /^(?:npm_|NODE|VITEST|INIT_CWD)/u.test(name) ? [] : [[name, value]];
  });
  return {
    ...Object.fromEntries(inherited),
    PATH: [dirname(findMachineNode()), ...ownPath()].join(delimiter),
    NODE_ENV: "production",
  };
}

function ownPath(): string[] {
  return (process.env.PATH ?? "").split(delimiter).filter((entry) => entry !== "" && !isInPackages(entry));
}

function isInPackages(path: string): boolean {
  return (
    /[\\/]node_modules[\\/]/u.test(existsSync(path) ? realpathSync(path) : path) || /node_modules/u.test(path)
  );
}
