/**
 * Which outlines are drawn twice, a hair beside themselves? Those with an end that meets nothing exactly, and closed ones
 * whose corners span the same room, are one drawn again when each of their curves keeps beside another one from end to end,
 * and both ends go on: what merely runs beside its neighbours, as a hatching does, goes on nowhere.
 */
import type { Bounds } from "../../../base/contract/values/geometry.ts";
import { emptyBounds, grow } from "../../../base/geometry/box.ts";
import { hypot } from "../../../base/geometry/trig/hypot.ts";
import { PointGrid } from "../basis/grid.ts";
import { curveMiddle } from "../basis/plane.ts";
import { LIES } from "../contacts/apart.ts";
import type { Contours } from "../curves/contours.ts";
import type { CurveId } from "../curves/curve-table.ts";
import { curveAt } from "../curves/curves.ts";
import type { Outlines } from "./outlines.ts";

/** Curves no longer than so many times the distance within which they are one are told apart by less. */
export const SHORT = 8;
/** More ends than this at one place belong to no outline. */
const CROWD = 64;

/** A curve of a contour, by its number in it. */
interface ContourCurve {
  contour: number;
  i: number;
}

/**
 * Finds copies among the contours that outlines were made of, with the curves that their own lie beside. A contour that
 * lies near no outline is no copy.
 */
export function findDoubles(
  { contours, lies, outlineOf, loose, wholes }: Outlines,
  drawn: Contours,
  reach: number,
): Map<number, CurveId[]> {
  const found = new Map<number, CurveId[]>();
  const numbers = [...middleMates(contours, loose, outlineOf, reach), ...roomMates(contours, lies, reach)];
  const copies = numbers.length === 0 ? found : copiesAmong(contours, numbers, reach);
  if (copies.size === 0) return found;
  const originals = new Map<number, CurveId>();
  const ownOf = (id: CurveId) => (id < 0 ? ~id : id);
  for (const [outline, ids] of copies)
    ids.forEach((id, i) => {
      const own = contours.curveId(outline, i);
      originals.set(ownOf(own), id);
    });
  outlineOf.forEach((outline, source) => {
    if (!copies.has(outline)) return;
    const { curves } = drawn.get(source);
    found.set(
      source,
      curves.map((id) => originals.get(ownOf(wholes.get(ownOf(id)) ?? id))!),
    );
  });
  return found;
}

/** Finds loose contours with a curve whose middle between its ends is about that of another curve. */
function middleMates(
  contours: Contours,
  loose: readonly number[],
  outlineOf: Int32Array,
  reach: number,
): number[] {
  if (loose.length === 0) return [];
  const { table } = contours;
  const grid = new PointGrid(reach, loose.length);
  const owners: number[] = [];
  for (const source of loose) {
    const contour = outlineOf[source]!;
    // A chain that turned out to be closed has no loose ends.
    if (contours.isClosed(contour)) continue;
    for (let i = 0; i < contours.size(contour); i++) {
      owners[grid.add(...curveMiddle(table.ends(contours.curveId(contour, i))))] = contour;
    }
  }
  if (grid.count === 0) return [];
  const found = new Uint8Array(contours.count);
  contours.forCurves((id, own) => {
    const take = (other: number) => {
      if (owners[other] !== own) found[owners[other]!] = 1;
      return false;
    };
    grid.near(...curveMiddle(table.ends(id)), reach, take, CROWD);
  });
  return contours.numbers(false).filter((contour) => found[contour] === 1);
}

/** Closed contours of several curves whose corners span about the same room as those of another one of as many. */
function roomMates(contours: Contours, lies: Uint8Array, reach: number): number[] {
  const isMate = (contour: number) => lies[contour] === LIES.near && contours.size(contour) > 1;
  const closed = contours.numbers(true).filter(isMate);
  const lows = new PointGrid(reach, closed.length);
  const highs = new Float64Array(2 * closed.length);
  const found = new Set<number>();
  for (const contour of closed) {
    const room = roomOf(contours, contour);
    lows.near(
      room.min_x,
      room.min_y,
      reach,
      (other) => {
        const apart = hypot(highs[2 * other]! - room.max_x, highs[2 * other + 1]! - room.max_y);
        if (apart > reach || contours.size(closed[other]!) !== contours.size(contour)) return false;
        found.add(closed[other]!).add(contour);
        return true;
      },
      CROWD,
    );
    const added = lows.add(room.min_x, room.min_y);
    highs[2 * added] = room.max_x;
    highs[2 * added + 1] = room.max_y;
  }
  return [...found];
}

/** Around its corners; there are many contours, and nothing is made for each. */
function roomOf(contours: Contours, contour: number): Bounds {
  const room = emptyBounds();
  for (let i = 0; i < contours.size(contour); i++) {
    const { x0, y0 } = contours.table.ends(contours.curveId(contour, i));
    grow(room, x0, y0);
  }
  return room;
}

/** Copies, each with the curves that its own lie beside. */
function copiesAmong(contours: Contours, numbers: number[], reach: number): Map<number, CurveId[]> {
  const copies = new Map<number, CurveId[]>();
  numbers.sort((p, q) => p - q);
  const places: ContourCurve[] = numbers.flatMap((contour) =>
    Array.from({ length: contours.size(contour) }, (_, i) => ({ contour, i })),
  );
  const beside = curvesBeside(contours, places, reach);
  // A contour that was drawn later goes first.
  for (let last = places.length - 1; last >= 0; ) {
    const { contour } = places[last]!;
    const size = contours.size(contour);
    const own = beside.slice(last + 1 - size, last + 1);
    last -= size;
    const originals = own.flatMap(({ mates }) => {
      const mate = mates.find((mate) => mate.contour !== contour && !copies.has(mate.contour));
      return mate ? [contours.curveId(mate.contour, mate.i)] : [];
    });
    if (originals.length === size && own[0]!.goesOn[0] && own.at(-1)!.goesOn[1])
      copies.set(contour, originals);
  }
  return copies;
}

interface Beside {
  /** Curves that keep beside it from end to end. */
  mates: ContourCurve[];
  /** Whether others end at its start, and at its end. */
  goesOn: [boolean, boolean];
}

function curvesBeside(contours: Contours, places: readonly ContourCurve[], reach: number): Beside[] {
  const { table } = contours;
  const grid = new PointGrid(reach, 2 * places.length);
  const idOf = ({ contour, i }: ContourCurve) => contours.curveId(contour, i);
  const reaches = places.map((place) => {
    const { x0, y0, x1, y1 } = table.ends(idOf(place));
    grid.add(x0, y0);
    grid.add(x1, y1);
    return Math.min(reach, table.length(idOf(place)) / SHORT);
  });
  const found = places.map((): Beside => ({ mates: [], goesOn: [false, false] }));
  const isBeside = (place: number, id: CurveId, end: 0 | 1, x: number, y: number) => {
    const at = 2 * place + (1 - end);
    if (hypot(grid.xs[at]! - x, grid.ys[at]! - y) > reaches[place]!) return false;
    const [p, q] = [curveAt(table.get(idOf(places[place]!)), 0.5), curveAt(table.get(id), 0.5)];
    return hypot(p[0] - q[0], p[1] - q[1]) <= reaches[place]!;
  };
  const look = (own: ContourCurve, x: number, y: number, farX: number, farY: number) =>
    grid.near(
      x,
      y,
      reach,
      (end, distance) => {
        const place = end >> 1;
        const { contour, i } = places[place]!;
        if (distance > reaches[place]! || (contour === own.contour && i === own.i)) return false;
        const side = (end & 1) as 0 | 1;
        if (isBeside(place, idOf(own), side, farX, farY)) found[place]!.mates.push(own);
        else found[place]!.goesOn[side] = true;
        return false;
      },
      CROWD,
    );
  for (let contour = 0; contour < contours.count; contour++)
    for (let i = 0; i < contours.size(contour); i++) {
      const { x0, y0, x1, y1 } = table.ends(contours.curveId(contour, i));
      look({ contour, i }, x0, y0, x1, y1);
      look({ contour, i }, x1, y1, x0, y0);
    }
  return found;
}
