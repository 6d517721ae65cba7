/**
 * The embedded store: one SQLite file in WAL mode. Node's own binding where there is one (22.13 and later), else a package with the
 * same interface and binaries of its own. A killed process loses nothing that was acknowledged.
 */
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { Account, AccountLimits, AccountStore, ApiKey, KeyOwner, NewAccount, NewKey } from "./store.ts";

type Value = string | number | null;
type Row = Record<string, Value>;
interface Statement {
  run(...values: Value[]): { changes: number | bigint };
  get(...values: Value[]): Row | undefined;
  all(...values: Value[]): Row[];
}
interface Database {
  exec(sql: string): void;
  prepare(sql: string): Statement;
  close(): void;
}
interface Binding {
  DatabaseSync: new (path: string) => Database;
}

const SCHEMA = `
  create table if not exists accounts (
    id text primary key, email text not null unique, name text not null, password_hash text not null,
    rate_limit_per_minute integer, monthly_quota integer, created_at text not null
  ) strict;
  create table if not exists api_keys (
    id text primary key, account_id text not null references accounts (id), hash text not null unique,
    prefix text not null, created_at text not null, revoked_at text
  ) strict;
  create index if not exists api_keys_of_account on api_keys (account_id);
  create table if not exists usage (
    account_id text not null, period text not null, n integer not null, primary key (account_id, period)
  ) strict, without rowid;
`;

/** The result code of a broken unique index. */
const UNIQUE_VIOLATION = 2067;

/** Opens `accounts.db` in a directory, which is made where there is none. `:memory:` keeps everything in memory. */
export async function openSqliteStore(directory: string): Promise<AccountStore> {
  if (directory !== ":memory:") await mkdir(directory, { recursive: true });
  const { DatabaseSync } = await loadBinding();
  const database = new DatabaseSync(directory === ":memory:" ? directory : join(directory, "accounts.db"));
  database.exec("pragma journal_mode = wal; pragma synchronous = normal; pragma busy_timeout = 5000;");
  database.exec("pragma foreign_keys = on;");
  database.exec(SCHEMA);
  return new SqliteStore(database);
}

async function loadBinding(): Promise<Binding> {
  const own = "node:sqlite";
  return import(own).catch(() => import("@photostructure/sqlite"));
}

class SqliteStore implements AccountStore {
  private readonly statements = new Map<string, Statement>();

  constructor(private readonly database: Database) {}

  async createAccount(account: NewAccount, key: NewKey): Promise<boolean> {
    this.database.exec("begin immediate");
    try {
      const { id, email, name, passwordHash, rateLimitPerMinute, monthlyQuota, createdAt } = account;
      this.prepared("insert into accounts values (?, ?, ?, ?, ?, ?, ?)").run(
        id,
        email,
        name,
        passwordHash,
        rateLimitPerMinute,
        monthlyQuota,
        createdAt,
      );
      this.insertKey(id, key);
      this.database.exec("commit");
      return true;
    } catch (error) {
      this.database.exec("rollback");
      if ((error as { errcode?: number }).errcode === UNIQUE_VIOLATION) return false;
      throw error;
    }
  }

  async addKey(accountId: string, key: NewKey): Promise<void> {
    this.insertKey(accountId, key);
  }

  async findKey(hash: string): Promise<KeyOwner | undefined> {
    const row = this.prepared(
      `select k.id as key_id, a.* from api_keys k join accounts a on a.id = k.account_id
       where k.hash = ? and k.revoked_at is null`,
    ).get(hash);
    return row && { keyId: String(row.key_id), account: accountFrom(row) };
  }

  async revokeKey(keyId: string, at: string): Promise<boolean> {
    const sql = "update api_keys set revoked_at = ? where id = ? and revoked_at is null";
    return Number(this.prepared(sql).run(at, keyId).changes) === 1;
  }

  async findAccount(email: string): Promise<Account | undefined> {
    const row = this.prepared("select * from accounts where email = ?").get(email);
    return row && accountFrom(row);
  }

  async listAccounts(): Promise<Account[]> {
    return this.prepared("select * from accounts order by created_at, id").all().map(accountFrom);
  }

  async listKeys(accountId: string): Promise<ApiKey[]> {
    const sql = "select * from api_keys where account_id = ? order by created_at, id";
    return this.prepared(sql).all(accountId).map(keyFrom);
  }

  async setLimits(accountId: string, limits: AccountLimits): Promise<void> {
    const { rateLimitPerMinute, monthlyQuota } = limits;
    if (rateLimitPerMinute !== undefined) {
      const sql = "update accounts set rate_limit_per_minute = ? where id = ?";
      this.prepared(sql).run(rateLimitPerMinute, accountId);
    }
    if (monthlyQuota !== undefined) {
      this.prepared("update accounts set monthly_quota = ? where id = ?").run(monthlyQuota, accountId);
    }
  }

  async reserveUsage(accountId: string, period: string, limit: number): Promise<boolean> {
    const most = limit === 0 ? Number.MAX_SAFE_INTEGER : limit;
    const row = this.prepared(
      `insert into usage (account_id, period, n) values (?, ?, 1)
       on conflict (account_id, period) do update set n = usage.n + 1 where usage.n < ? returning n`,
    ).get(accountId, period, most);
    return row !== undefined;
  }

  async releaseUsage(accountId: string, period: string): Promise<void> {
    const sql = "update usage set n = n - 1 where account_id = ? and period = ? and n > 0";
    this.prepared(sql).run(accountId, period);
  }

  async usage(accountId: string, period: string): Promise<number> {
    const sql = "select n from usage where account_id = ? and period = ?";
    return Number(this.prepared(sql).get(accountId, period)?.n ?? 0);
  }

  async ping(): Promise<void> {
    this.prepared("select 1").get();
  }

  async close(): Promise<void> {
    this.database.close();
  }

  private insertKey(accountId: string, { id, hash, prefix, createdAt }: NewKey): void {
    const sql = "insert into api_keys (id, account_id, hash, prefix, created_at) values (?, ?, ?, ?, ?)";
    this.prepared(sql).run(id, accountId, hash, prefix, createdAt);
  }

  private prepared(sql: string): Statement {
    const known = this.statements.get(sql);
    if (known) return known;
    const statement = this.database.prepare(sql);
    this.statements.set(sql, statement);
    return statement;
  }
}

function accountFrom(row: Row): Account {
  return {
    id: String(row.id),
    email: String(row.email),
    name: String(row.name),
    rateLimitPerMinute: numberOrNull(row.rate_limit_per_minute),
    monthlyQuota: numberOrNull(row.monthly_quota),
    createdAt: String(row.created_at),
  };
}

function keyFrom(row: Row): ApiKey {
  return {
    id: String(row.id),
    accountId: String(row.account_id),
    hash: String(row.hash),
    prefix: String(row.prefix),
    createdAt: String(row.created_at),
    revokedAt: row.revoked_at == null ? null : String(row.revoked_at),
  };
}

function numberOrNull(value: Value | undefined): number | null {
  return value == null ? null : Number(value);
}
