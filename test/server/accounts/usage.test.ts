/** Requests of a month, counted by several processes at once: exact whatever is refused, given up or killed. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest";
import { SqlStore } from "../../../server/accounts/sqlstore.ts";
import type { SqlDatabase } from "../../../server/storage/database.ts";
import { openPostgres } from "../../../server/storage/postgres.ts";
import { openSqlite } from "../../../server/storage/sqlite.ts";
import { type Postgres, startPostgres, unavailable } from "../support/backends.ts";

const MONTH = "2026-01";

let server: Postgres | undefined;
afterAll(() => server?.stop());

interface Stored {
  open: () => Promise<SqlDatabase>;
  clean: () => void;
}

async function sqlite(): Promise<Stored> {
  const directory = mkdtempSync(join(tmpdir(), "offcut-usage-"));
  return {
    open: () => openSqlite(directory, { patienceMs: 120_000 }),
    clean: () => rmSync(directory, { recursive: true }),
  };
}

async function postgres(): Promise<Stored> {
  server ??= await startPostgres();
  const client = new pg.Client(server.url);
  await client.connect();
  await client.query("drop schema public cascade; create schema public");
  await client.end();
  return {
    open: () => openPostgres(server!.url, 8, 120_000),
    clean: () => expect(server!.conflicts()).toEqual([]),
  };
}

describe.each([
  ["SQLite", sqlite, undefined],
  ["PostgreSQL", postgres, unavailable.postgres],
] as const)("usage on %s", (name, prepare, reason) => {
  if (reason !== undefined) {
    console.warn(`Usage on ${name} is not tested: ${reason}`);
    it.skip(reason, () => undefined);
    return;
  }
  let stored: Stored;
  let databases: SqlDatabase[];
  let stores: SqlStore[];
  /** Statements that each process has sent. */
  let sent: number[];

  beforeEach(async () => {
    stored = await prepare();
    databases = [await stored.open(), await stored.open()];
    sent = [0, 0];
    stores = databases.map((database, i) => new SqlStore(counting(database, i), `process ${i}`));
    for (const store of stores) await store.beat(1000);
  });
  afterEach(async () => {
    for (const store of stores) await store.close();
    stored.clean();
  });

  function counting(database: SqlDatabase, i: number): SqlDatabase {
    return new Proxy(database, {
      get(target, call: keyof SqlDatabase) {
        if (call === "run" || call === "count") sent[i]!++;
        const work = target[call] as (...words: unknown[]) => unknown;
        return work.bind(target);
      },
    });
  }

  /** Requests of one account at once on both processes, of which some are refused. */
  async function storm(requests: number, isRefused: (i: number) => boolean, limit: number): Promise<number> {
    const answered = await Promise.all(
      Array.from({ length: requests }, async (_, i) => {
        const store = stores[i % 2]!;
        if (!(await store.usage.reserve("a", MONTH, limit))) return false;
        await new Promise((resolve) => setImmediate(resolve));
        await store.usage.settle("a", MONTH, !isRefused(i));
        return !isRefused(i);
      }),
    );
    return answered.filter(Boolean).length;
  }

  it.each([0, 2, 10, 100])("counts every answer where %s % are refused", async (percent) => {
    const isRefused = (i: number) => (i * 37) % 100 < percent;
    const answered = await storm(400, isRefused, 0);
    expect(answered).toBe(400 - 4 * percent);
    for (const store of stores) await store.beat(1000);
    expect(await stores[0]!.usage.used("a", MONTH)).toBe(answered);
    expect(await stores[1]!.usage.used("a", MONTH)).toBe(answered);
  });

  it("asks the database for a request in fifty, and for a refused one not at all", async () => {
    await storm(400, () => true, 0);
    const before = sent[0]! + sent[1]!;
    await storm(400, () => true, 0);
    expect(sent[0]! + sent[1]! - before).toBeLessThanOrEqual(8);
  });

  it("reaches the limit exactly although another process holds requests that it does not use", async () => {
    // Doubling leases leave the first process with more than it uses.
    for (let i = 0; i < 9; i++) expect(await stores[0]!.usage.reserve("a", MONTH, 20)).toBe(true);
    let done = false;
    const beats = async () => {
      while (!done) {
        await stores[0]!.beat(1000);
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    };
    const reserved = Promise.all(
      Array.from({ length: 30 }, () => stores[1]!.usage.reserve("a", MONTH, 20)),
    ).finally(() => {
      done = true;
    });
    const [granted] = await Promise.all([reserved, beats()]);
    expect(granted.filter(Boolean)).toHaveLength(11);
    expect(await stores[0]!.usage.reserve("a", MONTH, 20)).toBe(false);
    expect(await stores[1]!.usage.used("a", MONTH)).toBe(20);
  });

  it("counts what was answered before a process was killed, and nothing else that it held", async () => {
    for (let i = 0; i < 12; i++) await stores[0]!.usage.reserve("a", MONTH, 20);
    for (let i = 0; i < 7; i++) await stores[0]!.usage.settle("a", MONTH, i !== 3);
    // Nothing is heard of it any more; the other one buries it.
    for (let second = 1; second <= 12; second++) await stores[1]!.beat(1000 * second);
    expect(await stores[1]!.usage.used("a", MONTH)).toBe(6);
    const granted = await Promise.all(
      Array.from({ length: 20 }, () => stores[1]!.usage.reserve("a", MONTH, 20)),
    );
    expect(granted.filter(Boolean)).toHaveLength(14);
  });

  it("settles a request in the month in which it was reserved", async () => {
    await stores[0]!.usage.reserve("a", "2026-01", 5);
    await stores[0]!.usage.reserve("a", "2026-02", 5);
    await stores[0]!.usage.settle("a", "2026-02", false);
    await stores[0]!.usage.settle("a", "2026-01", true);
    await stores[0]!.beat(1000);
    await stores[0]!.beat(1000);
    expect(await stores[1]!.usage.used("a", "2026-01")).toBe(1);
    expect(await stores[1]!.usage.used("a", "2026-02")).toBe(0);
  });

  it("gives back what it holds unused when it ends, and when the limit has changed", async () => {
    for (let i = 0; i < 5; i++) await stores[0]!.usage.reserve("a", MONTH, 20);
    expect(await stores[0]!.usage.reserve("a", MONTH, 5)).toBe(false);
    expect(await stores[0]!.usage.reserve("a", MONTH, 6)).toBe(true);
    for (let i = 0; i < 6; i++) await stores[0]!.usage.settle("a", MONTH, true);
    await stores[0]!.usage.reserve("a", MONTH, 0);
    await stores[0]!.usage.reserve("a", MONTH, 0);
    await stores[0]!.close();
    stores.shift();
    expect(await stores[0]!.usage.used("a", MONTH)).toBe(6);
  });

  it("goes on exactly after the database has failed, whether it did what it was asked or not", async () => {
    const broken = new Error("no answer");
    for (const isDone of [false, true]) {
      const period = `2026-0${isDone ? 2 : 3}`;
      let failing = false;
      const database = new Proxy(databases[0]!, {
        get(target, call: keyof SqlDatabase) {
          const work = (target[call] as (...words: unknown[]) => Promise<unknown>).bind(target);
          return async (...words: unknown[]) => {
            if (!failing) return work(...words);
            if (isDone) await work(...words);
            throw broken;
          };
        },
      });
      const store = new SqlStore(database, `unlucky ${isDone}`);
      await store.usage.reserve("a", period, 10);
      await store.usage.reserve("a", period, 10);
      failing = true;
      await expect(store.usage.settle("a", period, true)).rejects.toBe(broken);
      await expect(store.usage.settle("a", period, true)).rejects.toBe(broken);
      const asked = Array.from({ length: 4 }, () => store.usage.reserve("a", period, 10));
      expect((await Promise.allSettled(asked)).filter(({ status }) => status === "rejected")).not.toEqual([]);
      failing = false;
      await store.beat(1000);
      await store.beat(1000);
      const rest = await Promise.all(Array.from({ length: 12 }, () => store.usage.reserve("a", period, 10)));
      const granted = rest.filter(Boolean).length;
      const before = (await Promise.allSettled(asked)).filter(
        (each) => each.status === "fulfilled" && each.value,
      );
      expect(2 + granted + before.length).toBe(10);
      expect(await stores[1]!.usage.used("a", period)).toBe(10);
    }
  });
});
