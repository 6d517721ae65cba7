/**
 * The best answer of a search so far, packed. Every improvement crosses to the side that asked, so that whatever ends the
 * search afterwards (its limit, an abort, a dead thread, a fault) ends it with an answer.
 */

/** Complete in itself: what is not in it has no place. */
export interface Incumbent {
  /** The core's result block, or one made like it. */
  block: Float64Array;
  /** Ratings, the most important first, less is better; empty where age alone decides. */
  score: readonly number[];
  /** No plan is better than this, as far as was known then; null where nothing is. */
  lowerBound: number | null;
}

/** Turns the incumbents of one request into plans. */
export interface PlanMaker<Plan> {
  unpack(incumbent: Incumbent): Plan;
  /** A plain complete answer, in a time that is bounded by the size of the request alone. */
  construct(): Incumbent;
  /** The answer that places nothing. */
  nothing(): Incumbent;
}

/** True when an incumbent is worse than another one. */
export function isBehind({ score }: Pick<Incumbent, "score">, other: Pick<Incumbent, "score">): boolean {
  const first = score.findIndex((value, i) => value !== other.score[i]);
  return first >= 0 && score[first]! > other.score[first]!;
}

/** How many of the last incumbents are remembered: where a fault makes the newest wrong, the one before may be right. */
const MOST = 8;

/** The first incumbent of a search, which is the plainest, and the last ones. */
export class Incumbents {
  private readonly list: Incumbent[] = [];

  add(incumbent: Incumbent): void {
    this.list.push(incumbent);
    if (this.list.length > MOST) this.list.splice(1, 1);
  }

  get latest(): Incumbent | undefined {
    return this.list.at(-1);
  }

  /** The best first; of equal ones the newest. */
  bestFirst(): Incumbent[] {
    return [...this.list].reverse().sort((a, b) => (isBehind(a, b) ? 1 : isBehind(b, a) ? -1 : 0));
  }
}
