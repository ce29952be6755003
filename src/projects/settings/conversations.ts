import { z } from "zod";

const nameForm = /^[A-Za-z0-9](?:[A-Za-z0-9._-]{0,61}[A-Za-z0-9])?$/u;

export const conversations = z.strictObject({
  comments: z
    .boolean("must be true or false")
    .default(true)
    .describe(
      "Turn pull request comments that mention the bot into follow-ups. The comment's author needs write access to the repository.",
    ),
  mention: z
    .string("must be a name")
    .regex(nameForm, "must be a user name on the code host, without the @")
    .default("docwright")
    .describe("The bot's name in mentions, without the @. If a GitHub App is used, its name works too."),
  failedChecks: z
    .boolean("must be true or false")
    .default(false)
    .describe("Turn failed checks on a pull request into a follow-up, once per commit."),
  pollMinutes: z
    .int("must be a whole number")
    .min(0, "must be at least 0")
    .max(1440, "must be at most 1440")
    .default(5)
    .describe(
      "Polling interval for open pull requests in minutes, in addition to webhooks. 0 disables polling.",
    ),
});
