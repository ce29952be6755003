import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

export interface LeakedProcess {
  readonly pid: number;
  readonly command: string;
}

const graceMs = 2000;

/**
 * Processes that a run of tests left behind: those of its session, and those that moved to another one but still
 * have its folder for temporary files in their environment. Waits a little for those that are on their way out.
 * @param session the id of the process that the run was started as, detached
 */
export async function leakedProcesses(session: number, temporary: string): Promise<LeakedProcess[]> {
  for (let waitedMs = 0; ; waitedMs += 50) {
    const left = process.platform === "linux" ? fromProc(session, temporary) : fromPs(session);
    if (left.length === 0 || waitedMs >= graceMs) return left;
    await sleep(50);
  }
}

function fromProc(session: number, temporary: string): LeakedProcess[] {
  const left: LeakedProcess[] = [];
  for (const name of readdirSync("/proc")) {
    const pid = Number(name);
    if (!Number.isInteger(pid) || pid === process.pid) continue;
    try {
      // The command stands in brackets and may itself hold spaces and brackets; the fields after it do not.
      const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
      const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
      const [state, , , sessionOf] = fields;
      if (state === "Z") continue;
      const ours =
        Number(sessionOf) === session ||
        readFileSync(`/proc/${pid}/environ`, "latin1").split("\0").includes(`TMPDIR=${temporary}`);
      if (ours)
        left.push({
          pid,
          command: readFileSync(`/proc/${pid}/cmdline`, "latin1").replaceAll("\0", " ").trim(),
        });
    } catch {
      // It ended meanwhile, or belongs to someone else: not ours in either case.
    }
  }
  return left;
}

/** macOS has no /proc: the process group has to do. */
function fromPs(group: number): LeakedProcess[] {
  const lines = execFileSync("ps", ["-axo", "pid=,pgid=,command="], { encoding: "utf8" }).split("\n");
  return lines.flatMap((line) => {
    const [, pid, groupOf, command = ""] = /^\s*(\d+)\s+(\d+)\s+(.*)$/u.exec(line) ?? [];
    return Number(groupOf) === group ? [{ pid: Number(pid), command }] : [];
  });
}
