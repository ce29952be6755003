import { betterAuth } from "better-auth";
import { createAuthEndpoint, isAPIError } from "better-auth/api";
import { setSessionCookie } from "better-auth/cookies";
import { z } from "zod";
import type { Database } from "../db/index.ts";
import { limits } from "../limits.ts";

export { hashPassword, verifyPassword } from "better-auth/crypto";

const { people } = limits;

/** The header that passes the client's IP address to better-auth. It is never copied from the client's own headers. */
const addressHeader = "x-docwright-client";

export interface SignInOptions {
  readonly database: Database;
  /** The key that signs the cookies. */
  readonly secret: string;
  /** The service's base URL. If it uses HTTPS, cookies are restricted to HTTPS. */
  readonly baseUrl: string;
}

/**
 * Starts a session for a person whom we have identified. Like better-auth's other routes, this route isn't served over
 * HTTP.
 */
const begin = {
  id: "docwright-begin",
  endpoints: {
    beginSession: createAuthEndpoint(
      "/docwright/begin",
      { method: "POST", body: z.object({ personId: z.string() }) },
      async (context) => {
        const { internalAdapter } = context.context;
        const user = await internalAdapter.findUserById(context.body.personId);
        if (user === null) throw context.error("NOT_FOUND");
        const session = await internalAdapter.createSession(user.id, false);
        await setSessionCookie(context, { session, user });
        return { personId: user.id };
      },
    ),
  },
};

export type Auth = ReturnType<typeof createAuth>;

/**
 * Configures better-auth for passwords, sessions and their cookies. Its own routes are not served, so that every call
 * goes through our routes, with their rate limits and origin checks. better-auth never changes the schema.
 */
export function createAuth({ database, secret, baseUrl }: SignInOptions) {
  return betterAuth({
    database: { db: database.db, type: "sqlite", transaction: false },
    secret,
    baseURL: new URL(baseUrl).origin,
    telemetry: { enabled: false },
    logger: { disabled: true },
    rateLimit: { enabled: false },
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      minPasswordLength: people.passwordCharsMin,
      maxPasswordLength: people.passwordCharsMax,
    },
    user: {
      modelName: "people",
      fields: { emailVerified: "email_verified", createdAt: "created_at", updatedAt: "updated_at" },
      additionalFields: {
        isOwner: { type: "boolean", required: true, input: false, fieldName: "is_owner" },
      },
    },
    session: {
      modelName: "sessions",
      expiresIn: people.sessionMs / 1000,
      updateAge: people.sessionRenewMs / 1000,
      fields: {
        userId: "person_id",
        expiresAt: "expires_at",
        ipAddress: "ip_address",
        userAgent: "user_agent",
        createdAt: "created_at",
        updatedAt: "updated_at",
      },
    },
    account: {
      modelName: "accounts",
      fields: {
        userId: "person_id",
        accountId: "account_id",
        providerId: "provider_id",
        accessToken: "access_token",
        refreshToken: "refresh_token",
        idToken: "id_token",
        accessTokenExpiresAt: "access_token_expires_at",
        refreshTokenExpiresAt: "refresh_token_expires_at",
        createdAt: "created_at",
        updatedAt: "updated_at",
      },
    },
    verification: {
      modelName: "verifications",
      fields: { expiresAt: "expires_at", createdAt: "created_at", updatedAt: "updated_at" },
    },
    plugins: [begin],
    advanced: {
      cookiePrefix: "docwright",
      useSecureCookies: baseUrl.startsWith("https:"),
      defaultCookieAttributes: { sameSite: "lax", httpOnly: true, path: "/" },
      ipAddress: { ipAddressHeaders: [addressHeader] },
    },
  });
}

/** Returns the only request headers that better-auth sees. */
export function headersOf(request: {
  readonly cookies?: string | undefined;
  readonly address?: string;
  readonly userAgent?: string | undefined;
}): Headers {
  const headers = new Headers();
  if (request.cookies !== undefined) headers.set("cookie", request.cookies);
  if (request.address !== undefined) headers.set(addressHeader, request.address);
  if (request.userAgent !== undefined)
    headers.set("user-agent", request.userAgent.slice(0, people.userAgentCharsMax));
  return headers;
}

/** Returns null if better-auth rejected the request. Rethrows all other errors. */
export async function unlessRefused<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work;
  } catch (error) {
    if (isAPIError(error) && error.statusCode < 500) return null;
    throw error;
  }
}
