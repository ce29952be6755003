/**
 * Whether a name is in this process's IANA time zone database, including aliases, in any case. Offsets such as `+05:45`
 * are not names, although JavaScript engines accept them.
 */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z][A-Za-z0-9_+/-]{0,63}$/u.test(name)) return false;
  try {
    new Intl.DateTimeFormat("en", { timeZone: name });
    return true;
  } catch {
    // This is the only way to check, since lists of time zones omit aliases.
    return false;
  }
}
