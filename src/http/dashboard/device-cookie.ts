import { limits } from "../../limits.ts";
import { cookieAttributes, cookieName, readCookie } from "./cookies.ts";
import type { DashboardCall } from "./route.ts";

/**
 * Returns the browser's ID if the password for this email address was entered in this browser before; otherwise null.
 */
export function knownDevice(call: DashboardCall, email: string): string | null {
  return call.deps.people.devices.find(email, readCookie(call.exchange, cookieName(call, "device")));
}

/** Returns the cookie by which the browser is recognized from now on. */
export function deviceCookie(call: DashboardCall, email: string): string {
  const token = call.deps.people.devices.issue(email);
  const maxAge = limits.people.deviceMs / 1000;
  return `${cookieName(call, "device")}=${token}; Max-Age=${maxAge}; ${cookieAttributes(call)}`;
}
