/**
 * Who is next? Owners take turns, so that one with a hundred jobs delays another's first job by one job, not by a hundred. Of one
 * owner, short kinds of work go first. Bounded, for all together and for each owner, who has at most as many places as are free:
 * where some fill all that they can, the next one finds a place (dynamic thresholds, A. Choudhury and E. Hahne, 1998).
 */
import { type Reason, TooManyRequests, Unavailable } from "../answers/errors.ts";
import { isSearch, type JobKind } from "./executor.ts";

export interface WaitingJob {
  kind: JobKind;
  owner: string;
}

export interface TurnLimits {
  /** Jobs that wait, of all owners. */
  waiting: number;
  /** Jobs of one owner that run at the same time. */
  running: number;
  /** Why there is no place where all are taken. */
  full?: Reason;
}

export class Turns<Entry extends WaitingJob> {
  /** In the order of turns: whoever was served last stands last. */
  private readonly queues = new Map<string, Entry[]>();
  private readonly running = new Map<string, number>();
  private count = 0;

  constructor(private readonly limits: TurnLimits) {}

  get waiting(): number {
    return this.count;
  }

  /** @throws HTTPException 503, EngineError RATE_LIMIT_EXCEEDED */
  add(entry: Entry): void {
    if (this.count >= this.limits.waiting) throw new Unavailable(this.limits.full ?? "queue full");
    const queue = this.queues.get(entry.owner) ?? [];
    if (queue.length > 0 && queue.length >= this.limits.waiting - this.count) {
      throw new TooManyRequests("Too many requests of this key or address are waiting for their turn");
    }
    const before = isSearch(entry.kind) ? -1 : queue.findIndex(({ kind }) => isSearch(kind));
    if (before < 0) queue.push(entry);
    else queue.splice(before, 0, entry);
    this.queues.set(entry.owner, queue);
    this.count++;
  }

  /** Takes out the next entry, of the owner who runs least, and counts it as running. */
  next(): Entry | undefined {
    let least = this.limits.running;
    let chosen: [owner: string, queue: Entry[]] | undefined;
    for (const turn of this.queues) {
      const running = this.running.get(turn[0]) ?? 0;
      if (running < least) [chosen, least] = [turn, running];
    }
    if (!chosen) return undefined;
    const [owner, queue] = chosen;
    const entry = queue.shift()!;
    this.queues.delete(owner);
    if (queue.length > 0) this.queues.set(owner, queue);
    this.running.set(owner, least + 1);
    this.count--;
    return entry;
  }

  /** Whether somebody waits who has nothing running. */
  get starving(): boolean {
    return [...this.queues.keys()].some((owner) => !this.running.has(owner));
  }

  all(): Entry[] {
    return [...this.queues.values()].flat();
  }

  done(entry: Entry): void {
    const running = this.running.get(entry.owner)! - 1;
    if (running > 0) this.running.set(entry.owner, running);
    else this.running.delete(entry.owner);
  }

  /** True when the entry was waiting and is not any more. */
  remove(entry: Entry): boolean {
    const queue = this.queues.get(entry.owner);
    const at = queue?.indexOf(entry) ?? -1;
    if (at < 0) return false;
    queue!.splice(at, 1);
    if (queue!.length === 0) this.queues.delete(entry.owner);
    this.count--;
    return true;
  }
}
