import { hostKinds, type RemoteKind, remoteKinds } from "../../../packages/codehosts/kinds/index.ts";

export { hostKinds, remoteKinds };

/** Guesses the code host from a repository's URL. Defaults to GitHub. */
export function hostOf(repositoryUrl: string): RemoteKind {
  const name = URL.canParse(repositoryUrl) ? new URL(repositoryUrl).hostname : "";
  const isNamed = (kind: RemoteKind) => hostKinds[kind].nameParts.some((part) => name.includes(part));
  return remoteKinds.find(isNamed) ?? "github";
}
