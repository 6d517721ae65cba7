/**
 * Progress on its way to the listener: numbered without a gap, and never worse, earlier or less certain than before,
 * whichever worker it comes from.
 */

/** Fields that events of all solvers have, and others. */
interface ReportedProgress {
  elapsed_ms?: number;
  lower_bound?: number;
  placed_parts?: number;
  sheets_used?: number;
  utilization?: number;
  best?: unknown;
  ended?: unknown;
}

/** Utilisations of one layout differ by so much when its parts are summed in another order. */
const ROUNDING = 1e-9;

export class ProgressRelay {
  private seq = 0;
  private elapsedMs = 0;
  private lowerBound: number | undefined;
  private last: ReportedProgress | undefined;
  /** The search that has told it; -1 when that is lost. */
  private teller = -1;
  private readonly gone = new Set<number>();
  /** Last event of each search. */
  private readonly finals = new Map<number, ReportedProgress>();
  private over = false;
  private failed = false;

  constructor(
    private readonly listener: (event: object) => unknown,
    /** Is told what the listener has thrown, or its promise was rejected with. */
    private readonly onThrow: (error: unknown) => void,
  ) {}

  /**
   * Where several searches see a better layout, the first one tells of it. A search's own find is better than what it
   * found before, even where fewer parts are placed: larger ones, or those of a higher priority. A search that takes
   * its place may be behind: until it has caught up, the last event is repeated, so that the listener sees it run.
   */
  tell(seat: number, event: ReportedProgress): void {
    // That one of several has ended is not yet the end of the call.
    if (event.ended !== undefined) this.finals.set(seat, event);
    else if (!this.leads(seat)) return;
    else if (!this.last || seat === this.teller || !mayBeWorse(event, this.last)) {
      this.teller = seat;
      this.deliver(event);
    } else {
      const { best: _, ...known } = this.last;
      this.deliver({ ...known, ...timesOf(event) });
    }
  }

  /** A search that is lost tells no more: the next one does, or another try in its place. */
  lose(seat: number): void {
    this.gone.add(seat);
    if (seat === this.teller) this.teller = -1;
  }

  /** The last event, of the search whose answer is taken, or of what else the answer is made of. */
  finish(from: number | object): void {
    const event = typeof from === "number" ? this.finals.get(from) : from;
    if (event) this.deliver(event);
    this.over = true;
  }

  private leads(seat: number): boolean {
    for (let other = 0; other < seat; other++) if (!this.gone.has(other)) return false;
    return true;
  }

  private deliver(event: ReportedProgress): void {
    if (this.over) return;
    this.elapsedMs = Math.max(this.elapsedMs, event.elapsed_ms ?? 0);
    if (event.lower_bound !== undefined) {
      this.lowerBound = Math.max(this.lowerBound ?? event.lower_bound, event.lower_bound);
    }
    const bound = this.lowerBound === undefined ? {} : { lower_bound: this.lowerBound };
    const told = { ...event, ...bound, seq: this.seq++, elapsed_ms: this.elapsedMs };
    this.last = told;
    try {
      const heard = this.listener(told);
      if (heard instanceof Promise) heard.catch((error) => this.stop(error));
    } catch (error) {
      this.stop(error);
    }
  }

  private stop(error: unknown): void {
    if (this.failed) return;
    this.failed = true;
    this.over = true;
    this.onThrow(error);
  }
}

/** Fields of an event beside its layout. */
function timesOf({ elapsed_ms, lower_bound }: ReportedProgress): ReportedProgress {
  return {
    ...(elapsed_ms === undefined ? {} : { elapsed_ms }),
    ...(lower_bound === undefined ? {} : { lower_bound }),
  };
}

/** False when an event of one search is as good as the last one of another search in every number that it tells. */
function mayBeWorse(event: ReportedProgress, last: ReportedProgress): boolean {
  const placed = (event.placed_parts ?? 0) - (last.placed_parts ?? 0);
  const sheets = (event.sheets_used ?? 0) - (last.sheets_used ?? 0);
  const utilization = (event.utilization ?? 0) - (last.utilization ?? 0);
  return placed < 0 || (placed === 0 && sheets > 0) || utilization < -ROUNDING;
}
