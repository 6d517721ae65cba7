/** Admits callers in the order in which they came, several places at a time where one needs them all at once. */
export class Turnstile {
  private readonly queue: { places: number; admit: () => void; refuse: (reason: unknown) => void }[] = [];
  private closed: { reason: unknown } | undefined;

  constructor(private free: number) {}

  /**
   * Resolves when `places` are free and nobody waits who came before; whoever entered gives each place back by
   * `leave`. Rejects with the signal's reason, and with that of `close`.
   */
  enter(places: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      signal?.throwIfAborted();
      if (this.closed) throw this.closed.reason;
      const forget = () => signal?.removeEventListener("abort", giveUp);
      const waiting = {
        places,
        admit: () => {
          forget();
          resolve();
        },
        refuse: (reason: unknown) => {
          forget();
          reject(reason);
        },
      };
      const giveUp = () => {
        this.queue.splice(this.queue.indexOf(waiting), 1);
        waiting.refuse(signal!.reason);
        this.admit();
      };
      signal?.addEventListener("abort", giveUp, { once: true });
      this.queue.push(waiting);
      this.admit();
    });
  }

  /** Gives one place back. */
  leave(): void {
    this.free++;
    this.admit();
  }

  close(reason: unknown): void {
    this.closed = { reason };
    for (const { refuse } of this.queue.splice(0)) refuse(reason);
  }

  private admit(): void {
    while (this.queue.length > 0 && this.queue[0]!.places <= this.free) {
      const { places, admit } = this.queue.shift()!;
      this.free -= places;
      admit();
    }
  }
}
