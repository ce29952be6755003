import { randomNonce, randomPKCECodeVerifier, randomState } from "openid-client";
import { z } from "zod";
import type { Database } from "../db/index.ts";
import { limits } from "../limits.ts";
import { createSealedBox } from "../projects/index.ts";
import type { Clock } from "../std/clock.ts";
import { changePeople } from "./change-people.ts";
import { identify, type ProviderProblem } from "./identify.ts";
import { hashOfToken } from "./link-token.ts";
import type { Person, PersonId } from "./person.ts";
import type { Identity, Provider } from "./providers/provider.ts";
import * as store from "./store.ts";

/** The flow's state, sealed in a cookie while the browser is at the provider, so that it can't be read or forged. */
const kept = z.object({
  provider: z.string(),
  redirectUri: z.string(),
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  /** The dashboard path to open afterwards. */
  to: z.string(),
  /** The token of the invitation link, if the person followed one. */
  invitation: z.string().nullable(),
  /** The person who is connecting the provider to their account. */
  personId: z.string().nullable(),
  expiresAt: z.number(),
});

type Flow = z.output<typeof kept>;

const place = "sign-in by a provider";

export interface StartFlow {
  readonly redirectUri: string;
  readonly to: string;
  readonly invitation: string | null;
  readonly personId: PersonId | null;
}

export interface FinishedFlow {
  readonly outcome: Person | ProviderProblem;
  /** The dashboard path to open, or null if the browser has no flow. */
  readonly to: string | null;
  /** Whether a signed-in person was connecting the provider to their account. */
  readonly isConnecting: boolean;
}

export interface ProviderSignIn {
  /** Returns the redirect URL and the sealed flow for the cookie, or null if the provider isn't configured. */
  start(providerId: string, flow: StartFlow): Promise<{ location: string; sealed: string } | null>;
  /** `url` is the callback's URL. `personId` is the person who is signed in now. */
  finish(
    providerId: string,
    input: { readonly url: URL; readonly sealed: string | null; readonly personId: PersonId | null },
  ): Promise<FinishedFlow>;
}

interface ProviderSignInDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly secret: string;
  readonly providers: readonly Provider[];
  readonly domains: readonly string[];
  /** Receives the cause of a failure. People only see that the provider failed. */
  readonly onFailure: (providerId: string, cause: unknown) => void;
}

export function createProviderSignIn(deps: ProviderSignInDeps): ProviderSignIn {
  const { database, clock, providers, domains } = deps;
  const box = createSealedBox(deps.secret);
  const providerOf = (id: string) => providers.find((provider) => provider.id === id) ?? null;

  function openFlow(sealed: string | null, providerId: string): Flow | null {
    const text = sealed === null ? null : box.open(sealed, place);
    const flow = text === null ? null : kept.parse(JSON.parse(text));
    return flow === null || flow.provider !== providerId || flow.expiresAt <= clock.now() ? null : flow;
  }

  async function askProvider(provider: Provider, flow: Flow, url: URL): Promise<Identity | ProviderProblem> {
    // Compare the state before sending any request, to stop forged callbacks from other sites.
    if (url.searchParams.get("state") !== flow.state) return "expired";
    if (url.searchParams.has("error")) return "denied";
    try {
      return await provider.finish(flow, url);
    } catch (error) {
      deps.onFailure(provider.id, error);
      return "failed";
    }
  }

  return {
    async start(providerId, { redirectUri, to, invitation, personId }) {
      const provider = providerOf(providerId);
      if (provider === null) return null;
      const flow: Flow = {
        ...{ provider: providerId, redirectUri, to, invitation, personId },
        state: randomState(),
        nonce: randomNonce(),
        verifier: randomPKCECodeVerifier(),
        expiresAt: clock.now() + limits.people.providerFlowMs,
      };
      const location = (await provider.start(flow)).href;
      return { location, sealed: box.seal(JSON.stringify(flow), place) };
    },
    async finish(providerId, { url, sealed, personId }) {
      const provider = providerOf(providerId);
      const flow = openFlow(sealed, providerId);
      if (provider === null || flow === null) return { outcome: "expired", to: null, isConnecting: false };
      const isConnecting = flow.personId !== null;
      const end = (outcome: Person | ProviderProblem) => ({ outcome, to: flow.to, isConnecting });
      // The person who started connecting an account must still be signed in.
      if (isConnecting && flow.personId !== personId) return end("expired");
      const identity = await askProvider(provider, flow, url);
      if (typeof identity === "string") return end(identity);
      const outcome = await changePeople(database, async (tx) => {
        const now = clock.now();
        const invitation =
          flow.invitation === null
            ? null
            : await store.findInvitation(tx, { tokenHash: hashOfToken(flow.invitation), now });
        return identify({ tx, now, domains }, identity, {
          personId: isConnecting ? personId : null,
          invitation,
          hasLink: flow.invitation !== null,
        });
      });
      return end(outcome);
    },
  };
}
