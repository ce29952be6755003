/** The location in which Docwright is installed, and the environment of its processes. */
export interface Surrounding {
  readonly name: string;
  /** The name of the folder with the data, and with the clone if the row has its own clone. */
  readonly folder?: string;
  /** The length of the whole path of that folder, wherever the temporary folder is. Its names have up to 200 bytes. */
  readonly pathBytes?: number;
  /** Whether to clone and install in these surroundings. All other rows share one clone. */
  readonly ownClone?: true;
  /** Shell commands that run before each process starts, such as `umask`. */
  readonly shell?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Git's global configuration, in which `{hooks}` stands for a folder. */
  readonly gitConfig?: string;
  /** The major version of the Node on the PATH. Default: the machine's. */
  readonly node?: number;
}

/** A URL on which nothing listens. */
const nowhere = "http://127.0.0.1:9";

/** One test per row. */
export const surroundings: readonly Surrounding[] = [
  { name: "a folder with spaces", folder: "my own docs", ownClone: true },
  { name: "a folder with non-ASCII letters", folder: "Döküman – 文書 – документы", ownClone: true },
  { name: "a folder whose path has 380 bytes", pathBytes: 380, ownClone: true },
  { name: "a umask of 077", shell: "umask 077", ownClone: true },
  {
    name: "a git configuration that signs commits, sets hooks, converts line endings and allows no protocol",
    ownClone: true,
    gitConfig: `
[user]
  name = Somebody
  email = somebody@example.com
  signingKey = ABCDEF
[commit]
  gpgSign = true
[tag]
  gpgSign = true
[push]
  gpgSign = true
[gpg]
  program = false
[core]
  hooksPath = {hooks}
  autocrlf = true
[protocol]
  allow = never
`,
  },
  {
    name: "a Turkish locale and another time zone",
    env: { LANG: "tr_TR.UTF-8", LC_ALL: "tr_TR.UTF-8", LANGUAGE: "tr", TZ: "Pacific/Chatham" },
  },
  { name: "Node 20", node: 20 },
  { name: "Node 22", node: 22 },
  { name: "Node 24", node: 24 },
  { name: "at most 256 open files", shell: "ulimit -n 256" },
  {
    name: "dead proxies",
    env: {
      ...{ http_proxy: nowhere, https_proxy: nowhere, all_proxy: nowhere, no_proxy: "" },
      ...{ HTTP_PROXY: nowhere, HTTPS_PROXY: nowhere, ALL_PROXY: nowhere, NO_PROXY: "" },
    },
  },
];
