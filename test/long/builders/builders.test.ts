import { beforeAll, describe, expect, test } from "vitest";
import { installMissing } from "../../../scripts/install.js";
import { packages } from "./builder.ts";
import { builders } from "./sites.ts";
import { createTable, tableText, vectorText } from "./table.ts";

/** More than a thousand packages are installed the first time. */
const installMs = 600_000;
/** A row with fewer executed vectors would prove little. */
const executedMin = 10;
const vectorsMin = 300;

beforeAll(() => installMissing(packages, { dev: false, what: "Installing the site builders" }), installMs);

test("there are at least 300 vectors", () => {
  expect(builders.flatMap(({ vectors }) => vectors).length).toBeGreaterThanOrEqual(vectorsMin);
});

describe("the policy refuses every page with active content that takes effect in a builder or browser", () => {
  test.each(builders)("$name", async (builder) => {
    const table = await createTable(builder);
    console.log(tableText(builder, table));
    if (process.env.BUILDERS_IDLE !== undefined) console.log(table.idle.map(vectorText).join("\n"));
    expect(table.missed.map(vectorText)).toEqual([]);
    expect(table.rows.filter(({ executed }) => executed < executedMin)).toEqual([]);
  });
});
