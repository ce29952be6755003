import { execFileSync } from "node:child_process";

const variable = /^(?:(?:https?|all|no)_proxy|NODE_EXTRA_CA_CERTS|SSL_CERT_FILE|SSL_CERT_DIR)$/iu;
const settings = ["registry", "cafile", "proxy", "https-proxy", "noproxy"];

/** Variables with this machine's proxies and certificates, and npm's settings for reaching the registry. */
export function networkEnvironment(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const npm = JSON.parse(
    execFileSync("npm", ["config", "list", "--json"], { env, encoding: "utf8" }),
  ) as Record<string, unknown>;
  return Object.fromEntries([
    ...Object.entries(env).filter(([name]) => variable.test(name)),
    ...settings.flatMap((name) => {
      const value = npm[name];
      const text = Array.isArray(value) ? value.join(",") : value;
      return typeof text === "string" && text !== "" ? [[`npm_config_${name.replace("-", "_")}`, text]] : [];
    }),
  ]) as NodeJS.ProcessEnv;
}
