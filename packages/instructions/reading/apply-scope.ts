import type { Instruction, InstructionScope } from "../instruction.ts";

/** Limits the instruction to a scope. Returns null if the instruction already has a scope or cannot have one. */
export function applyScope(instruction: Instruction, scope: InstructionScope): Instruction | null {
  switch (instruction.kind) {
    case "movePage":
    case "deletePage":
    case "addRedirect":
    case "appendToPage":
    case "renameGroup":
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
        ? {
            ...instruction,
            scope: scope.kind === "site" ? instruction.scope : withExcept(scope, instruction.scope),
            maybePage: false,
          }
        : null;
    }
    default:
      if (scope.kind === "site") return instruction;
      return instruction.scope.kind === "site"
        ? { ...instruction, scope: withExcept(scope, instruction.scope) }
        : null;
  }
}

function withExcept(scope: InstructionScope, { except }: InstructionScope): InstructionScope {
  return except === undefined ? scope : { ...scope, except };
}

/** Includes another page or folder. Returns null if the instruction is not limited to one, or has exceptions. */
export function applyAddition(instruction: Instruction, added: InstructionScope): Instruction | null {
  if (added.kind === "site" || !("scope" in instruction)) return null;
  const { scope } = instruction;
  if (scope.kind === "site" || scope.except !== undefined) return null;
  return {
    ...instruction,
    scope: { ...scope, also: [...(scope.also ?? []), { kind: added.kind, name: added.name }] },
  };
}

/** Leaves out a page or folder. Returns null if the instruction has no scope. */
export function applyException(instruction: Instruction, scope: InstructionScope): Instruction | null {
  if (scope.kind === "site" || !("scope" in instruction)) return null;
  const except = [...(instruction.scope.except ?? []), { kind: scope.kind, name: scope.name }];
  const narrowed = { ...instruction, scope: { ...instruction.scope, except } };
  return narrowed.kind === "replaceTerm" ? { ...narrowed, maybePage: false } : narrowed;
}
