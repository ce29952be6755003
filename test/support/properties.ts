import fc from "fast-check";

/**
 * Loaded before every test file. `npm run check` gives each property a time after which it has held, so that the whole
 * stays under half a minute; `npm test` sets none, and every property runs as often as it says.
 */
const limitMs = Number(process.env.PROPERTY_MS);
if (limitMs > 0) fc.configureGlobal({ interruptAfterTimeLimit: limitMs });
