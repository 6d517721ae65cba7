/**
 * Which closed contours are letters, drawn as outlines, that name the parts beside them? Rows of at least four small shapes
 * of different forms and about one height, close to each other, outside of all parts and far smaller than these. A drawing
 * that holds nothing but letters has them for its parts, and rows of equal holes are no words.
 */
import type { Bounds } from "../../../base/contract/values/geometry.ts";
import { boxDiagonal, boxEdges, lies, widened } from "../../../base/geometry/box.ts";
import { type Finder, makeFinder } from "../basis/finder.ts";
import { byKey, UnitedGroups } from "../basis/united-groups.ts";
import type { Contours } from "../curves/contours.ts";

/** A row has so many letters at least, so large a share of them different. */
const ROW = { least: 4, different: 0.5 };
/** Heights of neighbours differ by no more than this factor; they stand no farther apart, in heights, on about one line. */
const NEXT = { factor: 2.2, gap: 1.3, off: 0.6 };
/** Letters are no larger than this share of the largest shape that is none. */
const SMALL = 0.08;
/** More closed contours are not looked at. */
const MANY = 20_000;

interface Glyph {
  number: number;
  box: Bounds;
}

/** Numbers of letters, and of what lies in them. */
export function findLettering(contours: Contours): number[] {
  const { work } = contours.table;
  const closed = contours.numbers(true);
  if (closed.length <= ROW.least || closed.length > MANY) return [];
  const all = closed.map((number): Glyph => ({ number, box: contours.boundsOf(number) }));
  const largest = all.reduce((most, { box }) => Math.max(most, boxDiagonal(box)), 0);
  const large = all.filter(({ box }) => boxDiagonal(box) > SMALL * largest);
  const boxOf = ({ box }: Glyph) => box;
  const largeAt = makeFinder(large, boxOf, work);
  const small = all.filter(
    ({ box }) => boxDiagonal(box) <= SMALL * largest && !largeAt(box).some((other) => lies(box, other.box)),
  );
  if (small.length < ROW.least) return [];
  const smallAt = makeFinder(small, boxOf, work);
  const outer = small.filter(
    ({ box, number }) => !smallAt(box).some((other) => other.number !== number && lies(box, other.box)),
  );
  const letters = [false, true].flatMap((upright) => {
    const numbersAt = makeFinder([...outer.keys()], (i) => outer[i]!.box, work);
    return rowsOf({ glyphs: outer, numbersAt }, upright, contours).flat();
  });
  const boxes = letters.map(({ box }) => box);
  const inside = boxes.flatMap((box) => smallAt(box).filter((other) => lies(other.box, box)));
  return [...new Set([...letters, ...inside].map(({ number }) => number))];
}

/** Rows along one axis. */
function rowsOf(
  { glyphs, numbersAt }: { glyphs: readonly Glyph[]; numbersAt: Finder<number> },
  upright: boolean,
  contours: Contours,
): Glyph[][] {
  const alongOf = ({ min_x, max_x, min_y, max_y }: Bounds) => (upright ? [min_y, max_y] : [min_x, max_x]);
  const acrossOf = ({ min_x, max_x, min_y, max_y }: Bounds) => (upright ? [min_x, max_x] : [min_y, max_y]);
  const heightOf = (box: Bounds) => boxEdges(box)[upright ? 0 : 1]!;
  const groups = new UnitedGroups(glyphs.length);
  glyphs.forEach(({ box }, i) => {
    const height = heightOf(box);
    for (const j of numbersAt(widened(box, NEXT.gap * height))) {
      const other = glyphs[j]!.box;
      const [low, high] = [Math.min(height, heightOf(other)), Math.max(height, heightOf(other))];
      const [p, q] = [acrossOf(box), acrossOf(other)];
      const off = Math.min(Math.abs(p[0]! - q[0]!), Math.abs(p[1]! - q[1]!));
      const gap = Math.max(alongOf(other)[0]! - alongOf(box)[1]!, alongOf(box)[0]! - alongOf(other)[1]!);
      const isNext = gap <= NEXT.gap * high && gap > -0.5 * high;
      if (j !== i && high <= NEXT.factor * low && off <= NEXT.off * low && isNext) groups.unite(i, j);
    }
  });
  const rows = [...byKey([...glyphs.keys()], (i) => groups.rootOf(i)).values()];
  return rows
    .map((row) => row.map((i) => glyphs[i]!))
    .filter((row) => row.length >= ROW.least && isWritten(row, contours));
}

/** Whether enough of a row differ in form, as letters do. */
function isWritten(row: readonly Glyph[], contours: Contours): boolean {
  const forms = row.map(({ number, box }) => {
    const [width, height] = boxEdges(box);
    const round = (share: number) => Math.round(20 * share);
    return [round(width / (height || 1)), round(contours.length(number) / (width + height || 1))].join();
  });
  return new Set(forms).size >= Math.max(3, ROW.different * Math.min(row.length, 10));
}
