/** What there is around Docwright: where it lies, and what its processes find. */
export interface Surrounding {
  readonly name: string;
  /** The name of the folder that the data lies in. */
  readonly folder?: string;
  /**
   * It gets a clone of its own, in that folder, which is made and installed in these surroundings. Others share one.
   */
  readonly ownClone?: true;
  /** What a shell does before it becomes each process: a umask, a limit. */
  readonly shell?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Git's global configuration. */
  readonly gitConfig?: string;
  /** The major version of the Node on the PATH, where it is not the machine's. */
  readonly node?: number;
}

/** A port that nothing listens on. */
const nowhere = "http://127.0.0.1:9";

/** Every row is a test: to add a surrounding, add a row. */
export const surroundings: readonly Surrounding[] = [
  { name: "a folder with spaces", folder: "my own docs", ownClone: true },
  { name: "a folder with other letters", folder: "Döküman – 文書 – документы", ownClone: true },
  { name: "a folder of 200 bytes", folder: "long-name-".repeat(20), ownClone: true },
  { name: "umask 077", shell: "umask 077", ownClone: true },
  {
    name: "a git configuration that signs, has hooks, converts line ends and allows no protocol",
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
    name: "proxies that are dead",
    env: Object.fromEntries(
      ["http_proxy", "https_proxy", "all_proxy"].flatMap((name) => [
        [name, nowhere],
        [name.toUpperCase(), nowhere],
      ]),
    ),
  },
];
