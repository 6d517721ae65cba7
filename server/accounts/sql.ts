/** The account store in SQL that SQLite and PostgreSQL both understand; a database brings the connection. */
import type { Account, AccountLimits, AccountStore, ApiKey, KeyOwner, NewAccount, NewKey } from "./store.ts";

export type Value = string | number | null;
export type Row = Record<string, Value>;
export type Statement = [sql: string, ...values: Value[]];

/** Values stand for `?` in the text, in order. */
export interface SqlDatabase {
  run(...statement: Statement): Promise<Row[]>;
  /** All of them or none; false when a unique index refuses one. */
  runAll(statements: Statement[]): Promise<boolean>;
  close(): Promise<void>;
}

export const TABLES = [
  `create table if not exists accounts (
    id text primary key, email text not null unique, name text not null, password_hash text not null,
    rate_limit_per_minute integer, monthly_quota integer, created_at text not null
  )`,
  `create table if not exists api_keys (
    id text primary key, account_id text not null references accounts (id), hash text not null unique,
    prefix text not null, created_at text not null, revoked_at text
  )`,
  "create index if not exists api_keys_of_account on api_keys (account_id)",
  `create table if not exists usage (
    account_id text not null, period text not null, n integer not null, primary key (account_id, period)
  )`,
];

/** More requests than any month has: what is not limited is still counted. */
const UNLIMITED = 2_000_000_000;

export class SqlStore implements AccountStore {
  constructor(private readonly database: SqlDatabase) {}

  createAccount(account: NewAccount, key: NewKey): Promise<boolean> {
    const { id, email, name, passwordHash, rateLimitPerMinute, monthlyQuota, createdAt } = account;
    const values = [id, email, name, passwordHash, rateLimitPerMinute, monthlyQuota, createdAt];
    return this.database.runAll([
      ["insert into accounts values (?, ?, ?, ?, ?, ?, ?)", ...values],
      insertKey(id, key),
    ]);
  }

  async addKey(accountId: string, key: NewKey): Promise<void> {
    await this.database.run(...insertKey(accountId, key));
  }

  async findKey(hash: string): Promise<KeyOwner | undefined> {
    const [row] = await this.database.run(
      `select k.id as key_id, a.* from api_keys k join accounts a on a.id = k.account_id
       where k.hash = ? and k.revoked_at is null`,
      hash,
    );
    return row && { keyId: String(row.key_id), account: accountFrom(row) };
  }

  async revokeKey(keyId: string, at: string): Promise<boolean> {
    const sql = "update api_keys set revoked_at = ? where id = ? and revoked_at is null returning id";
    return (await this.database.run(sql, at, keyId)).length === 1;
  }

  async findAccount(email: string): Promise<Account | undefined> {
    const [row] = await this.database.run("select * from accounts where email = ?", email);
    return row && accountFrom(row);
  }

  async listAccounts(): Promise<Account[]> {
    return (await this.database.run("select * from accounts order by created_at, id")).map(accountFrom);
  }

  async listKeys(accountId: string): Promise<ApiKey[]> {
    const sql = "select * from api_keys where account_id = ? order by created_at, id";
    return (await this.database.run(sql, accountId)).map(keyFrom);
  }

  async setLimits(accountId: string, { rateLimitPerMinute, monthlyQuota }: AccountLimits): Promise<void> {
    if (rateLimitPerMinute !== undefined) {
      const sql = "update accounts set rate_limit_per_minute = ? where id = ?";
      await this.database.run(sql, rateLimitPerMinute, accountId);
    }
    if (monthlyQuota !== undefined) {
      const sql = "update accounts set monthly_quota = ? where id = ?";
      await this.database.run(sql, monthlyQuota, accountId);
    }
  }

  /** One statement, so that it is exact however many processes ask at once. */
  async reserveUsage(accountId: string, period: string, limit: number): Promise<boolean> {
    const rows = await this.database.run(
      `insert into usage (account_id, period, n) values (?, ?, 1)
       on conflict (account_id, period) do update set n = usage.n + 1 where usage.n < ? returning n`,
      accountId,
      period,
      limit === 0 ? UNLIMITED : limit,
    );
    return rows.length === 1;
  }

  async releaseUsage(accountId: string, period: string): Promise<void> {
    const sql = "update usage set n = n - 1 where account_id = ? and period = ? and n > 0";
    await this.database.run(sql, accountId, period);
  }

  async usage(accountId: string, period: string): Promise<number> {
    const sql = "select n from usage where account_id = ? and period = ?";
    return Number((await this.database.run(sql, accountId, period))[0]?.n ?? 0);
  }

  async ping(): Promise<void> {
    await this.database.run("select 1 as n");
  }

  close(): Promise<void> {
    return this.database.close();
  }
}

function insertKey(accountId: string, { id, hash, prefix, createdAt }: NewKey): Statement {
  const sql = "insert into api_keys (id, account_id, hash, prefix, created_at) values (?, ?, ?, ?, ?)";
  return [sql, id, accountId, hash, prefix, createdAt];
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
