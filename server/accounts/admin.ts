/** The command line of whoever runs the service: `node dist/main.js admin <command>`. */
import { resolve } from "node:path";
import type { SqlDatabase } from "../storage/database.ts";
import { type Account, type AccountLimits, isoTime, monthOf, newAccount } from "./account-store.ts";
import { createKey, createToken } from "./keys.ts";
import { SqlStore } from "./sqlstore.ts";

export const ADMIN_HELP = `Commands:
  create EMAIL [NAME]            a new account; its key is printed here and never again
  accounts                       every account, with its limits and this month's use
  keys EMAIL                     the keys of an account, live and revoked
  issue EMAIL                    a new key; it is printed here and never again
  revoke KEY_ID                  ends a key at once
  recover EMAIL                  a token, good for an hour, with which the owner sets a new password:
                                 POST /v1/account/recovery/confirm {"token": …, "new_password": …}
  verify EMAIL                   takes the e-mail address for verified
  limits EMAIL [--per-minute N|default] [--monthly N|default]
                                 sets limits of an account; 0 is no limit
  usage EMAIL [YYYY-MM]          requests counted in a month
  backup FILE                    writes all accounts, keys and counts into a new file, while the service runs
`;

/** Thrown for a line that is no command: exit code 2. */
export class AdminUsageError extends Error {}

interface AdminContext {
  store: SqlStore;
  database: SqlDatabase;
  now: number;
}
interface AdminCommand {
  /** Words after the command: at least, at most. */
  words: [number, number];
  /** Whether they can be meant, as far as that shows without the data. @throws AdminUsageError */
  check?: (words: string[]) => void;
  run: (desk: AdminContext, words: string[]) => Promise<string[]>;
}

/** Length of life of a token, in milliseconds. */
const TOKEN_MS = 3_600_000;

const COMMANDS: Record<string, AdminCommand> = {
  create: { words: [1, 100], run: createAccount },
  accounts: { words: [0, 0], run: listAccounts },
  keys: { words: [1, 1], run: ofAccount(listKeys) },
  issue: { words: [1, 1], run: ofAccount(issue) },
  revoke: { words: [1, 1], run: revoke },
  recover: { words: [1, 1], run: ofAccount(recover) },
  verify: { words: [1, 1], run: ofAccount(verify) },
  limits: { words: [1, 5], check: ([, ...rest]) => void limitsFrom(rest), run: ofAccount(setLimits) },
  usage: { words: [1, 2], check: ([, period]) => checkMonth(period), run: ofAccount(usage) },
  backup: { words: [1, 1], run: backup },
};

/** A command about an account, which the first word names. */
function ofAccount(
  run: (desk: AdminContext, account: Account, words: string[]) => Promise<string[]>,
): AdminCommand["run"] {
  return async (desk, [email, ...words]) => run(desk, await accountOf(desk.store, email), words);
}

/** Whether the command can be the first that is ever run on some data. */
export function startsData([command]: string[]): boolean {
  return command === "create";
}

/** Whether the words name a command and as many things as it takes. @throws AdminUsageError */
export function checkUsage([command, ...words]: string[]): void {
  if (command === undefined || command === "help" || command === "--help") return;
  const known = Object.hasOwn(COMMANDS, command) ? COMMANDS[command] : undefined;
  if (!known) throw new AdminUsageError(`There is no command ${command}\n${ADMIN_HELP}`);
  const [least, most] = known.words;
  if (words.length < least || words.length > most) {
    throw new AdminUsageError(
      `${command} takes ${least === most ? least : `${least} to ${most}`} words after it\n${ADMIN_HELP}`,
    );
  }
  known.check?.(words);
}

/** Runs one command. @returns the lines to print @throws Error with a sentence for whoever typed it */
export async function runAdmin(database: SqlDatabase, words: string[], now: number): Promise<string[]> {
  checkUsage(words);
  const [command = "help", ...rest] = words;
  const known = Object.hasOwn(COMMANDS, command) ? COMMANDS[command] : undefined;
  if (!known) return ADMIN_HELP.trimEnd().split("\n");
  return known.run({ store: new SqlStore(database), database, now }, rest);
}

/** For services that take no registrations. Without a password: `recover` gives one. */
async function createAccount({ store, now }: AdminContext, words: string[]): Promise<string[]> {
  const [email = "", ...name] = words;
  if (!/^[^\s@]+@[^\s@]+$/.test(email)) throw new AdminUsageError("create needs an e-mail address");
  const key = createKey(now);
  const account = newAccount(email, name.join(" ") || email, now, true);
  if (!(await store.createAccount(account, "", key.record))) {
    throw new Error(`There is an account ${email} already`);
  }
  return [key.text];
}

async function listAccounts({ store, now }: AdminContext): Promise<string[]> {
  const lines: string[] = [];
  for (const account of await store.listAccounts()) {
    lines.push(`${lineOf(account)} used=${await store.usage.used(account.id, monthOf(now))}`);
  }
  return lines;
}

function lineOf({ id, email, rateLimitPerMinute, monthlyQuota }: Account): string {
  return `${id} ${email} per_minute=${rateLimitPerMinute ?? "default"} monthly=${monthlyQuota ?? "default"}`;
}

async function listKeys({ store }: AdminContext, account: Account): Promise<string[]> {
  const keys = await store.listKeys(account.id);
  return keys.map(({ id, prefix, createdAt, revokedAt }) => {
    const state = revokedAt === null ? "live" : `revoked ${revokedAt}`;
    return `${id} ${prefix}… issued ${createdAt} ${state}`;
  });
}

async function issue({ store, now }: AdminContext, { id }: Account): Promise<string[]> {
  const key = createKey(now);
  await store.addKey(id, key.record);
  return [key.text];
}

async function revoke({ store, now }: AdminContext, [keyId = ""]: string[]): Promise<string[]> {
  if (!(await store.revokeKey(keyId, isoTime(now)))) throw new Error(`There is no live key ${keyId}`);
  return [`revoked ${keyId}`];
}

async function recover({ store, now }: AdminContext, { id }: Account): Promise<string[]> {
  const { text, hash } = createToken();
  await store.addToken({ hash, accountId: id, purpose: "reset", expiresAt: isoTime(now + TOKEN_MS) });
  return [text];
}

async function verify({ store, now }: AdminContext, { id, email }: Account): Promise<string[]> {
  await store.setVerified(id, isoTime(now));
  return [`verified ${email}`];
}

async function setLimits(
  { store }: AdminContext,
  { id, email }: Account,
  words: string[],
): Promise<string[]> {
  await store.setLimits(id, limitsFrom(words));
  return [lineOf(await accountOf(store, email))];
}

const LIMITS = { "--per-minute": "rateLimitPerMinute", "--monthly": "monthlyQuota" } as const;

/** @throws AdminUsageError */
function limitsFrom([flag, word = "", ...more]: string[]): AccountLimits {
  if (flag === undefined) return {};
  if (!Object.hasOwn(LIMITS, flag)) throw new AdminUsageError(`limits has no option ${flag}`);
  if (word !== "default" && !/^\d{1,9}$/.test(word))
    throw new AdminUsageError(`${flag} needs a whole number or "default"`);
  const limit = word === "default" ? null : Number(word);
  return { ...limitsFrom(more), [LIMITS[flag as keyof typeof LIMITS]]: limit };
}

async function usage(
  { store, now }: AdminContext,
  { id }: Account,
  [period = monthOf(now)]: string[],
): Promise<string[]> {
  return [`${period} ${await store.usage.used(id, period)}`];
}

function checkMonth(period: string | undefined): void {
  if (period !== undefined && !/^\d{4}-\d{2}$/.test(period))
    throw new AdminUsageError("usage takes a month as YYYY-MM");
}

async function backup({ database }: AdminContext, [file]: string[]): Promise<string[]> {
  await database.backup(resolve(file!));
  return [`written ${resolve(file!)}`];
}

async function accountOf(store: SqlStore, email = ""): Promise<Account> {
  const account = await store.findAccount(email.toLowerCase());
  if (!account) throw new Error(`There is no account ${email}`);
  return account;
}
