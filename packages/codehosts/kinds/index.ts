/** The kinds of code hosts alone, for programs that don't reach them: this entry point loads no driver. */
export { type RemoteKind, remoteKinds } from "../code-host.ts";
