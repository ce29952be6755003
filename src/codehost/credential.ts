import { z } from "zod";
import { HostError, type RemoteKind, remoteKinds } from "./code-host.ts";

const kind = z.enum(remoteKinds).nullable().default(null);
const oneLine = z.string().regex(/^[\x21-\x7e]+$/u);

/** As it is kept, encrypted: what lets the service in, and what kind of host it is where its name does not tell. */
const hostCredential = z.discriminatedUnion("type", [
  z.object({
    type: z.literal("token"),
    kind,
    token: oneLine,
    /** Of whom the token is, where the host asks for that too (Bitbucket's API tokens); null for most. */
    username: oneLine.nullable().default(null),
    /** Below which path of its address the server lies, such as `/gitlab`; null where it tells itself. */
    path: z
      .string()
      .regex(/^(?:\/[\w.~-]+)+$/u)
      .nullable()
      .default(null),
  }),
  z.object({
    type: z.literal("app"),
    kind: z.literal("github").default("github"),
    appId: z.number().int().positive(),
    installationId: z.number().int().positive(),
    /** PEM. */
    privateKey: z.string().startsWith("-----BEGIN "),
  }),
]);

export type HostCredential = z.output<typeof hostCredential>;
export type TokenCredential = Extract<HostCredential, { type: "token" }>;
export type AppCredential = Extract<HostCredential, { type: "app" }>;

const packedMark = "json:";

/**
 * Reads what was stored, or what a person gave: a bare token, JSON as above, or what `packHostCredential` made. Nothing
 * of it is in the error. `named` is the host's kind where a person said so.
 */
export function parseHostCredential(text: string, named?: RemoteKind): HostCredential {
  const trimmed = text.trim();
  const parsed = hostCredential.safeParse(readText(trimmed));
  if (!parsed.success)
    throw new HostError(
      "refused",
      "The credential is neither a token nor the JSON of a token or an App. docs/code-hosts.md shows both.",
    );
  const { data } = parsed;
  return data.type === "token" && named !== undefined ? { ...data, kind: named } : data;
}

function readText(text: string): unknown {
  if (text.startsWith("{")) return parseJson(text);
  if (text.startsWith(packedMark))
    return parseJson(Buffer.from(text.slice(packedMark.length), "base64url").toString("utf8"));
  return { type: "token", token: text };
}

/** In one line without blanks, as credentials are kept. */
export function packHostCredential(credential: HostCredential): string {
  return packedMark + Buffer.from(JSON.stringify(credential)).toString("base64url");
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    // No cause: a parser's message quotes the text, which is secret.
    return null;
  }
}
