import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { agents } from "../agents/index.ts";
import { type IpList, type IpListId, ipListUrls, parseIpList } from "../ip-lists/ip-list.ts";
import { shippedIpLists } from "../ip-lists/shipped.ts";
import { type KeyDirectory, parseKeyDirectory } from "../signatures/key-directory.ts";
import { shippedKeys } from "../signatures/shipped.ts";

/** The lists and keys that operators publish so that their agents can be verified. */
export interface Published {
  readonly ipLists: Readonly<Partial<Record<IpListId, IpList>>>;
  /** Signers' keys, indexed by the signer's host. */
  readonly keys: Readonly<Record<string, KeyDirectory>>;
}

export const shippedPublished: Published = { ipLists: shippedIpLists, keys: shippedKeys };

/** An address list or a signer's keys, and the URL where its operator publishes it. */
export type PublishedName =
  | { readonly name: IpListId; readonly kind: "addresses"; readonly url: string }
  | { readonly name: string; readonly kind: "keys"; readonly url: string };

/** All lists and signers in the table of agents. A signer's name is its host. */
export function listNames(): readonly PublishedName[] {
  const lists = Object.entries(ipListUrls).map(([name, url]) => ({
    name: name as IpListId,
    kind: "addresses" as const,
    url,
  }));
  const signers = new Set(agents.flatMap(({ signer }) => signer ?? []));
  return [
    ...lists,
    ...[...signers].map((name) => ({
      name,
      kind: "keys" as const,
      url: `https://${name}/.well-known/http-message-signatures-directory`,
    })),
  ];
}

/** Parses a list or keys in the operator's format or in ours. Throws an error with a human-readable message. */
export function parsePublished(
  { kind }: Pick<PublishedName, "kind">,
  text: string,
  readOn: string,
): IpList | KeyDirectory {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new Error("It is not valid JSON.", { cause });
  }
  return kind === "addresses" ? parseIpList(value, { readOn }) : parseKeyDirectory(value, { readOn });
}

/**
 * Reads the shipped lists and keys. Refreshed versions in the folder replace the shipped ones unless they are older,
 * since an update of the service may ship newer lists. Unreadable files are reported in `problems`, and the shipped
 * lists are used instead.
 */
export function readPublished(folder: string): { published: Published; problems: readonly string[] } {
  const ipLists: Partial<Record<IpListId, IpList>> = { ...shippedPublished.ipLists };
  const keys: Record<string, KeyDirectory> = { ...shippedPublished.keys };
  const problems: string[] = [];
  const present = new Set(readFolder(folder));
  for (const entry of listNames()) {
    const file = `${entry.name}.json`;
    if (!present.has(file)) continue;
    try {
      const read = parsePublished(entry, readFileSync(join(folder, file), "utf8"), "1970-01-01");
      if ("ranges" in read) {
        const name = entry.name as IpListId;
        if (read.date >= (ipLists[name]?.date ?? "")) ipLists[name] = read;
      } else if (read.date >= (keys[entry.name]?.date ?? "")) keys[entry.name] = read;
    } catch (error) {
      problems.push(`${file}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  return { published: { ipLists, keys }, problems };
}

function readFolder(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw error;
  }
}

/** Stores a list or keys atomically. */
export function writePublished(folder: string, name: string, read: IpList | KeyDirectory): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, `${name}.json`);
  writeFileSync(`${file}.new`, `${JSON.stringify(read, null, 2)}\n`, { mode: 0o600 });
  renameSync(`${file}.new`, file);
}
