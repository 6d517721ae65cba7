/** Which processes have gone silent, by time that only passes in this process: clocks of machines differ, and may be set. */

/** A process that has not been heard of for this long is dead, or as good as. */
const SILENCE_MS = 10_000;

export class Silence {
  /** The last beat of each process, and when it was first heard. */
  private heard = new Map<string, { beat: number; at: number }>();
  private listened = Number.NEGATIVE_INFINITY;

  /**
   * Takes down the beats of all processes as they stand in the store.
   * @returns those whose beat has been the same for ten seconds, in all of which this process has listened
   */
  after(beats: Map<string, number>, now: number): string[] {
    if (now - this.listened > SILENCE_MS / 2) this.heard.clear();
    this.listened = now;
    for (const id of this.heard.keys()) if (!beats.has(id)) this.heard.delete(id);
    for (const [id, beat] of beats)
      if (this.heard.get(id)?.beat !== beat) this.heard.set(id, { beat, at: now });
    return [...this.heard].filter(([, { at }]) => now - at > SILENCE_MS).map(([id]) => id);
  }
}
