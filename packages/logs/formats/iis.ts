import { w3cFormat } from "./w3c.ts";

/** https://learn.microsoft.com/iis: spaces within a field are written as `+`. */
export const iis = w3cFormat({
  name: "iis",
  accepts: (fields) => ["date", "time", "cs-uri-stem"].every((field) => fields.includes(field)),
  decode: unplus,
});

/**
 * A literal plus looks like a space. The plus before an agent's URL (`; +https://…`, `(+https://…`) is kept, so that
 * the agent is the same visitor in every log.
 */
function unplus(field: string): string {
  return field.replace(/(\(?)(\+{1,2})(?=(.?))/gu, (_, opening: string, pluses: string, next: string) => {
    if (pluses === "+") return opening === "" ? " " : "(+";
    return opening + (/[\p{L}\p{N}]/u.test(next) ? " +" : "+ ");
  });
}
