/**
 * A switch that holds a search and lets it go on. A held search keeps all that it knows and its time stands still, so
 * apart from the wait it is the same search; an abort ends it in either state.
 */
export class PauseSwitch {
  private held = false;
  private readonly watchers = new Set<(paused: boolean) => void>();

  /** Whether searches are held now. */
  get paused(): boolean {
    return this.held;
  }

  /** Holds the searches that were given this switch. */
  pause(): void {
    this.turn(true);
  }

  /** Lets them go on. */
  resume(): void {
    this.turn(false);
  }

  /** Calls back at every change; returns how to end that. */
  watch(watcher: (paused: boolean) => void): () => void {
    this.watchers.add(watcher);
    return () => this.watchers.delete(watcher);
  }

  /** Resolves at once unless paused, else when that or the caller's interest ends. */
  async whenResumed(signal?: AbortSignal): Promise<void> {
    while (this.held && !signal?.aborted) await this.nextChange(signal);
  }

  private nextChange(signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve) => {
      const end = () => {
        unwatch();
        signal?.removeEventListener("abort", end);
        resolve();
      };
      const unwatch = this.watch(end);
      signal?.addEventListener("abort", end);
    });
  }

  private turn(held: boolean): void {
    if (this.held === held) return;
    this.held = held;
    for (const watcher of [...this.watchers]) watcher(held);
  }
}
