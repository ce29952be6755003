const families = [
  "js javascript mjs cjs node",
  "ts typescript",
  "sh bash shell zsh console terminal shellscript",
  "yml yaml",
  "py python python3",
  "md markdown mdx",
  "rb ruby",
  "rs rust",
  "cs csharp c#",
  "kt kotlin",
  "txt text plain plaintext",
  "json json5 jsonc",
  "docker dockerfile",
  "ps1 powershell pwsh",
].map((names) => names.split(" "));

/** Whether both names mean the same language, such as “js” and “javascript”, so that only the label changes. */
export function haveSameSyntax(a: string, b: string): boolean {
  return familyOf(a) === familyOf(b);
}

function familyOf(language: string): number | string {
  const at = families.findIndex((names) => names.includes(language.toLowerCase()));
  return at === -1 ? language.toLowerCase() : at;
}
