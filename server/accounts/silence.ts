/** Which processes have gone silent, by time that only passes in this process: clocks of machines differ, and may be set. */

/** How often a process says that it lives. */
export const BEAT_MS = 1_000;
/** A process that has not been heard of for this long is dead, or as good as. */
const SILENCE_MS = 10_000;

/** The last beat that was heard of a process, and when. */
interface HeardBeat {
  beat: number;
  at: number;
}

export class Silence {
  private heard = new Map<string, HeardBeat>();
  private listened = Number.NEGATIVE_INFINITY;

  /**
   * Takes down the beats of all processes as they stand in the store.
   * @returns those whose beat has been the same for ten seconds, in all of which this process has listened
   */
  after(beats: { id: string; beat: number }[], now: number): string[] {
    const wasDeaf = now - this.listened > SILENCE_MS / 2;
    const before = wasDeaf ? new Map<string, HeardBeat>() : this.heard;
    this.listened = now;
    this.heard = new Map(
      beats.map(({ id, beat }) => {
        const known = before.get(id);
        return [id, known?.beat === beat ? known : { beat, at: now }];
      }),
    );
    return [...this.heard].filter(([, { at }]) => now - at > SILENCE_MS).map(([id]) => id);
  }
}
