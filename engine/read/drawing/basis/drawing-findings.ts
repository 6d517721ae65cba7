/**
 * Collects findings of the reader: skipped, joined, removed, assumed, repaired. Counts by kind, with places, most urgent
 * first.
 */

import type { Finding, Severity } from "../../../base/contract/finding.ts";
import type { ReadOptions } from "../../../base/contract/read-options.ts";
import type { Point } from "../../../base/contract/values/geometry.ts";
import { DRAWING_LIMITS } from "./limits.ts";
import { type FindingCode, type FindingSentence, OTHERWISE, ROWS, type Tally, told } from "./sentences.ts";

export type { FindingCode } from "./sentences.ts";

/** Subject of one finding, and its place. */
export interface FindingSubject {
  subject?: string;
  count?: number;
  size?: number;
  /** In millimetres; added up. */
  length?: number;
  layer?: string | undefined;
  handle?: string | undefined;
  at?: Point | undefined;
  /** Where there are several at once. */
  places?: SubjectList;
  /** How urgent it is here, where that is not what its row says. */
  severity?: Severity;
  /** Options that turn the decision round, where those are not what its row of `OTHERWISE` says. */
  option?: ReadOptions;
}

/** A list, or whatever makes those that are asked for. */
interface SubjectList {
  readonly length: number;
  at(i: number): Point | undefined;
}

interface NotedSubject {
  code: FindingCode;
  tally: Tally;
  place: FindingSubject;
  severity: Severity;
  /** As many as are listed, and how many there are. */
  places: Point[];
  place_count: number;
}

/** Order of urgency; findings as urgent as each other stay in the order in which they were seen. */
const URGENCY = { stop: 0, check: 1, note: 2 } as const;
/** Stands for all subjects beyond those that are told one by one. */
const OTHERS = "(others)";

export class Findings {
  private readonly notes: NotedSubject[] = [];
  /** By code and subject: a key made of both would be a new string for each of half a million lines. */
  private readonly byCode = new Map<FindingCode, Map<string, NotedSubject>>();

  /** Counts one more. Of many subjects the later ones are counted together. */
  note(code: FindingCode, place: FindingSubject = {}): void {
    const { subject = "", count = 1, size = 0, length = 0, severity = ROWS[code][0] } = place;
    const known = this.byCode.get(code) ?? new Map<string, NotedSubject>();
    const note = known.get(subject) ?? known.get(OTHERS);
    if (note) {
      note.tally.count += count;
      note.tally.size = Math.max(note.tally.size, size);
      note.tally.length += length;
      if (URGENCY[severity] < URGENCY[note.severity]) note.severity = severity;
      addPlaces(note, place);
      return;
    }
    this.byCode.set(code, known);
    const kind = known.size + 1 < DRAWING_LIMITS.listed ? subject : OTHERS;
    const tally = { count, subject: kind, size, length };
    const first: NotedSubject = { code, tally, place, severity, places: [], place_count: 0 };
    addPlaces(first, place);
    known.set(kind, first);
    this.notes.push(first);
  }

  /** Counts all findings of a stage. */
  add(others: Findings): void {
    for (const { code, tally, place, severity, places, place_count } of others.notes)
      this.note(code, {
        ...place,
        ...tally,
        severity,
        places: { length: place_count, at: (i) => places[i] },
      });
  }

  list(): Finding[] {
    const sorted = this.notes.toSorted((a, b) => URGENCY[a.severity] - URGENCY[b.severity]);
    return sorted.map(({ code, tally, place, severity, places, place_count }) => {
      const [, sentence, advice]: FindingSentence = ROWS[code];
      const option = place.option ?? OTHERWISE[code]?.(place.layer ?? "", tally);
      return {
        code,
        message: told(sentence, tally),
        count: tally.count,
        severity,
        ...(advice === undefined ? {} : { advice }),
        ...(option === undefined || tally.subject === OTHERS ? {} : { option }),
        ...(place.layer === undefined ? {} : { layer: place.layer }),
        ...(place.handle === undefined ? {} : { handle: place.handle }),
        ...(places[0] === undefined ? {} : { at: places[0] }),
        ...(places.length > 1 ? { places } : {}),
        ...(place_count > places.length ? { place_count } : {}),
      };
    });
  }
}

/** A place beyond all numbers cannot be told. */
function addPlaces(
  note: NotedSubject,
  { at, places = at?.every(Number.isFinite) ? [at] : [] }: FindingSubject,
): void {
  note.place_count += places.length;
  for (let i = 0; i < places.length && note.places.length < DRAWING_LIMITS.places; i++)
    note.places.push(places.at(i)!);
}
