/** Memory of the service: accounts, the hashes of their keys, and how much of a month each has used. */

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
  /** When the owner showed that the e-mail address is his; ISO 8601, UTC. */
  verifiedAt: string | null;
}

/** Purposes that a key may be used for. */
export const SCOPES = ["parse", "solve", "export", "account"] as const;
export type Scope = (typeof SCOPES)[number];

export interface NewKey {
  id: string;
  /** SHA-256 of the key, in hex: the key itself is stored nowhere. */
  hash: string;
  /** The key's first characters, for people to tell keys apart. */
  prefix: string;
  createdAt: string;
  /** Name that its owner gave it. */
  name: string;
  /** After this it is as good as revoked; ISO 8601, UTC. */
  expiresAt: string | null;
  /** Everything when null. */
  scopes: Scope[] | null;
}

export interface ApiKey extends NewKey {
  accountId: string;
  revokedAt: string | null;
}

/** Who a live key belongs to, and what it may be used for. */
export interface KeyOwner {
  keyId: string;
  scopes: Scope[] | null;
  account: Account;
}

export interface AccountLimits {
  rateLimitPerMinute?: number | null;
  monthlyQuota?: number | null;
}

/** Purpose of a one-time token. */
export type TokenPurpose = "reset" | "verify";

export interface NewToken {
  /** SHA-256 of the token, in hex. */
  hash: string;
  accountId: string;
  purpose: TokenPurpose;
  expiresAt: string;
}

export interface AccountStore {
  /** All at once or nothing; false when the e-mail is taken. `address` is known to the account from then on. */
  createAccount(account: Account, passwordHash: string, key: NewKey, address?: string): Promise<boolean>;
  findAccount(email: string): Promise<Account | undefined>;
  /** With the hash of the password, which is empty where there is none. */
  findLogin(email: string): Promise<{ account: Account; passwordHash: string } | undefined>;
  listAccounts(): Promise<Account[]>;
  setLimits(accountId: string, limits: AccountLimits): Promise<void>;
  setPassword(accountId: string, passwordHash: string): Promise<void>;
  setVerified(accountId: string, at: string): Promise<void>;

  /** Has an address known to the account, and forgets the one that was seen longest ago where there are many. */
  keepAddress(accountId: string, address: string, at: string): Promise<void>;
  knowsAddress(email: string, address: string): Promise<boolean>;

  /** False where the account has `most` live keys; exact among any number of callers at once. */
  addKey(accountId: string, key: NewKey, most?: number): Promise<boolean>;
  /** Nothing for a key that was never issued, one that has been revoked and one that has ended. */
  findKey(hash: string, at: string): Promise<KeyOwner | undefined>;
  listKeys(accountId: string): Promise<ApiKey[]>;
  /** False when there is no live key with that id, or it is another account's where one is named. */
  revokeKey(keyId: string, at: string, accountId?: string): Promise<boolean>;
  /** Ends one key and adds another, or neither: false when the first is not live or not the account's. */
  replaceKey(keyId: string, at: string, accountId: string, key: NewKey): Promise<boolean>;

  /** Takes the place of others for the same purpose. */
  addToken(token: NewToken): Promise<void>;
  /** Whether a token could be used. */
  hasToken(hash: string, purpose: TokenPurpose, at: string): Promise<boolean>;
  /** The account of a token that has not ended; it cannot be used again. */
  useToken(hash: string, purpose: TokenPurpose, at: string): Promise<string | undefined>;

  /**
   * Counts one request of the period unless `limit` have been counted; 0 is no limit. Exact among any number of
   * callers at once. Counted as under way until it is settled.
   */
  reserveUsage(accountId: string, period: string, limit: number): Promise<boolean>;
  /**
   * A reserved request has ended; without an answer it is not counted. Resolves once an answer is counted whatever
   * becomes of this process; when it rejects, the next beat counts it.
   */
  settleUsage(accountId: string, period: string, answered: boolean): Promise<void>;
  /** A request that has been counted got no answer after all. */
  refundUsage(accountId: string, period: string): Promise<void>;
  usage(accountId: string, period: string): Promise<number>;
  /**
   * Says that this process lives and what it has counted, and gives back what others had under way that have not said
   * so for a while.
   * Rejects when the store cannot answer or cannot write.
   */
  beat(now: number): Promise<void>;
  close(): Promise<void>;
}

/** The month that usage is counted in, as in `2026-01`. UTC. */
export function monthOf(now: number): string {
  return new Date(now).toISOString().slice(0, 7);
}
