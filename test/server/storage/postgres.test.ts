/** PostgreSQL that ends connections while they are at work, as it does when it is restarted. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { SqlDatabase } from "../../../server/storage/database.ts";
import { openPostgres } from "../../../server/storage/postgres.ts";
import { type Postgres, startPostgres, unavailable } from "../support/backends.ts";

/** Few enough to be quick; where a connection has no listener, one of them ends the process. */
const TERMINATIONS = 20;
const OFTEN = { interval: 5 };
const END_OTHERS =
  "select pg_terminate_backend(pid) from pg_stat_activity where query like 'select 2%' or query in ('begin', 'commit')";

describe.skipIf(unavailable.postgres !== undefined)("a database that ends its connections", () => {
  let postgres: Postgres;
  let database: SqlDatabase;
  let operator: SqlDatabase;

  beforeAll(async () => {
    postgres = await startPostgres();
    database = await openPostgres(postgres.url);
    operator = await openPostgres(postgres.url);
  });

  afterAll(async () => {
    await Promise.all([database?.close(), operator?.close()]);
    await postgres?.stop();
  });

  it("refuses what was under way, and answers afterwards", async () => {
    let transactions = 0;
    let isOver = false;
    const work = async () => {
      while (!isOver) {
        await database.runThen(["select 1 as one"], ["select 2"]).then(
          () => transactions++,
          (error) => expect(error).toMatchObject({ status: 503 }),
        );
        // Refusals come at once, and leave nobody else the time to act.
        await new Promise(setImmediate);
      }
    };
    const workers = Array.from({ length: 8 }, work);
    for (let n = 0; n < TERMINATIONS; n++) {
      const before = transactions;
      await expect.poll(() => transactions, OFTEN).toBeGreaterThan(before + 20);
      await operator.run(END_OTHERS);
    }
    isOver = true;
    await Promise.all(workers);
    await expect.poll(() => database.run("select 1 as one").catch(() => [])).toEqual([{ one: 1 }]);
  });
});
