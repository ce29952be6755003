import type { Database, Db, Row, Tx } from "../db/index.ts";
import type { CreatePullRequest, PullRequest, UpdatePullRequest } from "./code-host.ts";

/** A local pull request, as last recorded. */
export interface LocalPullRequest extends PullRequest {
  readonly url: null;
  readonly repositoryUrl: string;
  readonly projectId: string;
  readonly jobId: string;
  /** The branch's commit when the pull request was opened or last updated. */
  readonly headSha: string;
  /** The merge commit on the base branch; null unless merged by this service. */
  readonly mergedSha: string | null;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** Returns the last recorded state, without reading the repository. */
export async function findLocalPullRequest(
  db: Db,
  repositoryUrl: string,
  number: number,
): Promise<LocalPullRequest | null> {
  const row = await db
    .selectFrom("local_pull_requests")
    .selectAll()
    .where("repository_url", "=", repositoryUrl)
    .where("number", "=", number)
    .executeTakeFirst();
  return row === undefined ? null : fromRow(row);
}

export async function findOpenByBranch(
  db: Db,
  repositoryUrl: string,
  branch: string,
): Promise<LocalPullRequest | null> {
  const row = await db
    .selectFrom("local_pull_requests")
    .selectAll()
    .where("repository_url", "=", repositoryUrl)
    .where("branch", "=", branch)
    .where("state", "=", "open")
    .executeTakeFirst();
  return row === undefined ? null : fromRow(row);
}

/**
 * Opens a pull request with the repository's next number. If the branch already has an open pull request, returns that
 * one instead, so that a repeated call creates no duplicate. If the existing pull request belongs to the same job, it
 * is updated first.
 */
export function openPullRequest(
  database: Database,
  input: CreatePullRequest,
  now: number,
): Promise<LocalPullRequest> {
  const open = async (tx: Tx) => {
    const known = await findOpenByBranch(tx, input.repositoryUrl, input.branch);
    if (known?.jobId === input.jobId)
      return (await updateOpen(tx, { ...input, number: known.number }, now)) ?? known;
    if (known !== null) return known;
    const row = await tx
      .insertInto("local_pull_requests")
      .values({
        repository_url: input.repositoryUrl,
        number: await nextNumber(tx, input.repositoryUrl),
        project_id: input.projectId,
        job_id: input.jobId,
        branch: input.branch,
        base: input.base,
        title: input.title,
        body: input.body,
        state: "open",
        draft: input.draft ? 1 : 0,
        head_sha: input.headSha,
        created_at: now,
        updated_at: now,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    return fromRow(row);
  };
  return database.transaction(open, { lock: `pull requests of ${input.repositoryUrl}` });
}

async function nextNumber(tx: Tx, repositoryUrl: string): Promise<number> {
  const last = await tx
    .selectFrom("local_pull_requests")
    .select((eb) => eb.fn.max("number").as("number"))
    .where("repository_url", "=", repositoryUrl)
    .executeTakeFirst();
  return (last?.number ?? 0) + 1;
}

/** Returns null if no such pull request is open. */
export async function updateOpen(
  db: Db,
  input: UpdatePullRequest,
  now: number,
): Promise<LocalPullRequest | null> {
  const { repositoryUrl, number, title, body, headSha } = input;
  const values = { ...(title === null ? {} : { title }), body, head_sha: headSha, updated_at: now };
  return changeOpen(db, { repositoryUrl, number }, values);
}

/** Returns null if the pull request is no longer open. */
export async function endOpen(
  db: Db,
  pullRequest: { repositoryUrl: string; number: number },
  end: { state: "merged" | "closed"; mergedSha: string | null; now: number },
): Promise<LocalPullRequest | null> {
  const values = { state: end.state, merged_sha: end.mergedSha, updated_at: end.now };
  return changeOpen(db, pullRequest, values);
}

async function changeOpen(
  db: Db,
  pullRequest: { repositoryUrl: string; number: number },
  values: Partial<Row<"local_pull_requests">>,
): Promise<LocalPullRequest | null> {
  const row = await db
    .updateTable("local_pull_requests")
    .set(values)
    .where("repository_url", "=", pullRequest.repositoryUrl)
    .where("number", "=", pullRequest.number)
    .where("state", "=", "open")
    .returningAll()
    .executeTakeFirst();
  return row === undefined ? null : fromRow(row);
}

function fromRow(row: Row<"local_pull_requests">): LocalPullRequest {
  return {
    number: row.number,
    url: null,
    state: row.state as PullRequest["state"],
    branch: row.branch,
    base: row.base,
    title: row.title,
    body: row.body,
    draft: row.draft === 1,
    repositoryUrl: row.repository_url,
    projectId: row.project_id,
    jobId: row.job_id,
    headSha: row.head_sha,
    mergedSha: row.merged_sha,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}
