/**
 * Where to go on after signing in: a path of the dashboard, and never of another site, whatever was asked for. Browsers
 * read `//host`, `/\host` and texts with tabs or line breaks in them as other hosts. The sign-in screen has its twin.
 */
export function ownPath(wanted: string | null | undefined): string {
  const fallback = "/projects";
  if (wanted === null || wanted === undefined || !/^\/(?![/\\])[^\\\p{Cc}]*$/u.test(wanted)) return fallback;
  const here = "https://docwright.invalid";
  const url = URL.canParse(wanted, here) ? new URL(wanted, here) : null;
  if (url === null || url.origin !== here || !/^\/(?:$|projects(?:\/|$)|account$)/u.test(url.pathname))
    return fallback;
  return url.pathname + url.search + url.hash;
}
