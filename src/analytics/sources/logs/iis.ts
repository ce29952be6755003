import { w3cFormat } from "./w3c.ts";

/** https://learn.microsoft.com/iis: spaces within a field are written as `+`. */
export const iis = w3cFormat({
  name: "iis",
  about: "IIS and other writers of the W3C Extended Log Format",
  accepts: (fields) => ["date", "time", "cs-uri-stem"].every((field) => fields.includes(field)),
  decode: unplus,
});

/**
 * A plus of the client's own looks like a space, and agents write one before their address: `; +https://…`,
 * `(+https://…`. There it stays one, so that the same agent is the same visitor in every log.
 */
function unplus(field: string): string {
  return field.replace(/(\(?)(\+{1,2})(?=(.?))/gu, (_, opening: string, pluses: string, next: string) => {
    if (pluses === "+") return opening === "" ? " " : "(+";
    return opening + (/[\p{L}\p{N}]/u.test(next) ? " +" : "+ ");
  });
}
