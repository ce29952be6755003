import { statfsSync, statSync } from "node:fs";
import type { App } from "../compose.ts";
import { examineModels } from "./examine-models.ts";
import { type Finding, look } from "./finding.ts";

const freeBytesMin = 1024 ** 3;
const reachMs = 60_000;

/** Looks at everything that a job needs, without doing one. */
export async function examine(app: App): Promise<readonly Finding[]> {
  const { config } = app;
  const projects = await app.projects.list();
  const findings = [
    await look("Node", async () => process.version),
    await look("data folder", async () => folderFinding(config.data)),
    await look("free space", async () => spaceFinding(config.data)),
    await look("control store", async () => {
      await app.database.checkWritable();
      return "can be written to";
    }),
    ...(await examineModels(app, projects)),
    await look("external agents", () => app.describeExternalAgents()),
  ];
  for (const project of projects)
    findings.push(
      await look(`repository of ${project.name}`, async () => {
        await app.reach(project, AbortSignal.timeout(reachMs));
        return `${project.repositoryUrl} can be fetched`;
      }),
    );
  return findings;
}

function folderFinding(folder: string): string {
  const mode = statSync(folder).mode & 0o777;
  if ((mode & 0o077) !== 0) throw new Error(`${folder} can be read by others: chmod 700 it`);
  return folder;
}

function spaceFinding(folder: string): string {
  const { bavail, bsize } = statfsSync(folder);
  const free = bavail * bsize;
  const shown = `${(free / 1024 ** 3).toFixed(1)} GiB free`;
  if (free < freeBytesMin) throw new Error(`${shown}: make room, or move the data folder`);
  return shown;
}
