import { readdirSync, readFileSync } from "node:fs";
import { outputOfSync } from "./child.ts";

/** The programs and arguments of all processes on this machine. Linux needs no `ps` for it, and may have none. */
export function commandLines(): string[] {
  if (process.platform !== "linux")
    return outputOfSync("ps", ["-A", "-o", "command="]).toString().split("\n");
  return readdirSync("/proc")
    .filter((name) => /^\d+$/u.test(name))
    .map(commandLineOf);
}

function commandLineOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ").trim();
  } catch {
    // It ended meanwhile.
    return "";
  }
}
