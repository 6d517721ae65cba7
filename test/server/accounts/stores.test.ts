/** Duties of every account store, run on each of them. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Account } from "../../../server/accounts/account-store.ts";
import { createKey } from "../../../server/accounts/keys.ts";
import { SqlStore } from "../../../server/accounts/sqlstore.ts";
import { JobStore } from "../../../server/records/job-store.ts";
import { type Begun, ReplayStore } from "../../../server/replays/replay-store.ts";
import type { SqlDatabase } from "../../../server/storage/database.ts";
import { openPostgres } from "../../../server/storage/postgres.ts";
import { openSqlite } from "../../../server/storage/sqlite.ts";
import { type Backend, startPostgres, unavailable } from "../support/backends.ts";

type Done = Extract<Begun, { state: "done" }>;

const NOW = "2026-01-15T00:00:00.000Z";
/** A lock and an answer are waited for however busy the machine is. */
const PATIENCE_MS = 120_000;

const account = (id: string, email = `${id}@x.example`): Account => ({
  id,
  email,
  name: "Ünïcode '; drop table accounts; --",
  rateLimitPerMinute: null,
  monthlyQuota: null,
  createdAt: "2026-01-01T00:00:00.000Z",
  verifiedAt: null,
});

interface Stored {
  /** Opens the same stored data again each time. */
  open: () => Promise<SqlStore>;
  database: () => Promise<SqlDatabase>;
  clean: () => Promise<void>;
}

async function sqlite(): Promise<Stored> {
  const directory = mkdtempSync(join(tmpdir(), "offcut-store-"));
  return {
    open: async () => new SqlStore(await openSqlite(directory, { patienceMs: PATIENCE_MS })),
    database: () => openSqlite(directory),
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
  const database = () => openPostgres(server!.url, 8, PATIENCE_MS);
  return {
    open: async () => new SqlStore(await database()),
    database,
    clean: async () => {},
  };
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
  let store: SqlStore;
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
    expect(await store.createAccount(account("a"), "hash", key)).toBe(true);
    await store.close();
    store = await stored.open();
    const shown = account("a");
    expect(await store.findKey(key.hash, NOW)).toEqual({ keyId: key.id, scopes: null, account: shown });
    expect(await store.findAccount("a@x.example")).toEqual(shown);
    expect(await store.listAccounts()).toEqual([shown]);
    expect(await store.listKeys("a")).toEqual([{ ...key, accountId: "a", revokedAt: null }]);
  });

  it("refuses an e-mail that is taken, and keeps nothing of the second account", async () => {
    const [one, two] = [createKey(0).record, createKey(0).record];
    expect(await store.createAccount(account("a", "same@x.example"), "hash", one)).toBe(true);
    expect(await store.createAccount(account("b", "same@x.example"), "hash", two)).toBe(false);
    expect(await store.findKey(two.hash, NOW)).toBeUndefined();
    expect(await store.listAccounts()).toHaveLength(1);
    expect(await store.createAccount(account("b"), "hash", two)).toBe(true);
  });

  it("knows the addresses of an account, the twenty seen last", async () => {
    await store.createAccount(account("a"), "", createKey(0).record, "home");
    await store.createAccount(account("b"), "", createKey(0).record);
    expect(await store.knowsAddress("a@x.example", "home")).toBe(true);
    expect(await store.knowsAddress("b@x.example", "home")).toBe(false);
    const day = (n: number) => `2026-02-${String(n).padStart(2, "0")}T00:00:00.000Z`;
    for (let n = 1; n <= 19; n++) await store.keepAddress("a", `hotel ${n}`, day(n));
    await store.keepAddress("a", "home", day(20));
    await store.keepAddress("a", "train", day(21));
    const known = async (address: string) => store.knowsAddress("a@x.example", address);
    expect(await Promise.all(["home", "train", "hotel 2", "hotel 1"].map(known))).toEqual([
      true,
      true,
      true,
      false,
    ]);
  });

  it("finds live keys only", async () => {
    const [one, two] = [createKey(0).record, createKey(0).record];
    await store.createAccount(account("a"), "hash", one);
    await store.addKey("a", two);
    expect(await store.revokeKey(one.id, "2026-02-01T00:00:00.000Z")).toBe(true);
    expect(await store.revokeKey(one.id, "2026-02-02T00:00:00.000Z")).toBe(false);
    expect(await store.revokeKey("unknown", "")).toBe(false);
    expect(await store.findKey(one.hash, NOW)).toBeUndefined();
    expect((await store.findKey(two.hash, NOW))?.keyId).toBe(two.id);
    const keys = await store.listKeys("a");
    expect(keys.find(({ id }) => id === one.id)?.revokedAt).toBe("2026-02-01T00:00:00.000Z");
  });

  it("keeps limits of an account, each by itself", async () => {
    await store.createAccount(account("a"), "hash", createKey(0).record);
    await store.setLimits("a", { rateLimitPerMinute: 5 });
    await store.setLimits("a", { monthlyQuota: 0 });
    expect(await store.findAccount("a@x.example")).toMatchObject({ rateLimitPerMinute: 5, monthlyQuota: 0 });
    await store.setLimits("a", { rateLimitPerMinute: null });
    expect(await store.findAccount("a@x.example")).toMatchObject({ rateLimitPerMinute: null });
  });

  it("counts exactly up to the limit, from two connections at once", async () => {
    await store.createAccount(account("a"), "hash", createKey(0).record);
    const other = await stored.open();
    const attempts = Array.from({ length: 200 }, (_, i) =>
      (i % 2 ? store : other).usage.reserve("a", "2026-01", 77),
    );
    const granted = (await Promise.all(attempts)).filter(Boolean);
    expect(granted).toHaveLength(77);
    expect(await other.usage.used("a", "2026-01")).toBe(77);
    await other.close();
  });

  it("takes back, never below nothing, and counts each month for itself", async () => {
    await store.createAccount(account("a"), "hash", createKey(0).record);
    await store.usage.settle("a", "2026-01", false);
    expect(await store.usage.reserve("a", "2026-01", 1)).toBe(true);
    expect(await store.usage.reserve("a", "2026-01", 1)).toBe(false);
    expect(await store.usage.reserve("a", "2026-02", 1)).toBe(true);
    await store.usage.settle("a", "2026-01", false);
    await store.usage.settle("a", "2026-01", false);
    expect(await store.usage.used("a", "2026-01")).toBe(0);
    expect(await store.usage.used("a", "2026-02")).toBe(1);
    expect(await store.usage.reserve("a", "2026-01", 0)).toBe(true);
  });

  it("ends a key by its time, by its owner, and for another", async () => {
    const scopes = ["solve" as const, "export" as const];
    const old = createKey(0, { name: "CNC", expiresAt: "2026-01-15T00:00:00.001Z", scopes }).record;
    await store.createAccount(account("a"), "hash", old);
    await store.createAccount(account("b"), "hash", createKey(0).record);
    expect(await store.findKey(old.hash, NOW)).toMatchObject({ keyId: old.id, scopes });
    expect(await store.findKey(old.hash, "2026-01-15T00:00:00.001Z")).toBeUndefined();
    expect(await store.revokeKey(old.id, NOW, "b")).toBe(false);
    const next = createKey(1).record;
    expect(await store.replaceKey(old.id, NOW, "b", next)).toBe(false);
    expect(await store.replaceKey(old.id, NOW, "a", next)).toBe(true);
    expect(await store.replaceKey(old.id, NOW, "a", createKey(2).record)).toBe(false);
    const keys = await store.listKeys("a");
    expect(keys.map(({ id, revokedAt }) => [id, revokedAt])).toEqual([
      [old.id, NOW],
      [next.id, null],
    ]);
  });

  it("keeps the newest token for each purpose, good for once", async () => {
    await store.createAccount(account("a"), "hash", createKey(0).record);
    const token = (hash: string) => ({
      hash,
      accountId: "a",
      purpose: "reset" as const,
      expiresAt: "2026-02-01T00:00:00.000Z",
    });
    await store.addToken(token("one"));
    await store.addToken(token("two"));
    expect(await store.useToken("one", "reset", NOW)).toBeUndefined();
    expect(await store.useToken("two", "verify", NOW)).toBeUndefined();
    expect(await store.useToken("two", "reset", "2026-02-01T00:00:00.000Z")).toBeUndefined();
    expect(await store.useToken("two", "reset", NOW)).toBe("a");
    expect(await store.useToken("two", "reset", NOW)).toBeUndefined();
    await store.setPassword("a", "new");
    expect((await store.findLogin("a@x.example"))?.passwordHash).toBe("new");
  });

  it("gives back what a process that died had under way, once", async () => {
    await store.createAccount(account("a"), "hash", createKey(0).record);
    const dying = await stored.open();
    await dying.beat();
    for (let i = 0; i < 5; i++) await dying.usage.reserve("a", "2026-01", 10);
    await dying.usage.settle("a", "2026-01", true);
    await dying.usage.settle("a", "2026-01", false);
    await dying.beat();
    const third = await stored.open();
    const listen = async (from: number, to: number) => {
      for (let second = from; second <= to; second++)
        await Promise.all([store.beat(1000 * second), third.beat(1000 * second)]);
    };
    await listen(1, 11);
    await store.usage.reserve("a", "2026-01", 10);
    expect(await store.usage.used("a", "2026-01")).toBe(5);
    // It has said nothing for more than ten seconds.
    await listen(12, 12);
    expect(await store.usage.used("a", "2026-01")).toBe(2);
    // It was only held up: its two answers under way count again, and one of them comes to nothing.
    await dying.usage.settle("a", "2026-01", false);
    await dying.beat();
    expect(await store.usage.used("a", "2026-01")).toBe(4);
    await dying.usage.settle("a", "2026-01", true);
    await dying.usage.settle("a", "2026-01", false);
    await dying.beat();
    expect(await store.usage.used("a", "2026-01")).toBe(3);
    await Promise.all([dying.close(), third.close()]);
    expect(await store.usage.used("a", "2026-01")).toBe(3);
  });

  it("takes no process for dead whose clock is set back, nor after it has not listened itself", async () => {
    await store.createAccount(account("a"), "hash", createKey(0).record);
    const other = await stored.open();
    const used = () => store.usage.used("a", "2026-01");
    await other.beat();
    for (let i = 0; i < 5; i++) await other.usage.reserve("a", "2026-01", 10);
    vi.useFakeTimers({ toFake: ["Date"] });
    for (let second = 0; second < 30; second++) {
      vi.setSystemTime(Date.now() - 3_600_000);
      await other.beat();
      await store.beat(1000 * second);
    }
    vi.useRealTimers();
    const held = await used();
    expect(held).toBeGreaterThan(0);
    // The store was away for a minute, or this process was stopped.
    await store.beat(90_000);
    expect(await used()).toBe(held);
    for (let second = 91; second <= 101; second++) await store.beat(1000 * second);
    expect(await used()).toBe(0);
    await other.close();
  });

  it("can be opened by several processes at the same moment", async () => {
    await stored.clean();
    stored = await prepare();
    const opened = await Promise.all([stored.open(), stored.open(), stored.open()]);
    await Promise.all(opened.map((each) => each.beat(0)));
    await Promise.all(opened.map((each) => each.close()));
    await store.close();
    store = await stored.open();
  });

  it("keeps jobs with their bodies, and hands each that is left to one process", async () => {
    await store.createAccount(account("a"), "hash", createKey(0).record);
    const database = await stored.database();
    const [one, two] = [new JobStore(database, "one"), new JobStore(database, "two")];
    const body = new Uint8Array([0, 1, 255, 10, 0]);
    const record = {
      id: "job_1",
      accountId: "a",
      period: "2026-01",
      job: { kind: "nest" as const, body, timeLimitMs: 5 },
      state: "queued" as const,
      cancelled: false,
      progress: null,
      notify: "https://x.example/",
      createdAt: 1_800_000_000_000,
      finishedAt: null,
      expiresAt: 1_800_000_100_000,
    };
    const now = record.createdAt;
    await one.add(record, 10);
    expect(await two.adopt(now + 10, now + 20)).toBeUndefined();
    const adopted = await Promise.all([two.adopt(now + 11, now + 20), one.adopt(now + 11, now + 20)]);
    expect(adopted.filter(Boolean)).toMatchObject([record]);
    await two.progress("job_1", { seq: 0, elapsed_ms: 1 });
    expect(await two.find("job_1", "a", now)).toMatchObject({
      state: "running",
      progress: { seq: 0, elapsed_ms: 1 },
    });
    expect(await two.find("job_1", "b", now)).toBeUndefined();
    // One open job of the account is enough.
    expect(await two.add({ ...record, id: "job_too_many" }, 10, 1)).toBe(false);
    await one.cancel("job_1");
    const keeper = adopted[0] ? two : one;
    expect(await keeper.renew(["job_1"], now + 30)).toEqual(["job_1"]);
    const answer = { status: 200, headers: { A: "b" }, body: "ü\n", elapsedMs: 1 };
    expect(await two.finish("job_1", "cancelled", answer, now + 21, now + 40)).toBe(true);
    expect(await one.finish("job_1", "failed", undefined, now + 22, now + 50)).toBe(false);
    expect(await one.answer("job_1")).toEqual({ answer, bytes: 0 });
    // A long body lies by itself, and is read piece by piece.
    await one.add({ ...record, id: "job_2", notify: null }, 10);
    const long = { ...answer, body: "ü\n".repeat(100_000) };
    await one.finish("job_2", "succeeded", long, now + 21, now + 40);
    const kept = (await one.answer("job_2"))!;
    expect(kept.answer).toEqual({ ...long, body: "" });
    expect(kept.bytes).toBeGreaterThan(100);
    const pieces: Uint8Array[] = [];
    for await (const piece of await one.body("job_2")) pieces.push(piece);
    expect(Buffer.concat(pieces).toString()).toBe(long.body);
    // Its owner has still to be told.
    expect(await one.adopt(now + 31, now + 33)).toMatchObject({ id: "job_1", state: "cancelled" });
    await one.told("job_1");
    expect(await one.adopt(now + 39, now + 50)).toBeUndefined();
    await one.sweep(now + 40);
    expect(await one.answer("job_1")).toBeUndefined();
    await database.close();
  });

  it("takes as many keys and jobs as an account may have, however many ask at once", async () => {
    await store.createAccount(account("a"), "hash", createKey(0).record);
    const other = await stored.open();
    const keys = Array.from({ length: 30 }, (_, i) =>
      (i % 2 ? store : other).addKey("a", createKey(0).record, 10),
    );
    expect((await Promise.all(keys)).filter(Boolean)).toHaveLength(9);
    expect(await store.listKeys("a")).toHaveLength(10);
    const databases = [await stored.database(), await stored.database()];
    const jobs = databases.map((database, i) => new JobStore(database, `p${i}`));
    const job = { kind: "cut" as const, body: new Uint8Array([1, 2]), timeLimitMs: 5 };
    const rest = { progress: null, notify: null, finishedAt: null, createdAt: 1, expiresAt: 9e9 };
    const record = {
      ...rest,
      accountId: "a",
      period: "2026-01",
      job,
      state: "queued" as const,
      cancelled: false,
    };
    const taken = Array.from({ length: 30 }, (_, i) =>
      jobs[i % 2]!.add({ ...record, id: `job_${i}` }, 10, 10),
    );
    expect((await Promise.all(taken)).filter(Boolean)).toHaveLength(10);
    for (const database of databases) await database.close();
    await other.close();
  });

  it("forgets the oldest results of an account beyond its share, and never the newest", async () => {
    await store.createAccount(account("a"), "hash", createKey(0).record);
    const database = await stored.database();
    const jobs = new JobStore(database, "p");
    const job = { kind: "cut" as const, body: new Uint8Array(), timeLimitMs: 5 };
    const common = { accountId: "a", period: "2026-01", job, state: "queued" as const, cancelled: false };
    const rest = { progress: null, notify: null, finishedAt: null, expiresAt: 9e9 };
    const left = async () => {
      const rows = await database.run("select id from jobs where account_id = 'a' order by id");
      return rows.map(({ id }) => id);
    };
    for (let i = 0; i < 4; i++) {
      await jobs.add({ ...common, ...rest, id: `job_${i}`, createdAt: i }, 10);
      const answer = { status: 200, headers: {}, body: "ü".repeat(500), elapsedMs: 1 };
      await jobs.finish(`job_${i}`, "succeeded", answer, i, 9e9);
    }
    await jobs.add({ ...common, ...rest, id: "job_open", createdAt: 0 }, 10);
    await jobs.trim("a", 5000);
    expect(await left()).toHaveLength(5);
    await jobs.trim("a", 1500);
    expect(await left()).toEqual(["job_2", "job_3", "job_open"]);
    await jobs.trim("a", 1);
    expect(await left()).toEqual(["job_3", "job_open"]);
    await database.close();
  });

  it("keeps answers that may be asked for again", async () => {
    const database = await stored.database();
    const replays = new ReplayStore(database, "p");
    await database.count(["insert into processes (id, seen_at) values ('p', 0) returning id"]);
    const replay = { scope: "a", key: "k", request: new Uint8Array([1]) };
    const begun = await Promise.all(
      Array.from({ length: 8 }, () => replays.begin(replay, 1_800_000_000_000)),
    );
    expect(begun.filter(({ state }) => state === "new")).toHaveLength(1);
    const kept = Uint8Array.from({ length: 3000 }, (_, i) => i);
    await replays.end(replay, kept);
    const done = await replays.begin(replay, 1_800_000_000_001);
    // Sealed: with a nonce and a tag.
    expect(done).toMatchObject({ state: "done", bytes: 3028 });
    expect(Uint8Array.from(await (done as Done).read())).toEqual(kept);
    const later = { ...replay, key: "later" };
    await replays.begin(later, 1_800_000_000_002);
    await replays.end(later, Buffer.from("short"));
    await replays.sweep(1_800_000_000_003, 10_000);
    expect(await replays.begin(replay, 1_800_000_000_004)).toMatchObject({ state: "done" });
    await replays.sweep(1_800_000_000_005, 1);
    expect(await replays.begin(later, 1_800_000_000_006)).toMatchObject({ state: "done" });
    expect(await replays.begin(replay, 1_800_000_000_007)).toEqual({ state: "new" });
    await replays.sweep(1_800_100_000_000, 1e9);
    expect(await replays.begin(replay, 1_800_100_000_000)).toEqual({ state: "new" });
    await replays.end(replay, undefined);
    await database.close();
  });

  it("says when it cannot answer", async () => {
    await store.beat(0);
    const other = await stored.open();
    await other.close();
    await expect(other.beat(0)).rejects.toThrow();
  });
});
