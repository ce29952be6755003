import { call, root } from "../api/call.ts";

/** Ends the session and reloads the page, so that no data stays in memory. */
export async function signOut(): Promise<void> {
  await call("sign-out", { method: "POST" });
  location.assign(`${root}sign-in`);
}
