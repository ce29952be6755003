import { constants } from "node:fs";
import { mkdtemp, open, rm, symlink } from "node:fs/promises";
import { basename, dirname, join } from "node:path";

/** A Unix socket's address can be up to 104 bytes long on macOS and 108 on Linux, including the terminating zero. */
const bytesMax = 103;

/** A path to a socket, short enough to listen on and connect to. It is valid until disposed. */
export interface SocketPath extends AsyncDisposable {
  readonly path: string;
}

/** Returns `socket` itself or, if it is too long, a shorter path to the same socket. The socket's folder must exist. */
export async function openSocketPath(socket: string): Promise<SocketPath> {
  if (Buffer.byteLength(socket) <= bytesMax) return { path: socket, [Symbol.asyncDispose]: async () => {} };
  return process.platform === "linux" ? throughDescriptor(socket) : throughLink(socket);
}

/** On Linux, the open folder has a short name that only this process can use and that leaves nothing behind. */
export async function throughDescriptor(socket: string): Promise<SocketPath> {
  const folder = await open(dirname(socket), constants.O_RDONLY | constants.O_DIRECTORY);
  return {
    path: `/proc/self/fd/${folder.fd}/${basename(socket)}`,
    [Symbol.asyncDispose]: () => folder.close(),
  };
}

/**
 * On other systems, creates a link to the folder, in a folder that only this user can change. It isn't in
 * `os.tmpdir()`, because that path may be too long.
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
