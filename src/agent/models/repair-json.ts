/**
 * Repairs a tool call's input that is almost JSON, or returns null if that would require guessing. It repairs only the
 * notation: a code fence, line breaks within strings, trailing commas or a second copy. Input that was cut off stays
 * unreadable, because half of an edit must not be carried out.
 */
export function repairJson(text: string): string | null {
  const bare = withoutFence(text.trim());
  if (bare === "") return "{}";
  for (const candidate of [bare, withoutTrailingCommas(escapeBreaks(bare)), firstObject(bare)]) {
    const value = candidate === null ? undefined : parsed(candidate);
    // Some models send an object as a JSON string.
    if (typeof value === "string" && value.trim().startsWith("{")) {
      const inner = parsed(value);
      if (isObject(inner)) return JSON.stringify(inner);
    }
    if (isObject(value)) return JSON.stringify(value);
  }
  return null;
}

function withoutFence(text: string): string {
  const fence = /^```(?:json)?[ \t]*\r?\n([\s\S]*?)\r?\n?```$/u.exec(text);
  return fence?.[1]?.trim() ?? text;
}

/** Escapes raw control characters within strings. */
function escapeBreaks(text: string): string {
  let escaped = "";
  let inString = false;
  for (let at = 0; at < text.length; at++) {
    const char = text.charAt(at);
    if (inString && char === "\\") {
      escaped += char + text.charAt(++at);
      continue;
    }
    if (char === '"') inString = !inString;
    escaped += inString && char < " " ? JSON.stringify(char).slice(1, -1) : char;
  }
  return escaped;
}

function withoutTrailingCommas(text: string): string {
  let kept = "";
  let inString = false;
  for (let at = 0; at < text.length; at++) {
    const char = text.charAt(at);
    if (inString && char === "\\") {
      kept += char + text.charAt(++at);
      continue;
    }
    if (char === '"') inString = !inString;
    if (!inString && char === "," && /^[ \t\r\n]{0,200}[}\]]/u.test(text.slice(at + 1, at + 202))) continue;
    kept += char;
  }
  return kept;
}

/** Returns the first of two identical objects in a row, as a stuttering stream sends them. */
function firstObject(text: string): string | null {
  const half = text.length / 2;
  if (Number.isInteger(half) && text.slice(0, half) === text.slice(half)) return text.slice(0, half);
  return null;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // This is not JSON, but the next candidate may be.
    return undefined;
  }
}

function isObject(value: unknown): boolean {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
