/**
 * Which values are the same words again: types of entities, layers, line types, blocks? They are told apart by their
 * bytes, so that a word is decoded once and not a hundred thousand times.
 *
 * A new word takes the place of the one that its bytes happen to share it with: however many words a file has, and
 * whoever chose them, looking one up takes no longer and no memory is asked for.
 */

const PLACES = 1024;

export class TagWords {
  /** Spelling of the word in each place, as it is and in capitals. */
  readonly texts: string[] = new Array(PLACES).fill("");
  readonly capitals: string[] = new Array(PLACES).fill("");
  private readonly bytes: Uint8Array;
  private readonly starts = new Int32Array(PLACES);
  private readonly ends = new Int32Array(PLACES);

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }

  /** Where the word that these bytes are stands, if it is known. */
  place(start: number, end: number): number {
    const { bytes } = this;
    let hash = end - start;
    for (let at = start; at < end; at++) hash = Math.imul(hash ^ bytes[at]!, 0x01000193);
    return (hash ^ (hash >>> 15)) & (PLACES - 1);
  }

  put(place: number, start: number, end: number, text: string): void {
    this.texts[place] = text;
    this.capitals[place] = text.toUpperCase();
    this.starts[place] = start;
    this.ends[place] = end;
  }

  /** Whether it stands there. Places start out with the empty word. */
  holds(place: number, start: number, end: number): boolean {
    const { bytes } = this;
    const first = this.starts[place]!;
    if (this.ends[place]! - first !== end - start) return false;
    for (let i = end - start - 1; i >= 0; i--) if (bytes[first + i] !== bytes[start + i]) return false;
    return true;
  }
}
