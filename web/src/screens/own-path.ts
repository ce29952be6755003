/**
 * Where to go on after signing in: a path of the dashboard, and never of another site, whatever the address of the
 * sign-in page says. Browsers read `//host`, `/\host` and texts with tabs or line breaks in them as other hosts.
 */
export function ownPath(wanted: string | null): string {
  const fallback = "/projects";
  if (wanted === null || !/^\/(?![/\\])[^\\\p{Cc}]*$/u.test(wanted)) return fallback;
  const here = "https://docwright.invalid";
  const url = URL.canParse(wanted, here) ? new URL(wanted, here) : null;
  if (url === null || url.origin !== here || url.pathname === "/sign-in") return fallback;
  return url.pathname + url.search + url.hash;
}
