export type {
  AddPage,
  AddRedirect,
  AppendToPage,
  BumpVersion,
  DeletePage,
  EditNavigation,
  FixLinks,
  FrontmatterValue,
  InsertUnderHeading,
  Instruction,
  InstructionScope,
  MovePage,
  NamedScope,
  Place,
  RemoveFrontmatter,
  RenameGroup,
  RenameHeading,
  ReplaceLinkTarget,
  ReplaceTerm,
  SetFrontmatter,
} from "./instruction.ts";
export { limits } from "./limits.ts";
export { type Part, parseInstructions } from "./parse-instructions.ts";
