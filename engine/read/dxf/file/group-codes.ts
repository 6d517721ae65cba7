/**
 * Which numbers stand in the groups of an entity? Single ones by code, lists in their order. What is no number makes the
 * entity damaged; decimal commas are read as meant.
 */
import type { FrameVector } from "../../drawing/curves/frame.ts";
import type { Tags } from "../tags/tags.ts";

/** From here on codes belong to extended data. */
const CODES = 1000;
const EMBEDDED_OBJECT = 101;

/** For one entity after another: opening the groups of one makes those of the last one forgotten. */
export class GroupReader {
  /** Numbers written with a decimal comma. */
  commas = 0;
  protected damaged = false;
  protected readonly tags: Tags;
  /** The entity's own groups: the first one, and behind the last. */
  protected groupsStart = 0;
  protected groupsEnd = 0;
  /** Where the first group of each code stands, how many there are, and in which round that was found. */
  private readonly places = new Int32Array(CODES);
  private readonly counts = new Int32Array(CODES);
  private readonly rounds = new Int32Array(CODES);
  private round = 0;

  constructor(tags: Tags) {
    this.tags = tags;
  }

  /** Looks up the groups from here to the next entity or structure; answers where that begins. */
  open(from: number, to: number): number {
    const { places, counts, rounds } = this;
    const { codes } = this.tags;
    const round = ++this.round;
    let at = from;
    for (; at < to; at++) {
      const code = codes[at]!;
      // Extended data begins; embedded objects repeat the codes of their owner with another meaning.
      if (code === 0 || code >= CODES || code === EMBEDDED_OBJECT) break;
      if (rounds[code] === round) counts[code]!++;
      else {
        rounds[code] = round;
        counts[code] = 1;
        places[code] = at;
      }
    }
    this.groupsStart = from;
    this.groupsEnd = at;
    return this.tags.entityEnd(at, to);
  }

  has(code: number): boolean {
    return this.rounds[code] === this.round;
  }

  /** Where the first group of a code stands that the entity has. */
  place(code: number): number {
    return this.places[code]!;
  }

  protected count(code: number): number {
    return this.has(code) ? this.counts[code]! : 0;
  }

  protected require(codes: readonly number[]): void {
    for (const code of codes) if (!this.has(code)) this.damaged = true;
  }

  protected value(code: number, otherwise = 0): number {
    return this.has(code) ? this.number(this.places[code]!) : otherwise;
  }

  /** A point of single groups. */
  protected point(code: number): FrameVector {
    return { x: this.value(code), y: this.value(code + 10), z: this.value(code + 20) };
  }

  /** Where most entities say that they begin; null where they say nothing or no number. */
  readPlace(): FrameVector | null {
    this.damaged = false;
    const place = this.has(10) && this.has(20) ? this.point(10) : null;
    return this.damaged ? null : place;
  }

  /** A point that an entity may lack, but not a part of it. */
  protected wholePoint(codes: readonly number[]): FrameVector | null {
    if (!codes.some((code) => this.has(code))) return null;
    this.require(codes);
    return this.point(codes[0]!);
  }

  /** All values of a code. */
  protected list(code: number): Float64Array {
    const { codes } = this.tags;
    const values = new Float64Array(this.count(code));
    let end = 0;
    for (let at = this.places[code]!; end < values.length; at++)
      if (codes[at] === code) values[end++] = this.number(at);
    return values;
  }

  /** Decimal commas are read as meant; what is no number makes the entity damaged. */
  protected number(at: number): number {
    const value = this.tags.number(at);
    if (!Number.isNaN(value)) return value;
    const text = this.tags.text(at);
    if (/^[-+]?\d+,\d+(e[-+]?\d+)?$/i.test(text)) {
      this.commas++;
      return Number(text.replace(",", "."));
    }
    this.damaged = true;
    return 0;
  }
}
