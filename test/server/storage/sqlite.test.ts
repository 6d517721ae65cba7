/** Accidents of a file: other programs, full and read-only disks, older and newer versions, mistyped paths. */
import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "@photostructure/sqlite";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Account } from "../../../server/accounts/account-store.ts";
import { createKey } from "../../../server/accounts/keys.ts";
import { SqlStore } from "../../../server/accounts/sqlstore.ts";
import { answerFromError } from "../../../server/answers/errors.ts";
import { findData, openSqlite } from "../../../server/storage/sqlite.ts";

const NOW = "2026-01-15T00:00:00.000Z";
const account = (id: string): Account => ({
  id,
  email: `${id}@x.example`,
  name: id,
  rateLimitPerMinute: null,
  monthlyQuota: null,
  createdAt: NOW,
  verifiedAt: null,
});

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "offcut-sqlite-"));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

/** Resolves with the answer that a client gets. */
async function refusal(work: Promise<unknown>) {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  const { status, headers, body } = answerFromError(error);
  return [status, headers["Retry-After"] !== undefined, body];
}
const UNAVAILABLE = [503, true, '{"detail":"Service Unavailable"}'];

describe("the file of accounts", () => {
  it("is for its owner alone, also where it was not", async () => {
    const modes = () =>
      ["accounts.db", "accounts.db-wal"].map((name) => statSync(join(directory, name)).mode & 0o777);
    let store = new SqlStore(await openSqlite(directory));
    await store.createAccount(account("a"), "", createKey(0).record);
    expect(modes()).toEqual([0o600, 0o600]);
    await store.close();
    chmodSync(join(directory, "accounts.db"), 0o644);
    store = new SqlStore(await openSqlite(directory));
    await store.beat(0);
    expect(modes()).toEqual([0o600, 0o600]);
    await store.close();
  });

  it("is not made where the path to it is wrong, and new data is told", async () => {
    const told: string[] = [];
    const options = { onNew: (file: string) => told.push(file) };
    await expect(openSqlite(join(directory, "dta", "offcut"), options)).rejects.toThrow(
      `DATA_DIR cannot be used: there is no directory ${join(directory, "dta")}`,
    );
    writeFileSync(join(directory, "file"), "");
    await expect(openSqlite(join(directory, "file"), options)).rejects.toThrow("DATA_DIR cannot be used");
    await expect(findData(join(directory, "data"))).rejects.toThrow("DATA_DIR names another directory");
    await (await openSqlite(join(directory, "data"), options)).close();
    await (await openSqlite(join(directory, "data"), options)).close();
    expect(told).toEqual([await findData(join(directory, "data"))]);
  });

  it("is taken over from version 1.0.0, and not from a newer one", async () => {
    const old = new DatabaseSync(join(directory, "accounts.db"));
    old.exec(`
      create table accounts (id text primary key, email text not null unique, name text not null, password_hash text not null,
        rate_limit_per_minute integer, monthly_quota integer, created_at text not null);
      create table api_keys (id text primary key, account_id text not null references accounts (id), hash text not null unique,
        prefix text not null, created_at text not null, revoked_at text);
      create table usage (account_id text not null, period text not null, n integer not null, primary key (account_id, period));
      insert into accounts values ('a', 'a@x.example', 'A', 'hash', 5, null, '${NOW}');
      insert into api_keys values ('k', 'a', 'h', 'ofc_x', '${NOW}', null);
      insert into usage values ('a', '2026-01', 7);
    `);
    old.close();
    for (let i = 0; i < 2; i++) {
      const store = new SqlStore(await openSqlite(directory));
      expect(await store.findKey("h", NOW)).toEqual({
        keyId: "k",
        scopes: null,
        account: { ...account("a"), name: "A", rateLimitPerMinute: 5 },
      });
      expect(await store.usage.used("a", "2026-01")).toBe(7);
      await store.close();
    }
    const newer = new DatabaseSync(join(directory, "accounts.db"));
    newer.exec("update schema_version set version = 99");
    newer.close();
    await expect(openSqlite(directory)).rejects.toThrow(
      "written by a newer version of the service (schema 99",
    );
  });

  it("is written into a backup that takes its place, while it is used", async () => {
    const database = await openSqlite(directory);
    const store = new SqlStore(database);
    const key = createKey(0).record;
    await store.createAccount(account("a"), "hash", key);
    const copies = join(directory, "copies");
    mkdirSync(copies);
    const file = join(copies, "accounts.db");
    await database.backup(file);
    await expect(database.backup(file)).rejects.toThrow("EEXIST");
    expect(statSync(file).mode & 0o777).toBe(0o600);
    await store.createAccount(account("b"), "hash", createKey(0).record);
    await store.close();
    const restored = new SqlStore(await openSqlite(copies));
    expect((await restored.findKey(key.hash, NOW))?.account.id).toBe("a");
    expect(await restored.listAccounts()).toHaveLength(1);
    await restored.close();
  });
});

describe("a lock that another program holds", () => {
  it("is waited for without holding anybody up, and not for ever", async () => {
    const store = new SqlStore(await openSqlite(directory, { patienceMs: 200 }));
    await store.createAccount(account("a"), "", createKey(0).record);
    const other = new DatabaseSync(join(directory, "accounts.db"));
    other.exec("begin immediate");
    let turns = 0;
    const counting = setInterval(() => turns++, 1);
    expect(await refusal(store.createAccount(account("b"), "", createKey(0).record))).toEqual(UNAVAILABLE);
    expect(await refusal(store.usage.reserve("a", "2026-01", 0))).toEqual(UNAVAILABLE);
    clearInterval(counting);
    expect(turns).toBeGreaterThan(10);
    // Reading goes on.
    expect(await store.listAccounts()).toHaveLength(1);
    const waiting = store.usage.reserve("a", "2026-01", 0);
    other.exec("commit");
    expect(await waiting).toBe(true);
    other.close();
    await store.close();
  });

  it("is told as 503 by every call that writes, be it one statement or several", async () => {
    const database = await openSqlite(directory, { patienceMs: 0 });
    const other = new DatabaseSync(join(directory, "accounts.db"));
    other.exec("begin immediate");
    const write = "delete from accounts where id = ? returning id";
    for (const work of [
      () => database.run(write, "a"),
      () => database.count([write, "a"]),
      () => database.runThen([write, "a"], [write, "b"]),
      () => database.count([write, "a"], [write, "b"]),
    ]) {
      expect(await refusal(work())).toEqual(UNAVAILABLE);
    }
    other.close();
    await database.close();
  });
});

/** A disk of its own needs root. */
const mount = (...args: string[]) => spawnSync("mount", args).status === 0;
const canMount = mount("-t", "tmpfs", "-o", "size=64k", "offcut", mkdirAt("probe")) && unmountProbe();

function mkdirAt(name: string): string {
  const path = join(tmpdir(), `offcut-${name}-${process.pid}`);
  mkdirSync(path, { recursive: true });
  return path;
}
function unmountProbe(): boolean {
  const path = mkdirAt("probe");
  const ended = spawnSync("umount", [path]).status === 0;
  rmSync(path, { recursive: true, force: true });
  return ended;
}

describe.skipIf(!canMount)("a disk", () => {
  beforeEach(() => mount("-t", "tmpfs", "-o", "size=512k,mode=700", "offcut", directory));
  afterEach(() => spawnSync("umount", ["-l", directory]));

  it("that is full gives 503, and everything goes on once there is room", async () => {
    const store = new SqlStore(await openSqlite(directory));
    await store.createAccount(account("a"), "", createKey(0).record);
    let left = 512 * 1024;
    for (let i = 0; left >= 1; i++) {
      try {
        writeFileSync(join(directory, `ballast${i}`), Buffer.alloc(left, 1));
      } catch {
        left = Math.floor(left / 2);
      }
    }
    const full = async () => {
      for (let i = 0; i < 200; i++) await store.createAccount(account(`more${i}`), "", createKey(0).record);
    };
    expect(await refusal(full())).toEqual(UNAVAILABLE);
    expect((await store.listAccounts())[0]?.id).toBe("a");
    for (let i = 0; i < 100; i++) rmSync(join(directory, `ballast${i}`), { force: true });
    expect(await store.createAccount(account("b"), "", createKey(0).record)).toBe(true);
    await store.close();
  });

  it("that is read-only is told at the start", async () => {
    mount("-t", "tmpfs", "-o", "ro", "offcut", directory);
    await expect(openSqlite(directory)).rejects.toThrow(/DATA_DIR cannot be used: EROFS/);
    spawnSync("umount", ["-l", directory]);
  });
});
