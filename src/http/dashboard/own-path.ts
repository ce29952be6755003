/**
 * Returns the dashboard path to open after signing in, never another site's URL. Browsers treat `//host`, `/\host` and
 * paths with tabs or line breaks as other hosts. The sign-in screen has a copy of this function.
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
