/**
 * Share of a sheet that a copy of each part uses up, in several measures: on one sheet they add up to at most 1 in each.
 * The area with the gap around it is one; others know what can never lie in a hole, and what round parts leave between
 * each other.
 */
import type { Ring } from "../../../base/contract/values/geometry.ts";
import { grownArea } from "../../../base/geometry/grown.ts";
import { isConvex, signedArea } from "../../../base/geometry/ring.ts";
import type { BoundCandidate, BoundSheet } from "./candidate.ts";
import type { Fillings } from "./fillings.ts";
import type { Meter } from "./meter.ts";

/** By part. */
export type PartMeasure = number[];

/** Shares of a sheet count for so much less: the tolerances of the solver. */
const SHARE_DOUBT = 1e-7;
/** Dual functions that round to multiples of 1/k are tried up to this k. */
const FINEST = 24;
/** Most parts for which limits of dual functions are tried. */
const MOST_LIMITS = 500;
/** The most sizes of discs that are tried as the least one that counts. */
const MOST_DISCS = 12;
/** p tan(π / p) from p = 3 on: a polygon of p sides around a disc of radius 1 has so much area. */
const AROUND = [
  5.196152422706631, 4, 3.632712640026804, 3.464101615137754, 3.3710223316527, 3.31370849898476,
  3.27573210839582, 3.249196962329063, 3.229891422322033, 3.215390309173472,
];

export function areaMeasure(
  parts: readonly BoundCandidate[],
  sheets: readonly BoundSheet[],
  gap: number,
): PartMeasure {
  const smallest = Math.min(...parts.map(({ area }) => area));
  const open = (hole: Ring) => -signedArea(hole) >= smallest;
  return parts.map(({ source: { rings } }) => {
    const kept = [rings[0]!, ...rings.slice(1).filter(open)];
    return shareOf(grownArea(kept, gap / 2), sheets, gap);
  });
}

/** The area of each part with its holes: what lies in no hole adds up to no more than a sheet's. */
export function filledMeasure(
  grown: readonly number[],
  sheets: readonly BoundSheet[],
  gap: number,
): PartMeasure {
  return grown.map((area) => shareOf(area, sheets, gap));
}

/** A measure of what lies in no hole, as one of all: less what lies in holes, and where what may lie in one is left out. */
export function* measuresOfAll(
  outside: PartMeasure,
  parts: readonly BoundCandidate[],
  fillings: Fillings,
  meter: Meter,
): Generator<undefined, PartMeasure[]> {
  if (!parts.some(({ enters }) => enters)) return [outside];
  const without = yield* fillings.without(outside, meter);
  return [without, outside.map((share, i) => (parts[i]!.enters ? 0 : share))];
}

function shareOf(area: number, sheets: readonly BoundSheet[], gap: number): number {
  const r = gap / 2;
  const rooms = sheets.map(({ width, height }) => (width + gap) * (height + gap) - (4 - Math.PI) * r * r);
  return Math.max(0, (area / Math.max(...rooms)) * (1 - SHARE_DOUBT));
}

/**
 * Convex bodies on a sheet lie in polygons that do not overlap and have six sides in the mean at most (L. Fejes Tóth,
 * Lagerungen, 1953). So a body counts for the least polygon around it, and each side more or less than six at a price;
 * of each part its largest disc counts, or all of it where it is convex. And discs whose middles keep a distance are so
 * many at most (N. Oler, 1961). `sheets`, `parts` and discs without the gap. All of it says something of parts that lie
 * in no hole of others.
 */
export function discMeasures(
  parts: readonly BoundCandidate[],
  grown: readonly number[],
  sheets: readonly BoundSheet[],
  gap: number,
): PartMeasure[] {
  const radii = parts.map(({ filled }) => filled.circles()[0]?.r ?? 0);
  const sizes = [...new Set(radii)].filter((r) => r > 0).sort((a, b) => b - a);
  const convex = parts.map(({ source: { rings } }) => isConvex(rings[0]!));
  const room = Math.max(...sheets.map(({ width, height }) => (width + gap) * (height + gap)));
  return sizes.slice(0, MOST_DISCS).flatMap((least) => {
    const count = mostDiscs(least, sheets, gap);
    const counted = radii.map((r) => (r >= least ? (1 - SHARE_DOUBT) / count : 0));
    const price = (AROUND[3]! - AROUND[4]!) * (least + gap / 2) ** 2;
    const cells = radii.map((r, i) => {
      if (r === 0) return 0;
      const around = (r + gap / 2) ** 2;
      const body = convex[i] ? grown[i]! : Math.PI * around;
      return Math.max(0, (leastCell(body, around, price) / room) * (1 - SHARE_DOUBT));
    });
    return [counted, cells];
  });
}

/** The least area of a polygon around a body that holds a disc, with a price for each side beyond six. */
function leastCell(body: number, squaredRadius: number, price: number): number {
  const cells = AROUND.map((area, i) => Math.max(body, area * squaredRadius) + (i - 3) * price);
  // With more sides than the table has the body alone counts.
  return Math.min(...cells, body + (AROUND.length - 3) * price);
}

/** Points of a rectangle with a distance of 1 are at most 2 / √3 of its area, half its circumference and one. */
function mostDiscs(radius: number, sheets: readonly BoundSheet[], gap: number): number {
  const distance = 2 * radius + gap;
  const counts = sheets.map((sheet) => {
    const [width, height] = [sheet.width - 2 * radius, sheet.height - 2 * radius].map(
      (side) => side / distance,
    );
    if (!(width! >= 0 && height! >= 0)) return 0;
    return (2 / Math.sqrt(3)) * width! * height! + width! + height! + 1;
  });
  return Math.max(1, Math.floor(Math.max(...counts) * (1 + SHARE_DOUBT) + 1e-6));
}

/** Area of each part, its holes filled, with half the gap around it. */
export function filledAreas(parts: readonly BoundCandidate[], gap: number): number[] {
  return parts.map(({ source: { rings } }) => grownArea([rings[0]!], gap / 2));
}

/** Sheets that all copies take at least, by a measure seen through dual feasible functions (Fekete and Schepers 2001). */
export function sheetsBy(measure: PartMeasure, quantities: readonly number[]): number {
  const sums = dualFunctions(measure).map((worth) =>
    measure.reduce((sum, share, i) => sum + quantities[i]! * worth(share), 0),
  );
  return Math.max(1, ...sums.map((sum) => Math.ceil(sum - 1e-9)));
}

/** Functions under which shares that fill no more than a sheet still add up to no more than 1. */
function dualFunctions(shares: readonly number[]): ((share: number) => number)[] {
  const limits = [...new Set(shares)].filter((share) => share > 0 && share <= 0.5);
  const cut = limits
    .slice(0, MOST_LIMITS)
    .map((limit) => (share: number) => (share > 1 - limit ? 1 : share < limit ? 0 : share));
  const rounded = Array.from(
    { length: FINEST },
    (_, i) => (share: number) => Math.floor((i + 2) * share) / (i + 1),
  );
  return [(share) => share, ...cut, ...rounded];
}
