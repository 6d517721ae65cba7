/** Keys and passwords: what the service asks of them, and how Node makes them. */
import { Turns } from "../jobs/turns.ts";
import * as keys from "./keys.ts";
import { hashPassword, verifyPassword } from "./passwords.ts";

/** Hashing a password takes 32 MB and most of a processor for some 0.4 s. */
const AT_ONCE = 2;
const WAITING = 50;

const room = limited(AT_ONCE, WAITING);

export const credentials = {
  ...keys,
  /** @param owner whoever asks: owners take turns */
  hashPassword: (password: string, owner: string) => room(owner, () => hashPassword(password)),
  /** Takes as long for a hash that is none. */
  verifyPassword: (password: string, stored: string, owner: string) =>
    room(owner, () => verifyPassword(password, stored)),
};
export type Credentials = typeof credentials;

interface WaitingHash {
  kind: "parse";
  owner: string;
  begin: () => void;
}

/**
 * Runs at most `most` at a time, one of each owner; others wait their turn, as many of one owner as there are places free. More
 * are turned away: with 503 where all places are taken, with 429 an owner who has taken his share.
 */
export function limited(most: number, waitingMost: number) {
  const turns = new Turns<WaitingHash>({ waiting: waitingMost, running: 1, full: "passwords busy" });
  let running = 0;
  const beginNext = () => {
    for (let next = running < most && turns.next(); next; next = running < most && turns.next()) {
      running++;
      next.begin();
    }
  };
  return async <Result>(owner: string, run: () => Promise<Result>): Promise<Result> => {
    const entry: WaitingHash = { kind: "parse", owner, begin: () => undefined };
    await new Promise<void>((begin) => {
      turns.add(Object.assign(entry, { begin }));
      beginNext();
    });
    try {
      return await run();
    } finally {
      running--;
      turns.done(entry);
      beginNext();
    }
  };
}
