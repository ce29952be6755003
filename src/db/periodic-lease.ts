import { limits } from "../limits.ts";
import type { Clock } from "../std/clock.ts";
import type { Database } from "./database.ts";

/**
 * Takes or extends the lease on the periodic tasks. Returns false while another process holds it. Several processes
 * could run these tasks at the same time, but their requests to code hosts would add up. If the holder dies or hangs,
 * the lease expires, and another process takes it.
 */
export async function holdPeriodicLease(
  { database, clock }: { readonly database: Database; readonly clock: Pick<Clock, "now"> },
  holder: string,
): Promise<boolean> {
  const now = clock.now();
  const value = JSON.stringify({ holder, until: now + limits.runner.periodicLeaseMs });
  return database.transaction(
    async (tx) => {
      const row = await tx
        .selectFrom("installation")
        .select("value")
        .where("name", "=", name)
        .executeTakeFirst();
      const held = row === undefined ? null : (JSON.parse(row.value) as Lease);
      // A lease that seems to last longer was taken by a process whose clock is ahead.
      const isHeld =
        held !== null && held.until >= now && held.until <= now + 2 * limits.runner.periodicLeaseMs;
      if (isHeld && held.holder !== holder) return false;
      await tx
        .insertInto("installation")
        .values({ name, value })
        .onConflict((c) => c.column("name").doUpdateSet({ value }))
        .execute();
      return true;
    },
    { lock: name },
  );
}

interface Lease {
  readonly holder: string;
  readonly until: number;
}

const name = "periodic-lease";
