import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const main = fileURLToPath(new URL("../../src/main.ts", import.meta.url));

/** The command line as a person runs it. */
export async function runCommand(
  ...args: string[]
): Promise<{ stdout: string; stderr: string; code: number }> {
  try {
    return { ...(await promisify(execFile)(process.execPath, [main, ...args])), code: 0 };
  } catch (error) {
    const { stdout, stderr, code } = error as { stdout: string; stderr: string; code: number };
    return { stdout, stderr, code };
  }
}
