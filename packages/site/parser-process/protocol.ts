import type { ActivePart } from "../active/active-part.ts";
import type { MdxVerdict } from "../checks/check.ts";
import type { ParsedCode } from "../code/module.ts";
import type { ParseAs } from "../markdown/parse-page.ts";
import type { PackedPages } from "./pack.ts";

/** A request to a parser process. `dialect` is a dialect's name. */
export type ChildRequest =
  | { readonly kind: "parse"; readonly pages: readonly ParseRequest[]; readonly dialect: string }
  | { readonly kind: "judge"; readonly text: string; readonly dialect: string }
  | { readonly kind: "read-code"; readonly text: string; readonly path: string }
  | ActiveRequest;

/** Requests a page's active parts. */
export interface ActiveRequest extends ParseRequest {
  readonly kind: "read-active";
  readonly path: string;
  readonly dialect: string;
}

export interface ParseRequest {
  readonly text: string;
  readonly parseAs: ParseAs;
}

export type ChildAnswer =
  /** Sent once, before all other messages. */
  | { readonly kind: "ready" }
  | { readonly kind: "parsed"; readonly pages: PackedPages }
  | { readonly kind: "judged"; readonly verdict: MdxVerdict }
  | { readonly kind: "active"; readonly parts: readonly ActivePart[] }
  | { readonly kind: "read-code"; readonly code: ParsedCode | null };
