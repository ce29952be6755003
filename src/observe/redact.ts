/** Matches secrets in text, in linear time: each alternative is bounded or excludes its own start. */
const secrets = new RegExp(
  [
    // Keys for this service and for other services.
    String.raw`\bdw_[0-9A-Za-z]{6,}`,
    String.raw`\bsk-[0-9A-Za-z_-]{12,}`,
    String.raw`\bgh[opsur]_[0-9A-Za-z]{16,}`,
    String.raw`\bgithub_pat_[0-9A-Za-z_]{16,}`,
    String.raw`\bglpat-[0-9A-Za-z_-]{12,}`,
    String.raw`\bAIza[0-9A-Za-z_-]{20,}`,
    // The user and password of a URL.
    String.raw`(?<=:\/\/)[^\s/?#@"\\]+(?=@)`,
    // Authorization headers, as a field or within text.
    String.raw`(?<="(?:proxy-)?authorization":")(?:[^"\\]|\\.)+`,
    String.raw`(?<="(?:set-)?cookie":")(?:[^"\\]|\\.)+`,
    String.raw`(?<=\b(?:bearer|basic) )[0-9A-Za-z+/=._~-]{8,}`,
    // Parameters that sign or authorize a link.
    String.raw`(?<=[?&](?:sig|token|key|secret|access_token)=)[^&\s"\\]+`,
  ].join("|"),
  "giu",
);

/** Matches every line that `secrets` matches, in a tenth of the time. */
const hint =
  /[?&]|:\/\/|dw_|sk-|gh[opsur]_|github_pat_|glpat-|aiza|authorization":|cookie":|bearer |basic /iu;

const redacted = "[redacted]";

/** Returns the line without secrets. Valid JSON stays valid. */
export function redact(line: string): string {
  return hint.test(line) ? line.replace(secrets, redacted) : line;
}
