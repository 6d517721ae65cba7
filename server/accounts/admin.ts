/** The command line of whoever runs the service: `node dist/main.js admin <command>`. */
import { randomUUID } from "node:crypto";
import { createKey } from "./keys.ts";
import { type Account, type AccountStore, periodOf } from "./store.ts";

export const ADMIN_HELP = `Commands:
  create EMAIL [NAME]            a new account; its key is printed here and never again
  accounts                       every account, with its limits and this month's use
  keys EMAIL                     the keys of an account, live and revoked
  issue EMAIL                    a new key; it is printed here and never again
  revoke KEY_ID                  ends a key at once
  limits EMAIL [--per-minute N|default] [--monthly N|default]
                                 sets limits of an account; 0 is no limit
  usage EMAIL [YYYY-MM]          requests counted in a month
`;

/** Runs one command. @returns the lines to print @throws Error with a sentence for whoever typed it */
export async function runAdmin(store: AccountStore, words: string[], now: number): Promise<string[]> {
  const [command, ...rest] = words;
  switch (command) {
    case "accounts":
      return listAccounts(store, periodOf(now));
    case "create":
      return createAccount(store, rest, now);
    case "keys":
      return listKeys(store, await accountOf(store, rest[0]));
    case "issue": {
      const key = createKey(now);
      await store.addKey((await accountOf(store, rest[0])).id, key.record);
      return [key.text];
    }
    case "revoke":
      if (!(await store.revokeKey(rest[0] ?? "", new Date(now).toISOString()))) {
        throw new Error(`There is no live key ${rest[0] ?? ""}`);
      }
      return [`revoked ${rest[0]}`];
    case "limits":
      return setLimits(store, await accountOf(store, rest[0]), rest.slice(1));
    case "usage": {
      const account = await accountOf(store, rest[0]);
      const period = rest[1] ?? periodOf(now);
      return [`${period} ${await store.usage(account.id, period)}`];
    }
    default:
      return ADMIN_HELP.trimEnd().split("\n");
  }
}

/** For services that take no registrations. Without a password: nothing asks for one. */
async function createAccount(store: AccountStore, words: string[], now: number): Promise<string[]> {
  const [email = "", ...name] = words;
  if (!/^[^\s@]+@[^\s@]+$/.test(email)) throw new Error("create needs an e-mail address");
  const key = createKey(now);
  const account = {
    id: `acc_${randomUUID()}`,
    email: email.toLowerCase(),
    name: name.join(" ") || email,
    passwordHash: "",
    rateLimitPerMinute: null,
    monthlyQuota: null,
    createdAt: new Date(now).toISOString(),
  };
  if (!(await store.createAccount(account, key.record))) {
    throw new Error(`There is an account ${email} already`);
  }
  return [key.text];
}

async function listAccounts(store: AccountStore, period: string): Promise<string[]> {
  const lines: string[] = [];
  for (const account of await store.listAccounts()) {
    lines.push(`${lineOf(account)} used=${await store.usage(account.id, period)}`);
  }
  return lines;
}

function lineOf({ id, email, rateLimitPerMinute, monthlyQuota }: Account): string {
  return `${id} ${email} per_minute=${rateLimitPerMinute ?? "default"} monthly=${monthlyQuota ?? "default"}`;
}

async function listKeys(store: AccountStore, account: Account): Promise<string[]> {
  const keys = await store.listKeys(account.id);
  return keys.map(({ id, prefix, createdAt, revokedAt }) => {
    const state = revokedAt === null ? "live" : `revoked ${revokedAt}`;
    return `${id} ${prefix}… issued ${createdAt} ${state}`;
  });
}

async function setLimits(store: AccountStore, account: Account, words: string[]): Promise<string[]> {
  const perMinute = option(words, "--per-minute");
  const monthly = option(words, "--monthly");
  await store.setLimits(account.id, {
    ...(perMinute === undefined ? {} : { rateLimitPerMinute: perMinute }),
    ...(monthly === undefined ? {} : { monthlyQuota: monthly }),
  });
  return [lineOf(await accountOf(store, account.email))];
}

/** The number after a flag; null for `default`, undefined where the flag is not there. */
function option(words: string[], flag: string): number | null | undefined {
  const at = words.indexOf(flag);
  if (at < 0) return undefined;
  const word = words[at + 1] ?? "";
  if (word === "default") return null;
  if (!/^\d{1,9}$/.test(word)) throw new Error(`${flag} needs a whole number or "default"`);
  return Number(word);
}

async function accountOf(store: AccountStore, email = ""): Promise<Account> {
  const account = await store.findAccount(email.toLowerCase());
  if (!account) throw new Error(`There is no account ${email}`);
  return account;
}
