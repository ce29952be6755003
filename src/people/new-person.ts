import { AppError, type ErrorDetail } from "../errors.ts";
import { limits } from "../limits.ts";

const { nameCharsMax, emailCharsMax, passwordCharsMin, passwordCharsMax } = limits.people;

export interface NewPerson {
  readonly name: string;
  readonly email: string;
  readonly password: string;
}

/** As they are kept. Throws `invalid_request` that names each field that is wrong. */
export function checkNewPerson(input: NewPerson): NewPerson {
  const name = input.name.trim();
  const email = input.email.trim().toLowerCase();
  const details = [
    ...problemsOfName(name),
    ...problemsOfEmail(email),
    ...problemsOfPassword(input.password, "password"),
  ];
  if (details.length > 0) throw invalid(details);
  return { name, email, password: input.password };
}

/** As they are kept, for somebody who is here already. */
export function checkProfile(input: { readonly name: string; readonly email: string }) {
  const name = input.name.trim();
  const email = input.email.trim().toLowerCase();
  const details = [...problemsOfName(name), ...problemsOfEmail(email)];
  if (details.length > 0) throw invalid(details);
  return { name, email };
}

/** An address as it is kept. */
export function checkEmail(given: string): string {
  const email = given.trim().toLowerCase();
  const details = problemsOfEmail(email);
  if (details.length > 0) throw invalid(details);
  return email;
}

/** What a provider calls somebody, as a name may be here; else the beginning of their address. */
export function nameOfIdentity(given: string, email: string): string {
  const name = given.trim();
  return problemsOfName(name).length === 0
    ? name
    : [...(email.split("@")[0] ?? email)].slice(0, nameCharsMax).join("");
}

/** Throws `invalid_request` for a password that is too short or too long; `path` is the form's field. */
export function checkPassword(password: string, path: string): void {
  const details = problemsOfPassword(password, path);
  if (details.length > 0) throw invalid(details);
}

function problemsOfName(name: string): ErrorDetail[] {
  if (name === "") return [{ path: "name", message: "Give your name." }];
  if ([...name].length <= nameCharsMax && !hasHidden(name)) return [];
  return [{ path: "name", message: `A name is one line of at most ${nameCharsMax} characters.` }];
}

/** Whether mail arrives there nobody can tell from its form: one @, and nothing that could disguise it. */
function problemsOfEmail(email: string): ErrorDetail[] {
  if (/^[^\s@]+@[^\s@]+$/u.test(email) && email.length <= emailCharsMax && !hasHidden(email)) return [];
  return [{ path: "email", message: "Give an e-mail address, such as you@example.com." }];
}

function problemsOfPassword(password: string, path: string): ErrorDetail[] {
  if (password.length < passwordCharsMin)
    return [{ path, message: `A password has at least ${passwordCharsMin} characters.` }];
  if (password.length > passwordCharsMax)
    return [{ path, message: `A password has at most ${passwordCharsMax} characters.` }];
  return [];
}

/** Line breaks and direction marks let a name disguise itself in a list. */
function hasHidden(text: string): boolean {
  return /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u.test(text) || !text.isWellFormed();
}

function invalid(details: readonly ErrorDetail[]): AppError {
  return new AppError("invalid_request", details.map(({ message }) => message).join(" "), {
    fields: { details },
  });
}
