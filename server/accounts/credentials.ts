/** Keys and passwords: what the service asks of them, and how Node makes them. */
import { unavailable } from "../answers/errors.ts";
import * as keys from "./keys.ts";
import { hashPassword, verifyPassword } from "./passwords.ts";
import type { NewKey } from "./store.ts";

/** Keys and passwords, which need more than the web platform has. */
export interface Credentials {
  createKey(now: number, terms?: keys.KeyTerms): { text: string; record: NewKey };
  isKey(text: string): boolean;
  hashKey(text: string): string;
  createToken(): { text: string; hash: string };
  hashPassword(password: string): Promise<string>;
  /** Takes as long for a hash that is none. */
  verifyPassword(password: string, stored: string): Promise<boolean>;
}

/** Hashing a password takes 32 MB and most of a processor for some 0.4 s. */
const AT_ONCE = 2;
const WAITING = 50;

const room = limited(AT_ONCE, WAITING);

export const credentials: Credentials = {
  ...keys,
  hashPassword: (password) => room(() => hashPassword(password)),
  verifyPassword: (password, stored) => room(() => verifyPassword(password, stored)),
};

/** Runs at most `most` at a time; some others wait their turn, more are turned away with 503. */
export function limited(most: number, waitingMost: number) {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async <Result>(run: () => Promise<Result>): Promise<Result> => {
    if (running >= most) {
      if (waiting.length >= waitingMost) throw unavailable();
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else {
      running++;
    }
    try {
      return await run();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running--;
    }
  };
}
