/** The database in its thread: the same as in place, for which nobody else waits, and which is there again when it dies. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "@photostructure/sqlite";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createKey } from "../../../server/accounts/keys.ts";
import { SqlStore } from "../../../server/accounts/sqlstore.ts";
import type { SqlDatabase } from "../../../server/storage/database.ts";
import { openSqliteThread } from "../../../server/storage/remote.ts";
import { startService } from "../support/process.ts";

const program = new URL("../../../dist/main.js", import.meta.url);
const ACCOUNT = {
  id: "a",
  email: "a@x.example",
  name: "A",
  rateLimitPerMinute: null,
  monthlyQuota: null,
  createdAt: "",
  verifiedAt: null,
};
/** Counts to three million in SQL: much longer than a turn of the loop. */
const LONG =
  "with recursive n(x) as (select 1 union all select x + 1 from n where x < 3000000) select count(*) as n from n";

let directory: string;
let database: SqlDatabase;
beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), "offcut-remote-"));
  database = await openSqliteThread(directory, { program });
});
afterEach(async () => {
  await database.close();
  rmSync(directory, { recursive: true, force: true });
});

describe("a database in a thread", () => {
  it("answers what one in place answers: rows, bytes, duplicates and mistakes", async () => {
    const store = new SqlStore(database, "p");
    const key = createKey(0).record;
    expect(await store.createAccount(ACCOUNT, "hash", key)).toBe(true);
    expect(await store.createAccount(ACCOUNT, "hash", key)).toBe(false);
    expect((await store.findKey(key.hash, "2026"))?.account).toEqual(ACCOUNT);
    expect(await store.usage.reserve("a", "2026-01", 1)).toBe(true);
    expect(await store.usage.reserve("a", "2026-01", 1)).toBe(false);
    const [row] = await database.run("select ? as bytes", new Uint8Array([1, 2, 255]));
    expect([...(row!.bytes as Uint8Array)]).toEqual([1, 2, 255]);
    await expect(database.run("select from nothing")).rejects.toThrow("syntax error");
  });

  it("holds nobody up, however long it takes", async () => {
    let turns = 0;
    let done = false;
    const count = () => {
      turns++;
      if (!done) setImmediate(count);
    };
    setImmediate(count);
    const [row] = await database.run(LONG);
    done = true;
    expect(row).toEqual({ n: 3_000_000 });
    expect(turns).toBeGreaterThan(1000);
  });

  it("says 503 while another program holds its lock, and goes on afterwards", async () => {
    const other = new DatabaseSync(join(directory, "accounts.db"));
    other.exec("begin immediate");
    const store = new SqlStore(database, "p");
    const refused = store.createAccount(ACCOUNT, "", createKey(0).record);
    await expect(refused).rejects.toMatchObject({
      status: 503,
      cause: { message: expect.stringContaining("locked") },
    });
    other.exec("rollback");
    other.close();
    expect(await store.createAccount(ACCOUNT, "", createKey(0).record)).toBe(true);
  });

  it("says at the start what is wrong with the data", async () => {
    const old = new DatabaseSync(join(directory, "accounts.db"));
    old.exec("update schema_version set version = 99");
    old.close();
    await expect(openSqliteThread(directory, { program })).rejects.toThrow("written by a newer version");
    await expect(openSqliteThread(join(directory, "no/such"), { program })).rejects.toThrow(
      "DATA_DIR cannot be used",
    );
  });
});

it("that cannot be opened is told, and keeps no program from ending", async () => {
  const folder = mkdtempSync(join(tmpdir(), "offcut-damaged-"));
  try {
    writeFileSync(join(folder, "accounts.db"), "no database ".repeat(1000));
    await expect(startService(folder)).rejects.toThrow(/ended with 1:[\s\S]*offcut: .*not a database/);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
