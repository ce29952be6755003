import { join } from "node:path";
import { type Manifest, readManifest } from "../derived/manifest.ts";
import { openSegments, type Segments } from "../derived/segments.ts";
import { openVisitorDictionary, type VisitorDictionary } from "../derived/visitor-dictionary.ts";
import { type CountIndex, openCountIndex } from "./count-index.ts";

/** What is derived of a project's events, opened by one manifest. */
export interface DerivedFiles {
  readonly manifest: Manifest;
  readonly segments: Segments;
  /** Null while no visitor has a number. */
  readonly visitors: VisitorDictionary | null;
  /** Null while there is none that covers all segments. */
  readonly index: CountIndex | null;
  close(): void;
}

/** Throws `Damaged` where a file is missing or changed. */
export function openDerivedFiles(folder: string): DerivedFiles {
  const manifest = readManifest(folder);
  const opened: { close(): void }[] = [];
  const close = () => {
    for (const file of opened) file.close();
  };
  const open = <File extends { close(): void }>(file: File): File => {
    opened.push(file);
    return file;
  };
  try {
    const segments = open(openSegments(folder, manifest.segments));
    const { visitors, index } = manifest;
    const isWhole = index !== null && index.through >= Math.max(-1, ...segments.days);
    return {
      manifest,
      segments,
      visitors: visitors === null ? null : open(openVisitorDictionary(join(folder, visitors))),
      index: isWhole ? open(openCountIndex(folder, index)) : null,
      close,
    };
  } catch (error) {
    close();
    throw error;
  }
}
