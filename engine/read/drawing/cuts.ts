/**
 * Which curves are cut? Stages leave out what is drawn twice, and what is drawn around parts to tell of them. Dashed lines may
 * be bends in the parts that are left.
 */
import type { Point } from "../../base/contract/values/geometry.ts";
import { widened } from "../../base/geometry/box.ts";
import { outlinesAround } from "./arrangement/arrange.ts";
import { Findings } from "./basis/drawing-findings.ts";
import { makeFinder } from "./basis/finder.ts";
import { findAnnotation } from "./beside/annotation.ts";
import type { Aside } from "./beside/aside.ts";
import { findContainers } from "./beside/containers.ts";
import { findCountersinks, findHelpingLines } from "./beside/helping.ts";
import { tellCopies, withoutCopies } from "./copies.ts";
import { arrangedGround } from "./measure/ground.ts";
import type { Reading } from "./reading.ts";
import { bendsAmong } from "./roles/bends.ts";

/** How often curves beside outlines that come apart are given back, before all of them are. */
const MOST_ROUNDS = 8;

/** Leaves out curves that are cut already. */
export function leaveOutCopies(reading: Reading): Findings {
  const { drawn, sorted, tolerances } = reading;
  const { kept, copies } = withoutCopies(drawn, sorted.cut, reading.laid.lies, tolerances.sliver);
  if (copies.size > 0) sorted.cut = kept;
  for (const [copy, original] of copies) reading.copies.set(copy, original);
  return new Findings();
}

export function leaveOutAnnotation(reading: Reading): Findings {
  const find = () => findAnnotation(reading.outlines, reading.source.texts, reading.tolerances);
  return leaveOutBeside(reading, reading.options.annotation === "cut" ? [] : find());
}

export function leaveOutHelpingLines(reading: Reading): Findings {
  const find = () => findHelpingLines(reading.outlines, reading.tolerances.weld);
  return leaveOutBeside(reading, reading.options.annotation === "cut" ? [] : find());
}

/** Leaves out pages and sheets. */
export function leaveOutContainers(reading: Reading): Findings {
  const { frames } = reading.options;
  const find = () => findContainers(reading.outlines, reading.source.texts, reading.tolerances.weld, frames);
  return leaveOutBeside(reading, frames === "cut" ? [] : find());
}

export function leaveOutCountersinks(reading: Reading): Findings {
  const find = () => findCountersinks(reading.outlines, reading.tolerances.weld);
  return leaveOutBeside(reading, reading.options.countersinks === "cut" ? [] : find());
}

/** Leaves out what stands beside parts, unless somebody says that it is cut. */
function leaveOutBeside(reading: Reading, found: readonly Aside[]): Findings {
  const findings = new Findings();
  const { drawn, sorted, roles } = reading;
  const gone = new Set(found.flatMap((one) => one.outlines));
  if (found.length === 0) return findings;
  const outlines = reading.outlines;
  const { cut } = sorted;
  const isGone = (number: number, i: number) =>
    gone.has(outlines.outlineOf[i]!) && !roles.isChosen(drawn.marks(number));
  const wanted = cut.filter(isGone);
  // Where nothing else is drawn it must be the part.
  if (gone.size > 0 && (wanted.length === 0 || wanted.length === cut.length)) return findings;
  for (const { told, code, place } of found)
    findings.note(code, { ...place, places: told.map((one) => outlines.contours.startOf(one)) });
  if (gone.size > 0)
    sorted.construction = sorted.construction.concat([...leaveOut(reading, new Set(wanted), findings)]);
  return findings;
}

/** Dashed lines are no cuts where they lie in a part that is made without them. */
export function findBends(reading: Reading): Findings {
  const { drawn, sorted } = reading;
  const { cut, dashed } = sorted;
  if (dashed.length === 0) return new Findings();
  const { arranged, settled } = reading.arrange();
  if (arranged.parts.length > 0) return bendsAmong(drawn, sorted, arrangedGround(settled));
  sorted.cut = cut.concat(dashed);
  sorted.dashed = [];
  return leaveOutCopies(reading);
}

/** Arranges what is cut, for good. */
export function arrangeCuts(reading: Reading): Findings {
  const { drawn, sorted, copies, tolerances } = reading;
  const { arranged, settled } = reading.arrange(false);
  const { findings } = settled;
  arranged.lengths.duplicate += tellCopies(drawn, copies, tolerances.weld, findings);
  reading.forget();
  reading.arranged = arranged;
  sorted.cut = sorted.cut.concat([...copies.keys()]);
  return findings;
}

/**
 * Takes some curves from what is cut, but those beside an outline that closed with them and closes no more. Returns the
 * curves that are taken.
 */
function leaveOut(reading: Reading, wanted: ReadonlySet<number>, findings: Findings): ReadonlySet<number> {
  const { drawn, sorted, tolerances } = reading;
  const { cut } = sorted;
  const closedBefore = withMostLeft(closing(reading), wanted);
  const gone = new Set(wanted);
  const places: Point[] = [];
  for (let round = 1; ; round++) {
    sorted.cut = cut.filter((number) => !gone.has(number));
    const closedAfter = closing(reading);
    const opened = sorted.cut.filter((number) => closedBefore.has(number) && !closedAfter.has(number));
    if (opened.length === 0) break;
    places.push(...opened.map((number) => drawn.startOf(number)));
    const openedAt = makeFinder(opened, (number) => drawn.boundsOf(number), drawn.table.work);
    const isBeside = (number: number) =>
      openedAt(widened(drawn.boundsOf(number), tolerances.kerf)).length > 0;
    const beside = [...gone].filter((number) => round === MOST_ROUNDS || isBeside(number));
    for (const number of beside.length > 0 ? beside : [...gone]) gone.delete(number);
  }
  if (places.length > 0) findings.note("kept-closed", { count: wanted.size - gone.size, places });
  return gone;
}

/** A piece of the outside of something closed: a number for that, and the length of the piece. */
interface ClosedPiece {
  block: number;
  length: number;
}

/** Curves that are cut and lie on the outside of something closed. */
function closing(reading: Reading): Map<number, ClosedPiece> {
  const { drawn, sorted, outlines } = reading;
  const around = outlinesAround(reading.arrange().settled);
  const closed = new Map<number, ClosedPiece>();
  for (const [i, number] of sorted.cut.entries()) {
    const outline = outlines.outlineOf[i]!;
    const piece = around.get(outline);
    const share = drawn.length(number) / outlines.contours.length(outline);
    if (piece) closed.set(number, { block: piece.block, length: share * piece.length });
    else if (outlines.contours.isClosed(outline))
      closed.set(number, { block: ~outline, length: drawn.length(number) });
  }
  return closed;
}

/** Curves of closed outlines of which at least half stays: a box of dimension lines is no outline. */
function withMostLeft(closed: ReadonlyMap<number, ClosedPiece>, taken: ReadonlySet<number>): Set<number> {
  const balance = new Map<number, number>();
  for (const [number, { block, length }] of closed)
    balance.set(block, (balance.get(block) ?? 0) + (taken.has(number) ? -length : length));
  return new Set([...closed.keys()].filter((number) => balance.get(closed.get(number)!.block)! >= 0));
}
