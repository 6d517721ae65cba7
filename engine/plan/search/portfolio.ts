/**
 * Several searches for one answer. Each works alone for a round of so many work units; then all meet, and who has less
 * than the best layout goes on from that one. Rounds are counted in work, so neither where the searches run nor how
 * fast shows in the answer.
 */

import { isBehind } from "./incumbent.ts";

/** Work units between two meetings. */
export const ROUND_WORK = 2e6;

/** A search's contribution to a meeting: its best layout as the core's block, and whether it still has hope. */
export interface MeetingOffer {
  /** The first difference decides, less is better. */
  score: readonly number[];
  layout: Float64Array;
  /** `dry`: goes on only if it gets a better layout; `stopped`: leaves. */
  state: "searching" | "dry" | "stopped";
}

export interface SearchVerdict {
  /** The best layout of all, when it is better than what was offered. */
  better?: Float64Array;
  /** Nobody has hope any more. */
  over: boolean;
}

export type Meet = (offer: MeetingOffer) => Promise<SearchVerdict>;

interface Arrival {
  offer: MeetingOffer;
  resolve: (verdict: SearchVerdict) => void;
}

/**
 * Starts `size` searches and resolves with the answer of the first one that has any; having met at the end, all
 * have the same unless one failed.
 */
export async function runTeam<Answer>(
  size: number,
  start: (meets: Meet[]) => Promise<Promise<Answer>[]>,
): Promise<Answer> {
  const team = new Team(size);
  const meets = Array.from(
    { length: size },
    (_, seat): Meet =>
      (offer) =>
        team.meet(seat, offer),
  );
  const searches = (await start(meets)).map((search, seat) => search.finally(() => team.leave(seat)));
  const outcomes = await Promise.allSettled(searches);
  const first = outcomes.find((outcome) => outcome.status === "fulfilled");
  return first ? first.value : searches[0]!;
}

/** Seat 0 searches as a single search would. */
export function seedOfSeat(seed = 1, seat: number): number {
  // Multiples of the golden ratio's share of 2^32 stay apart for any number of seats.
  return (seed + seat * 0x9e3779b9) >>> 0;
}

class Team {
  private readonly present: Set<number>;
  private readonly arrived = new Map<number, Arrival>();

  constructor(size: number) {
    this.present = new Set(Array(size).keys());
  }

  meet(seat: number, offer: MeetingOffer): Promise<SearchVerdict> {
    return new Promise((resolve) => {
      this.arrived.set(seat, { offer, resolve });
      this.decide();
    });
  }

  leave(seat: number): void {
    this.present.delete(seat);
    this.arrived.delete(seat);
    this.decide();
  }

  /** Once everyone is there. Of equal layouts that of the lowest seat counts, whoever came first. */
  private decide(): void {
    if (this.arrived.size < this.present.size) return;
    const arrivals = [...this.arrived].sort(([a], [b]) => a - b);
    this.arrived.clear();
    const best = arrivals.reduce<MeetingOffer | undefined>(
      (least, [, { offer }]) => (least === undefined || isBehind(least, offer) ? offer : least),
      undefined,
    );
    const over = arrivals.every(([, { offer }]) => offer.state !== "searching" && !isBehind(offer, best!));
    for (const [seat, { offer, resolve }] of arrivals) {
      if (offer.state === "stopped") this.present.delete(seat);
      resolve(isBehind(offer, best!) ? { better: best!.layout, over } : { over });
    }
  }
}
