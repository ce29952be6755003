import type { GraphQLSchema } from "graphql";
import type { ApiAnswer, ApiRequest, Forge } from "./forge.ts";
import { commitAsPerson, makeBlob, makeTree } from "./github-git.ts";

interface CommitInput {
  readonly branch: { readonly repositoryNameWithOwner: string; readonly branchName: string };
  readonly expectedHeadOid: string;
  readonly message: { readonly headline: string; readonly body?: string };
  readonly fileChanges: {
    readonly additions: readonly { readonly path: string; readonly contents: string }[];
    readonly deletions: readonly { readonly path: string }[];
  };
}

let known: GraphQLSchema | null = null;

/** GitHub's GraphQL: requests are parsed, and responses written, according to GitHub's published schema. */
export async function answerGraphql({ body, authorization }: ApiRequest, forge: Forge): Promise<ApiAnswer> {
  const token = /^(?:token|bearer) (.+)$/iu.exec(authorization)?.[1] ?? "";
  if (!forge.tokens.has(token)) return { status: 401, body: { message: "Bad credentials" } };
  // Loaded on demand, because the schema is large.
  const { buildSchema, graphql } = await import("graphql");
  const { schema } = await import("@octokit/graphql-schema");
  // Skip validation, because the schema defines two fields of one type twice. That type is not used here.
  known ??= buildSchema(schema.idl, { assumeValid: true, assumeValidSDL: true });
  const { query, variables } = body as { query: string; variables: Record<string, unknown> };
  const rootValue = { createCommitOnBranch: ({ input }: { input: CommitInput }) => commit(input, forge) };
  const done = await graphql({ schema: known, source: query, variableValues: variables, rootValue });
  return { status: 200, body: done };
}

function commit({ branch, expectedHeadOid, message, fileChanges }: CommitInput, forge: Forge) {
  const head = forge.headOf(branch.branchName);
  if (branch.repositoryNameWithOwner !== "acme/docs" || head === null) throw new Error("No such branch");
  if (head !== expectedHeadOid) throw new Error(`Expected branch to point to "${expectedHeadOid}"`);
  const shaOf = (answer: ApiAnswer) => (answer.body as { sha: string }).sha;
  const blobOf = (content: string) => shaOf(makeBlob({ content, encoding: "base64" }, forge));
  const entries = [
    ...fileChanges.additions.map(({ path, contents }) => ({ path, mode: "100644", sha: blobOf(contents) })),
    ...fileChanges.deletions.map(({ path }) => ({ path, mode: "100644", sha: null })),
  ];
  const tree = shaOf(makeTree({ base_tree: `${head}^{tree}`, tree: entries }, forge));
  const text = [message.headline, message.body ?? ""].filter((part) => part !== "").join("\n\n");
  const oid = commitAsPerson({ message: text, tree, parents: [head] }, forge);
  forge.setHead(branch.branchName, oid);
  const signature = { __typename: "GpgSignature", isValid: true, state: "VALID" };
  return { commit: { oid, tree: { oid: tree }, signature: forge.signsForPeople ? signature : null } };
}
