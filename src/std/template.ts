/**
 * Templates contain only `{{name}}`, without conditions, loops or calls. Values are inserted unchanged and aren't
 * searched for names; callers must make them safe for their context.
 */
const variable = /\{\{\s*([A-Za-z]{1,40})\s*\}\}/gu;

/** A name without a value is left unchanged, because `templateProblem` has already rejected it. */
export function fillTemplate(template: string, values: Readonly<Record<string, string>>): string {
  return template.replace(variable, (whole, name: string) =>
    Object.hasOwn(values, name) ? (values[name] ?? "") : whole,
  );
}

/** Describes the problem with a template that has an unknown name or stray braces, or returns null. */
export function templateProblem(template: string, names: readonly string[]): string | null {
  const known = names.map((name) => `{{${name}}}`).join(", ");
  for (const [, name = ""] of template.matchAll(variable))
    if (!names.includes(name)) return `has an unknown name {{${name}}}; use ${known}`;
  const rest = template.replace(variable, "");
  return rest.includes("{{") || rest.includes("}}") ? `has braces without a name; use ${known}` : null;
}
