import { LogError } from "../errors.ts";
import { logFormats } from "./index.ts";
import type { LogFormat } from "./log-format.ts";
import { customPattern } from "./pattern.ts";

/** Returns the format with that name, or the format of a pattern. Throws `invalid_request` for anything else. */
export function findFormat(name: string): LogFormat {
  if (/[$%]/u.test(name)) return customPattern(name);
  const format = logFormats.find((candidate) => candidate.name === name);
  if (format === undefined)
    throw invalidFormat(
      `Unknown log format: ${name.slice(0, 100)}. Use ${choice}, or a pattern such as ${example}`,
    );
  return format;
}

/**
 * Returns the format that reads the most of these lines. If no format finds a request, as in some log drains, returns
 * the format that recognizes the most lines as comments. Throws `invalid_request` if no format recognizes half of them.
 */
export function detectFormat(lines: readonly string[]): LogFormat {
  const readings = logFormats.map((format) => readWith(format, lines));
  // If several formats match equally well, the first is used, because earlier formats read more of a line.
  const best = readings.reduce((first, other) =>
    other.requests > first.requests || (other.requests === first.requests && other.comments > first.comments)
      ? other
      : first,
  );
  const known = best.requests > 0 ? best.requests : best.comments;
  if (known === 0 || known < best.unknown)
    throw invalidFormat(
      `The log's format could not be detected from its first lines. Specify the format: ${choice}, or a pattern such as ${example}`,
    );
  return best.format;
}

function readWith(format: LogFormat, lines: readonly string[]) {
  const read = format.open();
  const results = lines.map((line) => read(line));
  const [comments, unknown] = [
    results.filter((result) => result === "comment").length,
    results.filter((result) => result === null).length,
  ];
  return { format, comments, unknown, requests: results.length - comments - unknown };
}

const choice = `one of ${logFormats.map(({ name }) => name).join(", ")}`;
const example = '$remote_addr - $remote_user [$time_local] "$request" $status.';

function invalidFormat(message: string): LogError {
  return new LogError("invalid_request", message, { fields: { details: [{ path: "format", message }] } });
}
