/**
 * Returns texts that a regular expression matches, one for each of its alternatives, to test rules with a list that has
 * patterns but no user agents. Regular expression constructs that don't occur in lists of bots are copied as text.
 * Results that the expression doesn't match are left out.
 */
export function examplesOf(pattern: string): readonly string[] {
  const expression = new RegExp(pattern, "i");
  return new Reader(pattern)
    .readAlternatives()
    .map((text) => text.trim())
    .filter((text) => text !== "" && expression.test(text));
}

const examplesMax = 40;
const escapes: Readonly<Record<string, string>> = { d: "1", w: "a", s: " ", b: "", D: "x", S: "x", W: " " };

class Reader {
  private at = 0;
  private readonly pattern: string;
  constructor(pattern: string) {
    this.pattern = pattern;
  }

  readAlternatives(): string[] {
    const done: string[] = [];
    let current = [""];
    while (this.at < this.pattern.length && this.pattern[this.at] !== ")") {
      if (this.take("|")) {
        done.push(...current);
        current = [""];
      } else {
        const next = this.readRepeated();
        current = current.flatMap((before) => next.map((after) => before + after)).slice(0, examplesMax);
      }
    }
    return [...done, ...current];
  }

  private readRepeated(): string[] {
    const once = this.readAtom();
    const repeat = /^(?:[?*+]|\{(\d+)(?:,\d*)?\})\??/u.exec(this.pattern.slice(this.at));
    if (repeat === null) return once;
    this.at += repeat[0].length;
    if (repeat[0].startsWith("*") || repeat[0].startsWith("?")) return once[0]?.length === 1 ? once : [""];
    return once.map((text) => text.repeat(Math.max(1, Number(repeat[1] ?? 1))));
  }

  private readAtom(): string[] {
    if (this.take("(")) {
      const look = /^\?<?[=!]/u.exec(this.pattern.slice(this.at))?.[0];
      this.at += look?.length ?? (this.pattern.startsWith("?:", this.at) ? 2 : 0);
      const inner = this.readAlternatives();
      this.take(")");
      return look === undefined ? inner : [""];
    }
    const group = /^\[\^?\]?(?:\\.|[^\]\\])*\]/u.exec(this.pattern.slice(this.at))?.[0];
    if (group !== undefined) {
      this.at += group.length;
      return [group.startsWith("[^") ? "x" : textOf(group.slice(1, -1))];
    }
    const one = /^\\?./u.exec(this.pattern.slice(this.at))?.[0] ?? "";
    this.at += one.length;
    if (one === "^" || one === "$") return [""];
    return [one === "." ? "x" : textOf(one)];
  }

  private take(char: string): boolean {
    if (this.pattern[this.at] !== char) return false;
    this.at++;
    return true;
  }
}

/** Returns the first character that a class or an escape matches. */
function textOf(group: string): string {
  const char = group[0] === "\\" ? (group[1] ?? "") : (group[0] ?? "");
  return group[0] === "\\" ? (escapes[char] ?? char) : char;
}
