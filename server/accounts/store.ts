/** What the service remembers: accounts, the hashes of their keys, and how much of a month each has used. */

export interface Account {
  id: string;
  /** Lower case: one account per address. */
  email: string;
  name: string;
  /** Requests a minute for each key; the service's default when null, no limit when 0. */
  rateLimitPerMinute: number | null;
  /** Requests a month; the service's default when null, no limit when 0. */
  monthlyQuota: number | null;
  /** ISO 8601, UTC. */
  createdAt: string;
}

export interface NewAccount extends Account {
  passwordHash: string;
}

export interface NewKey {
  id: string;
  /** SHA-256 of the key, in hex: the key itself is stored nowhere. */
  hash: string;
  /** The key's first characters, for people to tell keys apart. */
  prefix: string;
  createdAt: string;
}

export interface ApiKey extends NewKey {
  accountId: string;
  revokedAt: string | null;
}

/** Who a live key belongs to. */
export interface KeyOwner {
  keyId: string;
  account: Account;
}

export interface AccountLimits {
  rateLimitPerMinute?: number | null;
  monthlyQuota?: number | null;
}

export interface AccountStore {
  /** Both at once or neither; false when the e-mail is taken. */
  createAccount(account: NewAccount, key: NewKey): Promise<boolean>;
  addKey(accountId: string, key: NewKey): Promise<void>;
  /** Nothing for a key that was never issued and for one that has been revoked. */
  findKey(hash: string): Promise<KeyOwner | undefined>;
  /** False when there is no live key with that id. */
  revokeKey(keyId: string, at: string): Promise<boolean>;
  findAccount(email: string): Promise<Account | undefined>;
  listAccounts(): Promise<Account[]>;
  listKeys(accountId: string): Promise<ApiKey[]>;
  setLimits(accountId: string, limits: AccountLimits): Promise<void>;
  /**
   * Counts one request of the period unless `limit` have been counted; 0 is no limit. Exact among any number of
   * callers at once.
   */
  reserveUsage(accountId: string, period: string, limit: number): Promise<boolean>;
  /** Takes one back. */
  releaseUsage(accountId: string, period: string): Promise<void>;
  usage(accountId: string, period: string): Promise<number>;
  /** Rejects when the store cannot answer. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

/** The month that usage is counted in, as in `2026-01`. UTC. */
export function periodOf(now: number): string {
  return new Date(now).toISOString().slice(0, 7);
}
