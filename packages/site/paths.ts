/** Paths in a repository: `/` separates segments, there is no `/` at the start, and "" is the root. */

export function folderOf(path: string): string {
  const cut = path.lastIndexOf("/");
  return cut < 0 ? "" : path.slice(0, cut);
}

export function fileName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** Joins a folder and a path, resolving `.` and `..`. Returns null if the path leads above the root. */
export function joinPath(folder: string, path: string): string | null {
  // Nearly every link path is plain except for leading dots, so it need not be split.
  let base = folder;
  let rest = path.startsWith("./") ? path.slice(2) : path;
  while (rest.startsWith("../") && base !== "") {
    base = folderOf(base);
    rest = rest.slice(3);
  }
  if (rest !== "" && rest[0] !== "." && rest[0] !== "/" && !rest.endsWith("/") && !/\/[./]/.test(rest)) {
    return base === "" ? rest : `${base}/${rest}`;
  }
  const segments = folder === "" ? [] : folder.split("/");
  for (const segment of path.split("/")) {
    if (segment === "" || segment === ".") continue;
    if (segment !== "..") segments.push(segment);
    else if (segments.pop() === undefined) return null;
  }
  return segments.join("/");
}

/** The path of `to` relative to `folder`: without `./`, with `..` as needed; "." for the folder itself. */
export function relativePath(folder: string, to: string): string {
  const from = folder === "" ? [] : folder.split("/");
  const target = to === "" ? [] : to.split("/");
  let shared = 0;
  while (shared < from.length && shared < target.length && from[shared] === target[shared]) shared++;
  const steps = [...from.slice(shared).map(() => ".."), ...target.slice(shared)];
  return steps.length === 0 ? "." : steps.join("/");
}

/** Whether the path is below the folder. Every path is below the root. */
export function isBelow(path: string, folder: string): boolean {
  return folder === "" || (path.startsWith(folder) && path[folder.length] === "/");
}

/** The path relative to a folder that contains it. */
export function below(path: string, folder: string): string {
  return folder === "" ? path : path.slice(folder.length + 1);
}

export function inFolder(folder: string, path: string): string {
  return folder === "" ? path : path === "" ? folder : `${folder}/${path}`;
}

/** `.md`, `.mdx`, `.markdown` … in lowercase, or "" if there is none. */
export function suffixOf(path: string): string {
  const name = fileName(path);
  const dot = name.lastIndexOf(".");
  return dot <= 0 ? "" : name.slice(dot).toLowerCase();
}

export function withoutSuffix(path: string): string {
  const suffix = suffixOf(path);
  return suffix === "" ? path : path.slice(0, path.length - suffix.length);
}

export function depthOf(path: string): number {
  let depth = 0;
  for (const char of path) if (char === "/") depth++;
  return depth;
}
