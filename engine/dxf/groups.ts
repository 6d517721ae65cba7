/**
 * Which numbers stand in the groups of an entity? Single ones by code, lists in their order. What is no number makes the
 * entity damaged; decimal commas are read as meant.
 */
import type { Vector } from "./frame.ts";
import { type Tags, tagNumber, tagText } from "./tags.ts";

/** Single groups of an entity: those it cannot do without, and those it may have. */
export interface Singles {
  needed: number[];
  optional: number[];
}

/** From here on codes belong to extended data. */
const CODES = 1000;

/** For one entity after another: a round of single groups makes the last one's values forgotten. */
export class GroupReader {
  /** Numbers written with a decimal comma. */
  commas = 0;
  protected damaged = false;
  protected readonly tags: Tags;
  /** Values of single groups by code, and in which round each was read. */
  private readonly values = new Float64Array(CODES);
  private readonly rounds = new Int32Array(CODES);
  private round = 0;

  constructor(tags: Tags) {
    this.tags = tags;
  }

  /** The first value of each of the codes. */
  protected singles({ needed, optional }: Singles, from: number, to: number): void {
    const { codes } = this.tags;
    this.round++;
    for (let at = from; at < to; at++) {
      const code = codes[at]!;
      // Extended data begins; embedded objects repeat the codes of their owner with another meaning.
      if (code >= CODES || code === 101) break;
      if (this.has(code) || !(needed.includes(code) || optional.includes(code))) continue;
      this.values[code] = this.number(at);
      this.rounds[code] = this.round;
    }
    this.require(needed);
  }

  protected has(code: number): boolean {
    return this.rounds[code] === this.round;
  }

  protected require(codes: readonly number[]): void {
    for (const code of codes) if (!this.has(code)) this.damaged = true;
  }

  protected value(code: number, otherwise = 0): number {
    return this.has(code) ? this.values[code]! : otherwise;
  }

  /** A point of single groups. */
  protected point(code: number): Vector {
    return { x: this.value(code), y: this.value(code + 10), z: this.value(code + 20) };
  }

  protected pointOrNull(code: number): Vector | null {
    return this.has(code) ? this.point(code) : null;
  }

  /** Where extended data begins. */
  protected endOfLists(from: number, to: number): number {
    let at = from;
    while (at < to && this.tags.codes[at]! < CODES) at++;
    return at;
  }

  protected count(code: number, from: number, to: number): number {
    const { codes } = this.tags;
    let count = 0;
    for (let at = from; at < to; at++) if (codes[at] === code) count++;
    return count;
  }

  /** All values of a code. */
  protected list(code: number, from: number, to: number): Float64Array {
    const { codes } = this.tags;
    const values = new Float64Array(this.count(code, from, to));
    let end = 0;
    for (let at = from; end < values.length; at++) if (codes[at] === code) values[end++] = this.number(at);
    return values;
  }

  /** Decimal commas are read as meant; what is no number makes the entity damaged. */
  protected number(at: number): number {
    const value = tagNumber(this.tags, at);
    if (!Number.isNaN(value)) return value;
    const text = tagText(this.tags, at);
    if (/^[-+]?\d+,\d+(e[-+]?\d+)?$/i.test(text)) {
      this.commas++;
      return Number(text.replace(",", "."));
    }
    this.damaged = true;
    return 0;
  }
}
