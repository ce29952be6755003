import { expect, it } from "vitest";
import { clickhouseUrl, postgresUrl } from "./values.ts";

const notClickhouse = "must be a URL such as https://user:password@";
const notNamed = "must end with the name of a database";

it.each([
  ["https://docwright:secret@clickhouse.example.com:8443/docwright", null],
  [" http://clickhouse:8123/docwright_2\n", null],
  ["http://docwright:%C3%A4secret%40@[::1]:8123/docwright", null],
  ["clickhouse://docwright:secret@db/docwright", notClickhouse],
  ["db.example.com/secret", notClickhouse],
  ["http://docwright:secret@db", notNamed],
  ["http://docwright:secret@db/", notNamed],
  ["http://docwright:secret@db/a/b", notNamed],
  ["http://docwright:secret@db/a-b", notNamed],
  ["http://docwright:secret@db/docwright?request_timeout=1", notNamed],
  ["http://docwright:secret@db/docwright#secret", notNamed],
  // The URL's host is "docwright", and the rest is its path.
  ["http://docwright:80/secret@db/docwright", notNamed],
  ["http://docwright:secret%@db/docwright", notNamed],
  ["http://docwright:secret%ff@db/docwright", notNamed],
])("the ClickHouse URL %j is checked, and no message quotes it", (text, problem) => {
  const { success, error } = clickhouseUrl.safeParse(text);
  expect(success).toBe(problem === null);
  const message = error?.issues.map((issue) => issue.message).join() ?? "";
  expect(message).toContain(problem ?? "");
  expect(message).not.toContain("secret");
});

it.each([
  ["postgres://docwright:secret@db.example.com/docwright", null],
  ["postgresql://db.example.com:5433/docwright?sslmode=verify-full", null],
  [" postgres://db/docwright\n", null],
  ["mysql://docwright:secret@db.example.com/docwright", "must be a URL such as postgres://"],
  ["db.example.com/secret", "must be a URL such as postgres://"],
  ["postgres://docwright:secret@db.example.com", "must end with the name of a database"],
])("the database URL %j is checked, and no message quotes it", (text, problem) => {
  const { success, error } = postgresUrl.safeParse(text);
  expect(success).toBe(problem === null);
  const message = error?.issues.map((issue) => issue.message).join() ?? "";
  expect(message).toContain(problem ?? "");
  expect(message).not.toContain("secret");
});
