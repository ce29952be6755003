import { AppError } from "../../errors.ts";
import { toWireInvitation, toWirePerson, type WireSession } from "../wire/dashboard.ts";
import { joinBody, noBody, setPasswordBody, signInBody, tokenBody } from "../wire/dashboard-inputs.ts";
import { withCookies } from "./cookies.ts";
import { type DashboardCall, open, signedIn } from "./route.ts";

const wrong = "Incorrect email or password. Check both, or ask an owner for a password reset link.";

export const signInRoutes = [
  open.post(signInBody, {
    path: "/dashboard/sign-in",
    async handle({ exchange, deps, body }) {
      deps.signInRates.fromAddress(deps.clientAddress(exchange));
      deps.signInRates.atEmail(body.email);
      return begin({ exchange, deps }, body);
    },
  }),

  open.post(tokenBody, {
    path: "/dashboard/invitation",
    async handle({ exchange, deps, body }) {
      deps.signInRates.fromAddress(deps.clientAddress(exchange));
      const invitation = await deps.people.findInvitation(body.token);
      if (invitation === null)
        throw new AppError("not_found", "This link was already used or has expired. Ask for a new one.");
      return toWireInvitation(invitation);
    },
  }),

  open.post(joinBody, {
    path: "/dashboard/join",
    async handle({ exchange, deps, body }) {
      deps.signInRates.fromAddress(deps.clientAddress(exchange));
      const { token, ...person } = body;
      await deps.people.join(token, person);
      return begin({ exchange, deps }, person);
    },
  }),

  open.post(noBody, {
    path: "/dashboard/sign-out",
    async handle({ exchange, deps }) {
      return withCookies(exchange, {}, await deps.people.signOut(exchange.incoming.headers.cookie));
    },
  }),

  signedIn.get({
    path: "/dashboard/session",
    async handle({ exchange, deps, session }) {
      const cookies = await deps.people.renewSession(exchange.incoming.headers.cookie);
      const body: WireSession = {
        person: toWirePerson(session.person),
        baseUrl: deps.links.baseUrl(),
        defaultModel: deps.defaultModel,
        version: deps.version,
      };
      return withCookies(exchange, body, cookies);
    },
  }),

  open.post(tokenBody, {
    path: "/dashboard/recovery",
    async handle({ exchange, deps, body }) {
      deps.signInRates.fromAddress(deps.clientAddress(exchange));
      const person = await deps.people.findRecovery(body.token);
      if (person === null)
        throw new AppError("not_found", "This link was already used or has expired. Ask for a new one.");
      return toWirePerson(person);
    },
  }),

  open.post(setPasswordBody, {
    path: "/dashboard/recovery/password",
    async handle({ exchange, deps, body: { token, password } }) {
      deps.signInRates.fromAddress(deps.clientAddress(exchange));
      const { email } = await deps.people.setPassword(token, password);
      return begin({ exchange, deps }, { email, password });
    },
  }),
];

/** Starts a new session and ends any previous one, so that nobody can have planted it in the browser. */
async function begin(
  { exchange, deps }: Pick<DashboardCall, "exchange" | "deps">,
  given: { readonly email: string; readonly password: string },
): Promise<Response> {
  const before = exchange.incoming.headers.cookie;
  const signedInAs = await deps.people.signIn({
    email: given.email,
    password: given.password,
    address: deps.clientAddress(exchange),
    userAgent: exchange.incoming.headers["user-agent"],
  });
  if (signedInAs === null) throw new AppError("unauthorized", wrong);
  await deps.people.signOut(before);
  return withCookies(exchange, { person: toWirePerson(signedInAs.person) }, signedInAs.cookies);
}
