import type { MdxVerdict } from "../checks/check.ts";
import type { ParseAs } from "../markdown/parse-page.ts";
import type { PackedPages } from "./pack.ts";

/** A request to a parser process. `dialect` is a dialect's name. */
export type ChildRequest =
  | { readonly kind: "parse"; readonly pages: readonly ParseRequest[]; readonly dialect: string }
  | { readonly kind: "judge"; readonly text: string; readonly dialect: string };

export interface ParseRequest {
  readonly text: string;
  readonly parseAs: ParseAs;
}

export type ChildAnswer =
  /** Sent once, before everything else. */
  | { readonly kind: "ready" }
  | { readonly kind: "parsed"; readonly pages: PackedPages }
  | { readonly kind: "judged"; readonly verdict: MdxVerdict };
