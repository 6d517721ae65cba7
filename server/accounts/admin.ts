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

const TOKEN_MS = 3_600_000;

const COMMANDS: Record<string, AdminCommand> = {
  // For services that take no registrations. Without a password: `recover` gives one.
  create: {
    words: [1, 100],
    async run({ store, now }, [email = "", ...name]) {
      if (!/^[^\s@]+@[^\s@]+$/.test(email)) throw new AdminUsageError("create needs an e-mail address");
      const key = createKey(now);
      const account = newAccount(email, name.join(" ") || email, now, true);
      if (await store.createAccount(account, "", key.record)) return [key.text];
      throw new Error(`There is an account ${email} already`);
    },
  },
  accounts: {
    words: [0, 0],
    async run({ store, now }) {
      const lines: string[] = [];
      for (const account of await store.listAccounts()) {
        lines.push(`${lineOf(account)} used=${await store.usage.used(account.id, monthOf(now))}`);
      }
      return lines;
    },
  },
  keys: {
    words: [1, 1],
    run: ofAccount(async ({ store }, account) => {
      const keys = await store.listKeys(account.id);
      return keys.map(({ id, prefix, createdAt, revokedAt }) => {
        const state = revokedAt === null ? "live" : `revoked ${revokedAt}`;
        return `${id} ${prefix}… issued ${createdAt} ${state}`;
      });
    }),
  },
  issue: {
    words: [1, 1],
    run: ofAccount(async ({ store, now }, { id }) => {
      const key = createKey(now);
      await store.addKey(id, key.record);
      return [key.text];
    }),
  },
  revoke: {
    words: [1, 1],
    async run({ store, now }, [keyId = ""]) {
      if (!(await store.revokeKey(keyId, isoTime(now)))) throw new Error(`There is no live key ${keyId}`);
      return [`revoked ${keyId}`];
    },
  },
  recover: {
    words: [1, 1],
    run: ofAccount(async ({ store, now }, { id }) => {
      const { text, hash } = createToken();
      await store.addToken({ hash, accountId: id, purpose: "reset", expiresAt: isoTime(now + TOKEN_MS) });
      return [text];
    }),
  },
  verify: {
    words: [1, 1],
    run: ofAccount(async ({ store, now }, { id, email }) => {
      await store.setVerified(id, isoTime(now));
      return [`verified ${email}`];
    }),
  },
  limits: {
    words: [1, 5],
    check: ([, ...rest]) => void limitsFrom(rest),
    run: ofAccount(async ({ store }, { id, email }, words) => {
      await store.setLimits(id, limitsFrom(words));
      return [lineOf(await accountOf(store, email))];
    }),
  },
  usage: {
    words: [1, 2],
    check([, period]) {
      if (period !== undefined && !/^\d{4}-\d{2}$/.test(period))
        throw new AdminUsageError("usage takes a month as YYYY-MM");
    },
    run: ofAccount(async ({ store, now }, { id }, [period = monthOf(now)]) => {
      return [`${period} ${await store.usage.used(id, period)}`];
    }),
  },
  backup: {
    words: [1, 1],
    async run({ database }, [file]) {
      await database.backup(resolve(file!));
      return [`written ${resolve(file!)}`];
    },
  },
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

/** @returns the command that the words name with as many things as it takes; nothing for help @throws AdminUsageError */
export function checkUsage([command = "help", ...words]: string[]): AdminCommand | undefined {
  if (command === "help" || command === "--help") return undefined;
  const known = Object.hasOwn(COMMANDS, command) ? COMMANDS[command] : undefined;
  if (!known) throw new AdminUsageError(`There is no command ${command}\n${ADMIN_HELP}`);
  const [least, most] = known.words;
  if (words.length < least || words.length > most) {
    throw new AdminUsageError(
      `${command} takes ${least === most ? least : `${least} to ${most}`} words after it\n${ADMIN_HELP}`,
    );
  }
  known.check?.(words);
  return known;
}

/** Runs one command. @returns the lines to print @throws Error with a sentence for whoever typed it */
export async function runAdmin(database: SqlDatabase, words: string[], now: number): Promise<string[]> {
  const known = checkUsage(words);
  if (!known) return ADMIN_HELP.trimEnd().split("\n");
  return known.run({ store: new SqlStore(database), database, now }, words.slice(1));
}

function lineOf({ id, email, rateLimitPerMinute, monthlyQuota }: Account): string {
  return `${id} ${email} per_minute=${rateLimitPerMinute ?? "default"} monthly=${monthlyQuota ?? "default"}`;
}

const LIMITS = { "--per-minute": "rateLimitPerMinute", "--monthly": "monthlyQuota" } as const;

function limitsFrom([flag, word = "", ...more]: string[]): AccountLimits {
  if (flag === undefined) return {};
  if (!Object.hasOwn(LIMITS, flag)) throw new AdminUsageError(`limits has no option ${flag}`);
  if (word !== "default" && !/^\d{1,9}$/.test(word))
    throw new AdminUsageError(`${flag} needs a whole number or "default"`);
  const limit = word === "default" ? null : Number(word);
  return { ...limitsFrom(more), [LIMITS[flag as keyof typeof LIMITS]]: limit };
}

async function accountOf(store: SqlStore, email = ""): Promise<Account> {
  const account = await store.findAccount(email.toLowerCase());
  if (!account) throw new Error(`There is no account ${email}`);
  return account;
}
