import { w3cFormat } from "./w3c.ts";

/** https://learn.microsoft.com/iis: spaces within a field are written as `+`. */
export const iis = w3cFormat({
  name: "iis",
  about: "IIS and other writers of the W3C Extended Log Format",
  accepts: (fields) => ["date", "time", "cs-uri-stem"].every((field) => fields.includes(field)),
  decode: (field) => field.replaceAll("+", " "),
});
