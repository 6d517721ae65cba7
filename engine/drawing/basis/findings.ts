/** What did the reader skip, join, remove, assume or repair? Counts by kind, with one place each, in first-seen order. */
import type { Point } from "../../contract/values/geometry.ts";
import type { Finding } from "../../finding.ts";
import { DRAWING_LIMITS } from "./limits.ts";

/** What the sentence of a finding is made of. */
interface Tally {
  count: number;
  /** Type, layer or block name the finding is about; findings of one code are kept apart by it. */
  subject: string;
  /** Largest size seen, in millimetres. */
  size: number;
}

/** Every code with its sentence. */
const SENTENCES = {
  "structure-repaired": ({ subject }: Tally) => `${subject}; the file was read all the same`,
  "clipping-ignored": ({ count }: Tally) =>
    `${numbers(count, "element")} taken whole: clip paths and masks do not cut`,
  "transform-box-ignored": ({ count }: Tally) =>
    `${numbers(count, "transform")} about an element's own box taken about the page`,
  "decimal-commas": ({ count }: Tally) =>
    `${numbers(count, "number")} written with a decimal comma read as decimals`,
  "entities-skipped": ({ count, subject }: Tally) => `${count} ${subject} not cut: no contour`,
  "entities-hidden": ({ count, subject }: Tally) => `${numbers(count, "entity")} left out: ${subject}`,
  "entities-damaged": ({ count, subject }: Tally) =>
    `${count} ${subject} left out: a value is missing or no number`,
  "entities-out-of-range": ({ count }: Tally) =>
    `${numbers(count, "entity")} left out: further than 10 000 km from the origin`,
  "block-missing": ({ count, subject }: Tally) =>
    `${numbers(count, "INSERT")} of block ${subject}, which the file does not define`,
  "block-recursive": ({ subject }: Tally) => `block ${subject} inserts itself; the inner INSERT is left out`,
  "unit-assumed": ({ subject }: Tally) => `${subject}; taken as millimetres`,
  "zero-length-removed": ({ count }: Tally) => `${numbers(count, "curve")} without length removed`,
  "duplicates-removed": ({ count }: Tally) => `${numbers(count, "duplicate curve")} removed`,
  "overlaps-removed": ({ count }: Tally) =>
    `${numbers(count, "curve")} shortened where another one covers it`,
  "ends-joined": ({ count, size }: Tally) => `${numbers(count, "gap")} of up to ${millimetres(size)} joined`,
  "gaps-left-open": ({ count, size }: Tally) =>
    `${numbers(count, "gap")} of up to ${millimetres(size)} left open: wider than the joining tolerance`,
  "self-intersecting": ({ count }: Tally) => `${numbers(count, "contour")} crossing itself; area by even-odd`,
  "area-estimated": ({ count }: Tally) =>
    `${numbers(count, "contour")} crossing too often to be measured exactly; area estimated`,
  "contours-cross": ({ count }: Tally) => `${numbers(count, "pair")} of contours crossing each other`,
  "bend-lines": ({ count, subject }: Tally) => `${numbers(count, "bend line")} by ${subject}`,
  "bend-notes": ({ count }: Tally) => `${numbers(count, "bend note")} read and laid to the nearest bend line`,
  "engraving-kept-apart": ({ count, subject }: Tally) =>
    `${numbers(count, "path")} on layer ${subject} taken as engraving, not cut`,
  "bend-extents-ignored": ({ count, subject }: Tally) =>
    `${numbers(count, "curve")} on layer ${subject} taken as bend extents, not cut`,
  "construction-ignored": ({ count, subject }: Tally) =>
    `${numbers(count, "curve")} on layer ${subject} taken as construction, not cut`,
  "role-overruled": ({ count, subject }: Tally) =>
    `${numbers(count, "curve")} on layer ${subject} cut all the same: the drawing holds nothing else`,
  "several-parts": ({ count }: Tally) => `${count} separate parts; the geometry is the largest one`,
  "points-coarsened": ({ count, size }: Tally) =>
    `${numbers(count, "contour")} kept within ${millimetres(size)} of the true curve to limit their points`,
} satisfies Record<string, (tally: Tally) => string>;

export type FindingCode = keyof typeof SENTENCES;

interface Place {
  subject?: string;
  count?: number;
  size?: number;
  layer?: string | undefined;
  handle?: string | undefined;
  at?: Point | undefined;
}

/** Stands for all subjects beyond those that are told one by one. */
const OTHERS = "(others)";

export class Findings {
  private readonly notes = new Map<string, { code: FindingCode; tally: Tally; place: Place }>();
  /** How many subjects each code has. */
  private readonly subjects = new Map<FindingCode, number>();

  /** Counts one more; the first place seen is the one that is told. Of many subjects the later ones are counted together. */
  note(code: FindingCode, place: Place = {}): void {
    const { subject = "", count = 1, size = 0 } = place;
    const note = this.notes.get(keyOf(code, subject)) ?? this.notes.get(keyOf(code, OTHERS));
    if (note) {
      note.tally.count += count;
      note.tally.size = Math.max(note.tally.size, size);
      return;
    }
    const subjects = (this.subjects.get(code) ?? 0) + 1;
    this.subjects.set(code, subjects);
    const told = subjects < DRAWING_LIMITS.listed ? subject : OTHERS;
    this.notes.set(keyOf(code, told), { code, tally: { count, subject: told, size }, place });
  }

  list(): Finding[] {
    return [...this.notes.values()].map(({ code, tally, place }) => ({
      code,
      message: SENTENCES[code](tally),
      count: tally.count,
      ...(place.layer === undefined ? {} : { layer: place.layer }),
      ...(place.handle === undefined ? {} : { handle: place.handle }),
      ...(place.at === undefined ? {} : { at: place.at }),
    }));
  }
}

function keyOf(code: FindingCode, subject: string): string {
  return `${code}\n${subject}`;
}

function numbers(count: number, noun: string): string {
  const plural = noun.endsWith("y") ? `${noun.slice(0, -1)}ies` : `${noun}s`;
  return count === 1 ? `1 ${noun}` : `${count} ${plural}`;
}

function millimetres(size: number): string {
  return `${Number(size.toPrecision(3))} mm`;
}
