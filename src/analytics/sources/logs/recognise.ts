import { AppError } from "../../../errors.ts";
import { logFormats } from "./index.ts";
import type { LogFormat } from "./log-format.ts";
import { ownPattern } from "./pattern.ts";

/**
 * The format of that name, or the pattern that it is. `invalid_request` for anything else.
 */
export function findFormat(name: string): LogFormat {
  if (/[$%]/u.test(name)) return ownPattern(name);
  const format = logFormats.find((one) => one.name === name);
  if (format === undefined)
    throw refused(
      `There is no log format ${name.slice(0, 100)}. Name another: ${choice}, or a pattern such as ${example}`,
    );
  return format;
}

/**
 * The format that reads most of these lines; where none tells of a request, the one that knows most of them to tell of
 * none, as a drain's may. `invalid_request` where none knows as much as half of them.
 */
export function recogniseFormat(lines: readonly string[]): LogFormat {
  const readings = logFormats.map((format) => readWith(format, lines));
  // The first of equals: what reads more of a line stands first.
  const best = readings.reduce((one, other) =>
    other.requests > one.requests || (other.requests === one.requests && other.comments > one.comments)
      ? other
      : one,
  );
  const known = best.requests > 0 ? best.requests : best.comments;
  if (known === 0 || known < best.unknown)
    throw refused(
      `The log's format is not recognised from its first lines. Name it: ${choice}, or a pattern such as ${example}`,
    );
  return best.format;
}

function readWith(format: LogFormat, lines: readonly string[]) {
  const read = format.open();
  const told = lines.map((line) => read(line));
  const [comments, unknown] = [
    told.filter((one) => one === "comment").length,
    told.filter((one) => one === null).length,
  ];
  return { format, comments, unknown, requests: told.length - comments - unknown };
}

const choice = `the formats are ${logFormats.map(({ name }) => name).join(", ")}`;
const example = '$remote_addr - $remote_user [$time_local] "$request" $status.';

function refused(message: string): AppError {
  return new AppError("invalid_request", message, { fields: { details: [{ path: "format", message }] } });
}
