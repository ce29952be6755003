/**
 * Whether an address can be part of an instruction (R74). Anyone can choose an address, in a request or in a link to this
 * dashboard. People add redirects for other addresses themselves.
 */
export const isPlainAddress = (path: string): boolean =>
  path === "/" || /^(?:\/[A-Za-z0-9._~-]+)+$/u.test(path);
