import fc from "fast-check";

/**
 * Loaded before every test file. A property in a unit test has a time limit, counted from its first run. When the limit
 * is reached, the property passes. In `npm run check`, the limit keeps the whole run below half a minute. In `npm
 * test`, only a busy machine reaches it. Other properties run as many times as they specify.
 *
 * On a build machine (`CI=true`), the cases are the same each time, so that no result depends on chance. On other
 * machines, each run tries new cases, and prints the seed of a case that fails.
 */
const limitMs = Number(process.env.PROPERTY_MS);

// Files that share a thread share fast-check, and this runs before each of them.
const installed = Symbol.for("docwright.propertyTime");
const shared = globalThis as { [installed]?: boolean };

if (process.env.CI === "true") fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: 20_260_101 });

if (limitMs > 0 && !shared[installed]) {
  shared[installed] = true;
  fc.installGlobalPlugin(() => {
    let endMs = Number.POSITIVE_INFINITY;
    return {
      decorateRun: (run) => (value) => {
        if (performance.now() > endMs) return new fc.PreconditionFailure(true);
        endMs = Math.min(endMs, performance.now() + limitMs);
        return run(value);
      },
    };
  });
}
