/** A file or folder on disk cannot be read or written. `message` tells the person why, and what to do. */
export class FolderError extends Error {
  override readonly name = "FolderError";
}
