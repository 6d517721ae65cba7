/** The account store in SQL. */
import { randomUUID } from "node:crypto";
import { type DatabaseRow, fieldsFrom, type SqlDatabase, type Statement } from "../storage/database.ts";
import {
  type Account,
  type AccountLimits,
  type ApiKey,
  type KeyOwner,
  LIVE_KEY,
  type NewKey,
  type NewToken,
  type Scope,
  type TokenPurpose,
} from "./account-store.ts";
import { Silence } from "./silence.ts";
import { UsageLeases } from "./usage.ts";

/** How often a process says that it lives. */
const BEAT_MS = 1_000;
/** Addresses that an account knows. */
const MOST_ADDRESSES = 20;

const ACCOUNT =
  "a.id, a.email, a.name, a.rate_limit_per_minute, a.monthly_quota, a.created_at, a.verified_at";

export class SqlStore {
  readonly usage: UsageLeases;
  /** Owners that were let in within the last second, by the hash of their key. */
  readonly recent = new Map<string, KeyOwner>();
  private readonly silence = new Silence();
  private beats: ReturnType<typeof setInterval> | undefined;

  constructor(
    private readonly database: SqlDatabase,
    private readonly processId: string = randomUUID(),
  ) {
    this.usage = new UsageLeases(database, processId);
  }

  /** All at once or nothing; false when the e-mail is taken. `address` is known to the account from then on. */
  async createAccount(account: Account, passwordHash: string, key: NewKey, address?: string) {
    const { id, email, name, rateLimitPerMinute, monthlyQuota, createdAt, verifiedAt } = account;
    const insert: Statement = [
      `insert into accounts (id, email, name, password_hash, rate_limit_per_minute, monthly_quota, created_at, verified_at)
       values (?, ?, ?, ?, ?, ?, ?, ?) on conflict (email) do nothing returning id`,
      ...[id, email, name, passwordHash, rateLimitPerMinute, monthlyQuota, createdAt, verifiedAt],
    ];
    const addresses = address === undefined ? [] : [insertAddress(id, address, createdAt)];
    return (await this.database.runThen(insert, insertKey(id, key), ...addresses)).length === 1;
  }

  async findAccount(email: string): Promise<Account | undefined> {
    return (await this.findLogin(email))?.account;
  }

  /** With the hash of the password, which is empty where there is none. */
  async findLogin(email: string): Promise<{ account: Account; passwordHash: string } | undefined> {
    const sql = `select ${ACCOUNT}, a.password_hash from accounts a where email = ?`;
    const [row] = await this.database.run(sql, email);
    if (!row) return undefined;
    const { passwordHash, ...account } = fieldsFrom<Account & { passwordHash: string }>(row);
    return { account, passwordHash };
  }

  async listAccounts(): Promise<Account[]> {
    const sql = `select ${ACCOUNT} from accounts a order by created_at, id`;
    return (await this.database.run(sql)).map((row) => fieldsFrom<Account>(row));
  }

  async setLimits(accountId: string, { rateLimitPerMinute, monthlyQuota }: AccountLimits): Promise<void> {
    this.recent.clear();
    const limits = { rate_limit_per_minute: rateLimitPerMinute, monthly_quota: monthlyQuota };
    for (const [column, limit] of Object.entries(limits))
      if (limit !== undefined)
        await this.database.run(`update accounts set ${column} = ? where id = ?`, limit, accountId);
  }

  async setPassword(accountId: string, passwordHash: string): Promise<void> {
    await this.database.run("update accounts set password_hash = ? where id = ?", passwordHash, accountId);
  }

  async setVerified(accountId: string, at: string): Promise<void> {
    await this.database.run("update accounts set verified_at = ? where id = ?", at, accountId);
  }

  /** Has an address known to the account, and forgets the one that was seen longest ago where there are many. */
  async keepAddress(accountId: string, address: string, at: string): Promise<void> {
    await this.database.count(insertAddress(accountId, address, at));
    // Not in one transaction: two logins of one account would lock each other's addresses in two orders.
    await this.database.count([
      `delete from known_addresses where account_id = ? and address not in
       (select address from known_addresses where account_id = ? order by seen_at desc limit ?)`,
      ...[accountId, accountId, MOST_ADDRESSES],
    ]);
  }

  async knowsAddress(email: string, address: string): Promise<boolean> {
    const sql = `select 1 from known_addresses k join accounts a on a.id = k.account_id
      where a.email = ? and k.address = ?`;
    return (await this.database.run(sql, email, address)).length > 0;
  }

  /** False where the account has `most` live keys; exact among any number of callers at once. */
  async addKey(accountId: string, key: NewKey, most = Number.MAX_SAFE_INTEGER): Promise<boolean> {
    const [sql, ...values] = insertKey(accountId, key);
    const live = `select count(*) from api_keys where account_id = ? and ${LIVE_KEY}`;
    await this.database.runThen(lockAccount(accountId), [
      sql.replace(/values \((.*)\)/, `select $1 where (${live}) < ?`),
      ...[...values, accountId, key.createdAt, most],
    ]);
    return (await this.database.run("select 1 from api_keys where id = ?", key.id)).length === 1;
  }

  /** Nothing for a key that was never issued, one that has been revoked and one that has ended. */
  async findKey(hash: string, at: string): Promise<KeyOwner | undefined> {
    const [row] = await this.database.look(
      `select k.id as key_id, k.scopes, ${ACCOUNT} from api_keys k join accounts a on a.id = k.account_id
       where k.hash = ? and ${LIVE_KEY}`,
      hash,
      at,
    );
    if (!row) return undefined;
    const { keyId, scopes: _, ...account } = fieldsFrom<Account & { keyId: string; scopes: string }>(row);
    return { keyId, scopes: scopesFrom(row), account };
  }

  async listKeys(accountId: string): Promise<ApiKey[]> {
    const sql = "select * from api_keys where account_id = ? order by created_at, id";
    return (await this.database.run(sql, accountId)).map((row) => ({
      ...fieldsFrom<ApiKey>(row),
      scopes: scopesFrom(row),
    }));
  }

  /** False when there is no live key with that id, or it is another account's where one is named. */
  async revokeKey(keyId: string, at: string, accountId?: string): Promise<boolean> {
    return (await this.database.run(...endKey(keyId, at, accountId))).length === 1;
  }

  /** Ends one key and adds another, or neither: false when the first is not live or not the account's. */
  async replaceKey(keyId: string, at: string, accountId: string, key: NewKey): Promise<boolean> {
    const ended = await this.database.runThen(endKey(keyId, at, accountId), insertKey(accountId, key));
    return ended.length === 1;
  }

  /** Takes the place of others for the same purpose. */
  async addToken({ hash, accountId, purpose, expiresAt }: NewToken): Promise<void> {
    const insert = "insert into tokens (hash, account_id, purpose, expires_at) values (?, ?, ?, ?)";
    await this.database.runThen(
      lockAccount(accountId),
      ["delete from tokens where account_id = ? and purpose = ?", accountId, purpose],
      [insert, hash, accountId, purpose, expiresAt],
    );
  }

  async hasToken(hash: string, purpose: TokenPurpose, at: string): Promise<boolean> {
    const sql = "select 1 from tokens where hash = ? and purpose = ? and expires_at > ?";
    return (await this.database.run(sql, hash, purpose, at)).length === 1;
  }

  /** The account of a token that has not ended; it cannot be used again. */
  async useToken(hash: string, purpose: TokenPurpose, at: string): Promise<string | undefined> {
    const sql = "delete from tokens where hash = ? and purpose = ? and expires_at > ? returning account_id";
    const [row] = await this.database.run(sql, hash, purpose, at);
    return row && String(row.account_id);
  }

  /**
   * Says that this process lives and what it has counted; gives back what processes had under way that have gone silent.
   * @param now milliseconds that only pass
   */
  async beat(now = performance.now()): Promise<void> {
    this.recent.clear();
    // Each beat writes another number; it is the time, since older versions compare it with theirs.
    await this.database.count([
      `insert into processes (id, seen_at) values (?, ?)
       on conflict (id) do update set seen_at =
         case when excluded.seen_at > processes.seen_at then excluded.seen_at else processes.seen_at + 1 end`,
      ...[this.processId, Date.now()],
    ]);
    await this.usage.beat();
    const rows = await this.database.run("select id, seen_at from processes");
    const beats = rows.map(({ id, seen_at }) => [String(id), Number(seen_at)] as const);
    for (const id of this.silence.after(new Map(beats), now)) {
      await this.usage.bury(id);
      await this.database.count(["delete from processes where id = ?", id]);
    }
  }

  /** Beats now, and again and again until the store is closed. */
  async keepAlive(logger: { warn(fields: object, message: string): void }): Promise<void> {
    await this.beat();
    const warn = (error: Error) =>
      logger.warn({ fault: String(error.cause ?? error) }, "the store does not answer");
    this.beats = setInterval(() => void this.beat().catch(warn), BEAT_MS);
    this.beats.unref();
  }

  async close(): Promise<void> {
    clearInterval(this.beats);
    // A process that ends in good order leaves nothing to be buried; where that fails, the next one buries it.
    await this.usage.close();
    await this.database.count(["delete from processes where id = ?", this.processId]).catch(() => undefined);
    await this.database.close();
  }
}

/** Whoever has it counts alone: two at once would each find room for the last. */
export function lockAccount(accountId: string): Statement {
  return ["update accounts set name = name where id = ? returning id", accountId];
}

function insertAddress(accountId: string, address: string, at: string): Statement {
  const sql = `insert into known_addresses (account_id, address, seen_at) values (?, ?, ?)
    on conflict (account_id, address) do update set seen_at = excluded.seen_at returning address`;
  return [sql, accountId, address, at];
}

function insertKey(accountId: string, key: NewKey): Statement {
  const { id, hash, prefix, createdAt, name, expiresAt, scopes } = key;
  const sql = `insert into api_keys (id, account_id, hash, prefix, created_at, name, expires_at, scopes)
    values (?, ?, ?, ?, ?, ?, ?, ?)`;
  return [sql, id, accountId, hash, prefix, createdAt, name, expiresAt, scopes?.join(" ") ?? null];
}

function endKey(keyId: string, at: string, accountId?: string): Statement {
  const sql = "update api_keys set revoked_at = ? where id = ? and revoked_at is null";
  return accountId === undefined
    ? [`${sql} returning id`, at, keyId]
    : [`${sql} and account_id = ? returning id`, at, keyId, accountId];
}

function scopesFrom({ scopes }: DatabaseRow): Scope[] | null {
  return scopes == null ? null : (String(scopes).split(" ") as Scope[]);
}
