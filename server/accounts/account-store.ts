/** Memory of the service: accounts, the hashes of their keys, and how much of a month each has used. */

export interface Account {
  id: string;
  /** Lower case: one account per address. */
  email: string;
  name: string;
  /** Requests of each key in a minute, and of all in a month; the service's default when null, no limit when 0. */
  rateLimitPerMinute: number | null;
  monthlyQuota: number | null;
  /** ISO 8601, UTC. */
  createdAt: string;
  /** When the owner showed that the e-mail address is his; ISO 8601, UTC. */
  verifiedAt: string | null;
}

/** An account that begins now, with the limits of the service. */
export function newAccount(email: string, name: string, now: number, isVerified: boolean): Account {
  const createdAt = isoTime(now);
  return {
    id: `acc_${crypto.randomUUID()}`,
    email: email.toLowerCase(),
    name,
    rateLimitPerMinute: null,
    monthlyQuota: null,
    createdAt,
    verifiedAt: isVerified ? createdAt : null,
  };
}

/** In SQL: whether a key counts at a moment. */
export const LIVE_KEY = "revoked_at is null and (expires_at is null or expires_at > ?)";

export const SCOPES = ["parse", "solve", "export", "account"] as const;
export type Scope = (typeof SCOPES)[number];

export function allows(scopes: readonly Scope[] | null, scope: Scope): boolean {
  return scopes === null || scopes.includes(scope);
}

export interface NewKey {
  id: string;
  /** SHA-256 of the key, in hex: the key itself is stored nowhere. */
  hash: string;
  /** The key's first characters, for people to tell keys apart. */
  prefix: string;
  createdAt: string;
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

export type AccountLimits = Partial<Pick<Account, "rateLimitPerMinute" | "monthlyQuota">>;

export type TokenPurpose = "reset" | "verify";

export interface NewToken {
  hash: string;
  accountId: string;
  purpose: TokenPurpose;
  expiresAt: string;
}

export function isoTime(time: number): string {
  return new Date(time).toISOString();
}

/** The month that usage is counted in, as in `2026-01`. UTC. */
export function monthOf(now: number): string {
  return isoTime(now).slice(0, 7);
}
