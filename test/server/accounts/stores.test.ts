/** What every account store must do, run on each of them. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createKey } from "../../../server/accounts/keys.ts";
import { openPostgresStore } from "../../../server/accounts/postgres.ts";
import { openSqliteStore } from "../../../server/accounts/sqlite.ts";
import type { AccountStore, NewAccount } from "../../../server/accounts/store.ts";
import { type Backend, startPostgres, unavailable } from "../support/backends.ts";

// Processes, servers and password hashes take their time on a small machine.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const account = (id: string, email = `${id}@x.example`): NewAccount => ({
  id,
  email,
  name: "Ünïcode '; drop table accounts; --",
  passwordHash: "hash",
  rateLimitPerMinute: null,
  monthlyQuota: null,
  createdAt: "2026-01-01T00:00:00.000Z",
});

interface Stored {
  /** Opens the same stored data again each time. */
  open: () => Promise<AccountStore>;
  clean: () => Promise<void>;
}

async function sqlite(): Promise<Stored> {
  const directory = mkdtempSync(join(tmpdir(), "offcut-store-"));
  return {
    open: () => openSqliteStore(directory),
    clean: async () => rmSync(directory, { recursive: true }),
  };
}

let server: Backend | undefined;
afterAll(() => server?.stop());

/** One server for all tests, a schema of its own for each. */
async function postgres(): Promise<Stored> {
  server ??= await startPostgres();
  const client = new pg.Client(server.url);
  await client.connect();
  await client.query("drop schema public cascade; create schema public");
  await client.end();
  return { open: () => openPostgresStore(server!.url), clean: async () => {} };
}

describe.each([
  ["SQLite", sqlite, undefined],
  ["PostgreSQL", postgres, unavailable.postgres],
] as const)("the account store on %s", (name, prepare, reason) => {
  if (reason !== undefined) {
    console.warn(`The account store on ${name} is not tested: ${reason}`);
    it.skip(reason, () => undefined);
    return;
  }
  let stored: Stored;
  let store: AccountStore;
  beforeEach(async () => {
    stored = await prepare();
    store = await stored.open();
  });
  afterEach(async () => {
    await store.close();
    await stored.clean();
  });

  it("gives back what it was given, also after a restart", async () => {
    const key = createKey(0).record;
    expect(await store.createAccount(account("a"), key)).toBe(true);
    await store.close();
    store = await stored.open();
    const { passwordHash: _hash, ...shown } = account("a");
    expect(await store.findKey(key.hash)).toEqual({ keyId: key.id, account: shown });
    expect(await store.findAccount("a@x.example")).toEqual(shown);
    expect(await store.listAccounts()).toEqual([shown]);
    expect(await store.listKeys("a")).toEqual([{ ...key, accountId: "a", revokedAt: null }]);
  });

  it("refuses an e-mail that is taken, and keeps nothing of the second account", async () => {
    const [one, two] = [createKey(0).record, createKey(0).record];
    expect(await store.createAccount(account("a", "same@x.example"), one)).toBe(true);
    expect(await store.createAccount(account("b", "same@x.example"), two)).toBe(false);
    expect(await store.findKey(two.hash)).toBeUndefined();
    expect(await store.listAccounts()).toHaveLength(1);
    expect(await store.createAccount(account("b"), two)).toBe(true);
  });

  it("finds live keys only", async () => {
    const [one, two] = [createKey(0).record, createKey(0).record];
    await store.createAccount(account("a"), one);
    await store.addKey("a", two);
    expect(await store.revokeKey(one.id, "2026-02-01T00:00:00.000Z")).toBe(true);
    expect(await store.revokeKey(one.id, "2026-02-02T00:00:00.000Z")).toBe(false);
    expect(await store.revokeKey("unknown", "")).toBe(false);
    expect(await store.findKey(one.hash)).toBeUndefined();
    expect((await store.findKey(two.hash))?.keyId).toBe(two.id);
    const keys = await store.listKeys("a");
    expect(keys.find(({ id }) => id === one.id)?.revokedAt).toBe("2026-02-01T00:00:00.000Z");
  });

  it("keeps limits of an account, each by itself", async () => {
    await store.createAccount(account("a"), createKey(0).record);
    await store.setLimits("a", { rateLimitPerMinute: 5 });
    await store.setLimits("a", { monthlyQuota: 0 });
    expect(await store.findAccount("a@x.example")).toMatchObject({ rateLimitPerMinute: 5, monthlyQuota: 0 });
    await store.setLimits("a", { rateLimitPerMinute: null });
    expect(await store.findAccount("a@x.example")).toMatchObject({ rateLimitPerMinute: null });
  });

  it("counts exactly up to the limit, from two connections at once", async () => {
    await store.createAccount(account("a"), createKey(0).record);
    const other = await stored.open();
    const attempts = Array.from({ length: 200 }, (_, i) =>
      (i % 2 ? store : other).reserveUsage("a", "2026-01", 77),
    );
    const granted = (await Promise.all(attempts)).filter(Boolean);
    expect(granted).toHaveLength(77);
    expect(await other.usage("a", "2026-01")).toBe(77);
    await other.close();
  });

  it("takes back, never below nothing, and counts each month for itself", async () => {
    await store.createAccount(account("a"), createKey(0).record);
    await store.releaseUsage("a", "2026-01");
    expect(await store.reserveUsage("a", "2026-01", 1)).toBe(true);
    expect(await store.reserveUsage("a", "2026-01", 1)).toBe(false);
    expect(await store.reserveUsage("a", "2026-02", 1)).toBe(true);
    await store.releaseUsage("a", "2026-01");
    await store.releaseUsage("a", "2026-01");
    expect(await store.usage("a", "2026-01")).toBe(0);
    expect(await store.usage("a", "2026-02")).toBe(1);
    expect(await store.reserveUsage("a", "2026-01", 0)).toBe(true);
  });

  it("can be opened by several processes at the same moment", async () => {
    await stored.clean();
    stored = await prepare();
    const opened = await Promise.all([stored.open(), stored.open(), stored.open()]);
    await Promise.all(opened.map((each) => each.ping()));
    await Promise.all(opened.map((each) => each.close()));
    await store.close();
    store = await stored.open();
  });

  it("says when it cannot answer", async () => {
    await store.ping();
    const other = await stored.open();
    await other.close();
    await expect(other.ping()).rejects.toThrow();
  });
});
