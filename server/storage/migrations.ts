/**
 * The tables, as the steps that made them: each version of the service adds steps and never changes one. Where data stands is
 * written beside it.
 */

const VERSIONS: readonly (readonly string[])[] = [
  [
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
  ],
  /** Names, ends and scopes of keys; one-time tokens; what each running process has under way. */
  [
    "alter table accounts add column verified_at text",
    "alter table api_keys add column name text not null default ''",
    "alter table api_keys add column expires_at text",
    "alter table api_keys add column scopes text",
    `create table tokens (
    hash text primary key, account_id text not null references accounts (id), purpose text not null,
    expires_at text not null
  )`,
    "create table processes (id text primary key, seen_at bigint not null)",
    `create table under_way (
    process_id text not null, account_id text not null, period text not null, n integer not null,
    primary key (process_id, account_id, period)
  )`,
  ],
  /** Jobs that nobody waits for on the line, and answers that may be asked for again. */
  [
    `create table jobs (
    id text primary key, account_id text not null references accounts (id), period text not null, kind text not null,
    ticket text not null, body bytea, state text not null, cancelled integer not null, progress text, answer text,
    notify text, created_at bigint not null, finished_at bigint, expires_at bigint not null,
    process_id text not null, lease_until bigint not null
  )`,
    "create index jobs_of_account on jobs (account_id)",
    "create index jobs_by_lease on jobs (lease_until)",
    `create table replays (
    scope text not null, name text not null, fingerprint text not null, answer bytea, process_id text not null,
    created_at bigint not null, primary key (scope, name)
  )`,
  ],
  /** Where each account's right passwords came from. */
  [
    `create table known_addresses (
    account_id text not null references accounts (id), address text not null, seen_at text not null,
    primary key (account_id, address)
  )`,
  ],
  /**
   * Requests that a process holds in advance or has answered, and whether another process needs what it holds; long results of
   * jobs, and how often each was begun.
   */
  [
    "alter table jobs add column attempts integer not null default 1",
    "alter table jobs add column result bytea",
    "alter table under_way add column answered integer not null default 0",
    "alter table under_way add column unused integer not null default 0",
    "alter table under_way add column recalled integer not null default 0",
  ],
];

export const NEWEST = VERSIONS.length;

/** Holds one number: how many versions of the above have been applied. Version 1 was made without it. */
export const VERSION_TABLE = "create table if not exists schema_version (version integer not null)";

/** @throws Error when the data is of a newer service */
export function stepsFrom(version: number): string[] {
  if (version > NEWEST) {
    throw new Error(
      `The data was written by a newer version of the service (schema ${version}, this one knows ${NEWEST}): use that one, or a backup from before`,
    );
  }
  return [
    ...VERSIONS.slice(version).flat(),
    "delete from schema_version",
    `insert into schema_version values (${NEWEST})`,
  ];
}
