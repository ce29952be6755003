export type {
  AddPage,
  AddRedirect,
  AppendToPage,
  BumpVersion,
  DeletePage,
  FixLinks,
  FrontmatterValue,
  InsertUnderHeading,
  Instruction,
  InstructionScope,
  MovePage,
  NamedScope,
  Place,
  RenameGroup,
  ReplaceLinkTarget,
  ReplaceTerm,
  SetFrontmatter,
} from "./instruction.ts";
export { limits } from "./limits.ts";
export { type Part, parseInstructions } from "./parse-instructions.ts";
