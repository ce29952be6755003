import { constants } from "node:fs";
import { mkdtemp, open, rm, symlink } from "node:fs/promises";
import { basename, dirname, join } from "node:path";

/** A Unix socket's address has room for 104 bytes on macOS and 108 on Linux, with a zero at the end. */
const bytesMax = 103;

/** A path that leads to a socket until it is disposed of, and is short enough to listen on and to connect to. */
export interface SocketPath extends AsyncDisposable {
  readonly path: string;
}

/** `socket` itself, or if it is too long a detour to it. The folder of the socket must exist. */
export async function openSocketPath(socket: string): Promise<SocketPath> {
  if (Buffer.byteLength(socket) <= bytesMax) return { path: socket, [Symbol.asyncDispose]: async () => {} };
  return process.platform === "linux" ? throughDescriptor(socket) : throughLink(socket);
}

/** Linux: the open folder has a short name that only this process can use, and that leaves nothing behind. */
export async function throughDescriptor(socket: string): Promise<SocketPath> {
  const folder = await open(dirname(socket), constants.O_RDONLY | constants.O_DIRECTORY);
  return {
    path: `/proc/self/fd/${folder.fd}/${basename(socket)}`,
    [Symbol.asyncDispose]: () => folder.close(),
  };
}

/**
 * Elsewhere: a link to the folder, in a folder that only this user may change. It is not in `os.tmpdir()`, whose path
 * may itself be too long.
 */
export async function throughLink(socket: string): Promise<SocketPath> {
  const folder = await mkdtemp("/tmp/docwright-");
  const remove = () => rm(folder, { recursive: true, force: true });
  try {
    await symlink(dirname(socket), join(folder, "to"));
  } catch (error) {
    await remove();
    throw error;
  }
  return { path: join(folder, "to", basename(socket)), [Symbol.asyncDispose]: remove };
}
