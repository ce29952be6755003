/**
 * The command that allows these files in addition to the files that the project already allows. Null if `paths` is
 * empty.
 */
export function allowCommand(paths: readonly string[], allowed: readonly string[]): string | null {
  if (paths.length === 0) return null;
  const all = JSON.stringify([...new Set([...allowed, ...paths])]).replaceAll("'", "'\\''");
  return `docwright project settings --set 'paths.allowed=${all}'`;
}
