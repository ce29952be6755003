import { join } from "node:path";
import { type Manifest, readManifest } from "../derived/manifest.ts";
import { openSegments, type Segments } from "../derived/segments.ts";
import { openVisitorDictionary, type VisitorDictionary } from "../derived/visitor-dictionary.ts";

/** What is derived of a project's events, opened by one manifest. */
export interface DerivedFiles {
  readonly manifest: Manifest;
  readonly segments: Segments;
  /** Null while no visitor has a number. */
  readonly visitors: VisitorDictionary | null;
  close(): void;
}

/** Throws `Damaged` where a file is missing or changed. */
export function openDerivedFiles(folder: string): DerivedFiles {
  const manifest = readManifest(folder);
  const segments = openSegments(folder, manifest.segments);
  try {
    const visitors =
      manifest.visitors === null ? null : openVisitorDictionary(join(folder, manifest.visitors));
    return {
      manifest,
      segments,
      visitors,
      close() {
        segments.close();
        visitors?.close();
      },
    };
  } catch (error) {
    segments.close();
    throw error;
  }
}
