/** Equal entries of a request, used up in the request's order. */

/** `count` copies of one entry of the request. */
export interface Taken {
  source: number;
  count: number;
}

export class Supply {
  private readonly queue: Taken[];
  private head = 0;

  constructor(sources: number[], entries: { quantity: number }[]) {
    this.queue = sources.map((source) => ({ source, count: entries[source]!.quantity }));
  }

  /** How many stocks with `amount` each the first entry alone can serve. */
  units(amount: number): number {
    return Math.floor((this.queue[this.head]?.count ?? 0) / amount);
  }

  /** Takes `amount` for each of `stocks` stocks and says what one gets; more than one only from one entry. */
  take(amount: number, stocks: number): Taken[] {
    const taken: Taken[] = [];
    for (let open = amount; open > 0; ) {
      const first = this.queue[this.head]!;
      const count = Math.min(open, first.count);
      taken.push({ source: first.source, count });
      first.count -= count * stocks;
      open -= count;
      if (first.count === 0) this.head++;
    }
    return taken;
  }

  countLeft(left: number[]): void {
    for (const { source, count } of this.queue) left[source] = count;
  }
}
