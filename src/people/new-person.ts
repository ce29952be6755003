import { AppError, type ErrorDetail } from "../errors.ts";
import { limits } from "../limits.ts";

const { nameCharsMax, emailCharsMax, passwordCharsMin, passwordCharsMax } = limits.people;

export interface NewPerson {
  readonly name: string;
  readonly email: string;
  readonly password: string;
}

/** Normalizes the fields for storage. Throws `invalid_request` with the invalid fields. */
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

/** Like `checkNewPerson`, for an existing person. */
export function checkProfile(input: { readonly name: string; readonly email: string }) {
  const name = input.name.trim();
  const email = input.email.trim().toLowerCase();
  const details = [...problemsOfName(name), ...problemsOfEmail(email)];
  if (details.length > 0) throw invalid(details);
  return { name, email };
}

/** Normalizes an email address for storage. Throws `invalid_request` if it is invalid. */
export function checkEmail(given: string): string {
  const email = given.trim().toLowerCase();
  const details = problemsOfEmail(email);
  if (details.length > 0) throw invalid(details);
  return email;
}

/** Returns the provider's name for a person if it is valid here, otherwise the local part of their email address. */
export function nameOfIdentity(given: string, email: string): string {
  const name = given.trim();
  return problemsOfName(name).length === 0
    ? name
    : [...(email.split("@")[0] ?? email)].slice(0, nameCharsMax).join("");
}

/** Throws `invalid_request` if the password is too short or too long. `path` is the form field. */
export function checkPassword(password: string, path: string): void {
  const details = problemsOfPassword(password, path);
  if (details.length > 0) throw invalid(details);
}

function problemsOfName(name: string): ErrorDetail[] {
  if (name === "") return [{ path: "name", message: "Enter your name." }];
  if ([...name].length <= nameCharsMax && !hasHidden(name)) return [];
  return [{ path: "name", message: `The name must be one line of at most ${nameCharsMax} characters.` }];
}

/** Requires one @ and no disguised characters. The format can't show whether mail would arrive. */
function problemsOfEmail(email: string): ErrorDetail[] {
  if (/^[^\s@]+@[^\s@]+$/u.test(email) && email.length <= emailCharsMax && !hasHidden(email)) return [];
  return [{ path: "email", message: "Enter a valid email address, such as you@example.com." }];
}

function problemsOfPassword(password: string, path: string): ErrorDetail[] {
  if (password.length < passwordCharsMin)
    return [{ path, message: `The password must have at least ${passwordCharsMin} characters.` }];
  if (password.length > passwordCharsMax)
    return [{ path, message: `The password must have at most ${passwordCharsMax} characters.` }];
  return [];
}

/** Line breaks and direction marks could disguise a name in a list. */
function hasHidden(text: string): boolean {
  return /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u.test(text) || !text.isWellFormed();
}

function invalid(details: readonly ErrorDetail[]): AppError {
  return new AppError("invalid_request", details.map(({ message }) => message).join(" "), {
    fields: { details },
  });
}
