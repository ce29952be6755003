import type { Instruction, InstructionScope } from "../instruction.ts";

/** Limits the instruction to a scope. Returns null if it already has one or cannot have one. */
export function applyScope(instruction: Instruction, scope: InstructionScope): Instruction | null {
  switch (instruction.kind) {
    case "movePage":
    case "deletePage":
      return scope.kind === "site" ? instruction : null;
    case "addPage": {
      if (scope.kind === "site") return instruction;
      const free = instruction.folder === null && instruction.path === null;
      return (scope.kind === "folder" || scope.kind === "place") && free
        ? { ...instruction, folder: scope.name }
        : null;
    }
    case "insertUnderHeading": {
      const named = (scope.kind === "page" || scope.kind === "place") && instruction.page === null;
      return named ? { ...instruction, page: scope.name } : null;
    }
    case "replaceTerm": {
      // With a scope, the term cannot be a file name.
      const free = scope.kind === "site" || instruction.scope.kind === "site";
      return free
        ? { ...instruction, scope: scope.kind === "site" ? instruction.scope : scope, maybePage: false }
        : null;
    }
    default:
      if (scope.kind === "site") return instruction;
      return instruction.scope.kind === "site" ? { ...instruction, scope } : null;
  }
}
