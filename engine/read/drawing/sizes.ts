/** Is a drawing as large as it was meant to be? Its parts tell, and its dimensions where they say something else. */

import type { ReadOptions, UnitName } from "../../base/contract/read-options.ts";
import type { Point } from "../../base/contract/values/geometry.ts";
import { boxDiagonal, boxSides, emptyBounds, grow } from "../../base/geometry/box.ts";
import { hypot } from "../../base/geometry/trig/hypot.ts";
import { Findings } from "./basis/drawing-findings.ts";
import { millimetres } from "./basis/sentences.ts";
import { byKey } from "./basis/united-groups.ts";
import type { FlatRing } from "./curves/flat-ring.ts";
import type { NestedRings } from "./measure/measured-parts.ts";
import type { DrawingUnit } from "./model/drawing.ts";
import type { PackedParts } from "./model/packed.ts";

/** Measure of a dimension: lengths in drawing units, as drawn and as said, and millimetres of the unit said, or null. */
export interface DimensionMeasure {
  drawn: number;
  said: number;
  unit: number | null;
  /** Where it begins, in drawing units. */
  at: Point;
}

interface SizesInput {
  nested: NestedRings;
  source: { unit: DrawingUnit; assumed?: string; measures: readonly DimensionMeasure[] };
}

/** Parts that no machine takes and none that a hand can hold: millimetres. */
const LIKELY = { least: 1, most: 12_000 };
/** The largest sheets in inches, 6 by 12 feet: files say inches where nobody chose a unit. */
const SHEET = { width: 1829, length: 3658 };
/** Units in which drawings are made, and how large parts then are. */
const COMMON: [name: UnitName, millimetres: number][] = [
  ["mm", 1],
  ["inch", 25.4],
  ["cm", 10],
  ["m", 1000],
];
const ORDINARY = { least: 10, most: 6000 };

/**
 * Asks where the largest part is too large or too small to be meant, and names the unit that would fit; says which unit is
 * assumed where its size is ordinary.
 */
export function tellSizes({ nested, source: { unit, assumed } }: SizesInput): Findings {
  const findings = new Findings();
  const largest = largestOf(nested, unit);
  if (!largest) return findings;
  const { size, at, isLikely } = largest;
  const isOrdinary = size >= ORDINARY.least && size <= ORDINARY.most;
  if (assumed !== undefined) {
    const severity = isOrdinary ? "note" : "stop";
    const offer = isOrdinary ? NO_OFFER : offerOf(size, unit);
    const subject = `${assumed}; taken as millimetres, the largest part is ${millimetres(size)} long${offer.words}`;
    findings.note("unit-assumed", { subject, severity, size, at, ...offer.turned });
    return findings;
  }
  if (isLikely && size >= LIKELY.least && size <= LIKELY.most) return findings;
  const said = unit.source === "drawing" ? "by the file's unit" : "by the unit";
  const large = size < LIKELY.least ? "small" : "long";
  const offer = offerOf(size, unit);
  const subject = `the largest part is ${millimetres(size)} ${large} ${said} (${unit.name})${offer.words}`;
  findings.note("size-unlikely", { subject, size, at, ...offer.turned });
  return findings;
}

/** How long the largest part is, where it begins, and whether parts fit on sheets. */
function largestOf({ rings, order, firsts, areas }: NestedRings, unit: DrawingUnit) {
  let size = 0;
  let at: Point | undefined;
  let isLikely = true;
  const isDefault = unit.source === "drawing" && unit.name === "inch";
  for (let part = 0; part < areas.length; part++) {
    const ring = order[firsts[part]!]!;
    const most = boxDiagonal(rings.contours.boundsOf(rings.numbers[ring]!));
    // Beside one that is large enough, what is not too large tells nothing.
    if (size >= ORDINARY.least && most <= (isDefault ? SHEET.width : ORDINARY.most)) continue;
    const [width, length] = sidesAlong(rings.points.get(ring));
    if (isDefault && (length > SHEET.length || width > SHEET.width)) isLikely = false;
    if (length <= size) continue;
    size = length;
    at = rings.startOf(ring);
  }
  return size === 0 ? null : { size, at, isLikely };
}

interface UnitOffer {
  words: string;
  turned: { option?: ReadOptions };
}
const NO_OFFER: UnitOffer = { words: "", turned: {} };

/** How long the largest part would be in the unit that was meant, if another one fits. */
function offerOf(size: number, unit: DrawingUnit): UnitOffer {
  const likely = COMMON.find(([name, millimetres]) => {
    const meant = (size / unit.millimetres) * millimetres;
    return name !== unit.name && meant >= ORDINARY.least && meant <= ORDINARY.most;
  });
  if (!likely) return NO_OFFER;
  const [name, scale] = likely;
  const words = `: ${millimetres((size / unit.millimetres) * scale)} if it were ${name}`;
  return { words, turned: { option: { unit: name } } };
}

/** How wide and long a ring is, along its longest side: however it is turned. */
function sidesAlong(ring: FlatRing): [width: number, length: number] {
  let [longest, along, across] = [0, 1, 0];
  for (let at = 0; at + 3 < ring.length; at += 2) {
    const [dx, dy] = [ring[at + 2]! - ring[at]!, ring[at + 3]! - ring[at + 1]!];
    const side = hypot(dx, dy);
    if (side > longest) [longest, along, across] = [side, dx / side, dy / side];
  }
  const bounds = emptyBounds();
  for (let at = 0; at < ring.length; at += 2) {
    const [x, y] = [ring[at]!, ring[at + 1]!];
    grow(bounds, x * along + y * across, y * along - x * across);
  }
  return boxSides(bounds);
}

const LENGTH = /^(\d+(?:[.,]\d+)?)\s*(mm|in|")?$/;
const SAID_IN: Record<string, number> = { mm: 1, in: 25.4, '"': 25.4 };

/** The length that a text says and nothing else, with the millimetres of its unit where it has one. */
export function lengthIn(text: string): Pick<DimensionMeasure, "said" | "unit"> | null {
  const [, digits, unit = ""] = LENGTH.exec(text.trim()) ?? [];
  return digits === undefined
    ? null
    : { said: Number(digits.replace(",", ".")), unit: SAID_IN[unit] ?? null };
}

/** By how much a drawing is too large or small when its unit was mistaken, and how exactly dimensions are rounded. */
const MISTAKEN = [25.4, 1 / 25.4, 10, 1 / 10, 1000, 1 / 1000];
/** Scales that people draw in: a dimension alone may be a slip, several that agree are none. */
const SCALES = [2, 2.5, 4, 5, 20, 25, 50, 100].flatMap((scale) => [scale, 1 / scale]);
const ROUNDED = 0.01;

/** Asks where most dimensions say another size than what they measure, all by the same factor of a unit or a scale. */
export function tellScale({ source: { measures: all, unit } }: SizesInput): Findings {
  const findings = new Findings();
  for (const [factor, alike] of byKey(all, (measure) => factorOf(measure, unit.millimetres))) {
    if (factor === 1 || factor === 0 || 2 * alike.length <= all.length) continue;
    if (alike.length === 1 && !MISTAKEN.includes(factor)) continue;
    const [times, than] = factor > 1 ? [factor, "large"] : [Math.round(1e6 / factor) / 1e6, "small"];
    const { drawn, said } = alike[0]!;
    const size = drawn * unit.millimetres;
    findings.note("size-unlikely", {
      subject:
        `the drawing is ${times} times as ${than} as ${alike.length} of its ${all.length} dimensions say: ` +
        `${millimetres(size)} where one says ${said}`,
      size,
      places: alike.map(({ at: [x, y] }): Point => [x * unit.millimetres, y * unit.millimetres]),
    });
  }
  return findings;
}

/** How many times as large as it says something is drawn; 1 where either the drawing's unit or millimetres agree. */
function factorOf({ drawn, said, unit }: DimensionMeasure, millimetres: number): number {
  const size = drawn * millimetres;
  const ratios = unit === null ? [drawn / said, size / said] : [size / (said * unit)];
  const near = (factor: number) => ratios.some((ratio) => Math.abs(ratio / factor - 1) <= ROUNDED);
  return [1, ...MISTAKEN, ...SCALES].find(near) ?? 0;
}

/**
 * No sheet is cut into strips as narrow (mm) and as many times as long: programs write lines as outlines of what a pen leaves.
 * These go around more than they fill, unlike sheets with many holes.
 */
const STROKE = { width: 0.5, lengths: 20, share: 0.5 };

/** Parts that are narrow all along. */
export function tellThin({ parts, nested }: { parts: PackedParts; nested: NestedRings }): Findings {
  const findings = new Findings();
  const { areas, perimeters } = parts;
  const { rings, order, firsts } = nested;
  areas.forEach((area, part) => {
    const exterior = order[firsts[part]!]!;
    const size = (2 * area) / perimeters[part]!;
    const isNarrow = size <= STROKE.width && perimeters[part]! >= 2 * STROKE.lengths * size;
    const isPierced = firsts[part + 1]! - firsts[part]! > 1 && area > STROKE.share * rings.areas[exterior]!;
    if (isNarrow && !isPierced) findings.note("thin-parts", { size, ...rings.placeOf(exterior) });
  });
  return findings;
}
