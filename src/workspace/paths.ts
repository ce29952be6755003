import { limits } from "../limits.ts";

/** A path that a tree may not get. `message` is a sentence that says why, for whoever named the path. */
export class PathError extends Error {
  override readonly name = "PathError";
}

/**
 * A path for a file of a tree, as it stands, or a `PathError`. Stricter than git: what one of the systems that a
 * repository is checked out on cannot hold, or reads as something else, is not created.
 */
export function parseTreePath(text: string): string {
  const shown = show(text);
  if (text === "") throw new PathError("The path is empty. Name a file, such as docs/install.md.");
  if (!text.isWellFormed()) throw new PathError(`The path ${shown} is not valid Unicode.`);
  if (Buffer.byteLength(text) > limits.workspace.pathBytesMax)
    throw new PathError(`The path ${shown} is longer than ${limits.workspace.pathBytesMax} bytes.`);
  if (/\p{Cc}/u.test(text)) throw new PathError(`The path ${shown} holds a control character.`);
  if (text.includes("\\"))
    throw new PathError(`The path ${shown} holds a backslash. Separate folders with "/".`);
  if (text.startsWith("/") || /^[a-z]:/iu.test(text))
    throw new PathError(
      `The path ${shown} is absolute. Name it from the top of the repository, without "/" in front.`,
    );
  const segments = text.split("/");
  if (segments.length > limits.workspace.pathDepthMax)
    throw new PathError(`The path ${shown} is more than ${limits.workspace.pathDepthMax} folders deep.`);
  for (const segment of segments) checkSegment(segment, shown);
  return text;
}

function checkSegment(segment: string, shown: string): void {
  if (segment === "")
    throw new PathError(`The path ${shown} has an empty part: no "//", and no "/" at the end.`);
  if (segment === "." || segment === "..")
    throw new PathError(`The path ${shown} holds "${segment}". Name it from the top of the repository.`);
  if (isDangerousName(segment)) throw new PathError(`The path ${shown} names git's own folder.`);
  if (/[ .]$/u.test(segment))
    throw new PathError(`The path ${shown} has a part that ends with a space or a dot.`);
  if (/[<>:"|?*]/u.test(segment))
    throw new PathError(`The path ${shown} holds one of < > : " | ? *, which Windows cannot store.`);
  if (isReservedOnWindows(segment))
    throw new PathError(
      `The path ${shown} has a part that Windows reserves: ${segment}. Choose another name.`,
    );
}

/**
 * Names in a tree that are never opened, wherever they come from: `.`, `..`, one with a "/" in it, and what some file
 * system takes for `.git`. NTFS leaves off trailing dots, spaces and what follows a colon, and knows `.git` as `git~1`; HFS+ leaves
 * off invisible characters.
 */
export function isDangerousName(name: string): boolean {
  if (name === "" || name === "." || name === ".." || name.includes("/")) return true;
  // Nothing else begins like these: most names need no closer look.
  const first = name.charCodeAt(0);
  const plain = first !== 0x2e && first !== 0x67 && first !== 0x47 && first < 0x80;
  if (plain) return false;
  const bare = name.replace(/[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/gu, "").toLowerCase();
  return /^(?:\.git|git~\d+)(?:[. ]*$|:|[. ]+:)/u.test(bare) || /^(?:\.git|git~\d+)[\\]/u.test(bare);
}

const reserved =
  /^(?:con|prn|aux|nul|com[0-9\u00b9\u00b2\u00b3]|lpt[0-9\u00b9\u00b2\u00b3]|conin\$|conout\$)$/iu;

function isReservedOnWindows(segment: string): boolean {
  const dot = segment.indexOf(".");
  return reserved.test((dot < 0 ? segment : segment.slice(0, dot)).trimEnd());
}

/** In quotes, without what would hide or break the sentence around it. */
function show(text: string): string {
  const cut = text.length > 200 ? `${text.slice(0, 200)}…` : text;
  return JSON.stringify(
    cut.toWellFormed().replace(/[\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/gu, "\ufffd"),
  );
}
