/**
 * Which lines are tables: parts lists, hole charts, revisions? By geometry, as many drawings have everything on one layer:
 * lines along the axes that meet each other form rectangular cells, the cells make up the whole, most of them hold texts and
 * nothing else, and rows are about as high as their letters. Tiles with holes, and parts with a label each, are none.
 */
import type { Bounds } from "../../../base/contract/values/geometry.ts";
import {
  areaOf,
  boundsAround,
  boundsAt,
  lengthsOf,
  lies,
  overlap,
  sidesOf,
  widened,
} from "../../../base/geometry/box.ts";
import { Meetings, pureWalls, sizeOf, wallsOf } from "../aids/walls.ts";
import { type Aside, paperOf, type Written } from "../aids/written.ts";
import { finderOf } from "../basis/finder.ts";
import type { DrawnText } from "../model/text.ts";
import type { Outlines } from "../outlines/outlines.ts";
import { foldName } from "../roles/words.ts";
import { cellsOf } from "./cells.ts";
import { isScaleBar, REACH } from "./scales.ts";
import { TITLES } from "./titles.ts";

/** Evidence for a table, in points: enough of it makes one. */
const POINTS = { filled: 3, half: 1, letters: 2, word: 1, words: 3, few: -2, tiles: -1 };
const ENOUGH = 5;
/** Cells: how many are few, which share of the whole they make up, and how many letters high a row is. */
const CELLS = { few: 4, whole: 0.6 };
const ROW = 4;
/** A single box has no more walls, and no fewer; two texts do not tell that it is a table. */
const SIDES = 4;
/** Signs on tiles that are all alike are no more than this. */
const SIGNS = 3;
/** More contours, or more walls, than this are no drawing with tables. */
const MANY = 50_000;
const HEADS =
  "POS|ITEM|QTY|PART|DESCR|MATER|DAT|HOLE|SIZE|DIA|NO|NR|MENGE|ANZ|BENENN|BEZEICHN|DESIGN|QTE|CANT|QUANT|ILOSC|NAZWA|POPIS|DARAB|ПОЗ|КОЛ|材料|数量|名称";
const HEAD = new RegExp(`^(${HEADS}|${TITLES})|^[XY]$`, "u");
/** What begins a box of notes, and its lines. */
const NOTE =
  /^(GENERAL NOTES?|NOTES?|REMARKS?|ANMERKUNG|HINWEIS|BEMERKUNG|REMARQUES?|NOTAS?|OPMERKING|POZNAMK|UWAGI|MEGJEGYZES|ПРИМЕЧАН)|^\d{1,2}[.)]\s/;
/** A box is full of lines when there are so many of them, and they take up this share of its width. */
const LINES = { least: 3, share: 0.5 };

/** Tables; nothing where there are none. */
export function findTables({ contours }: Outlines, { texts, textsAt }: Written, weld: number): Aside[] {
  const tables: Aside[] = [];
  const near = 10 * weld;
  const isAsked = texts.length > 1 && contours.count <= MANY;
  const walls = isAsked ? pureWalls(contours, wallsOf(contours, near)) : [];
  if (walls.length > 0 && walls.length <= MANY) {
    const contoursIn = finderOf(contours.numbers(), (number) => contours.boundsOf(number));
    const meetings = new Meetings(walls, near);
    for (const wall of walls)
      for (const { group, whole: box } of meetings.groups(wall.box)) {
        // Fewer close no cell.
        if (group.length < SIDES) continue;
        const whole = widened(box, near);
        const within = textsAt(whole);
        if (group.length === SIDES && within.length < LINES.least) continue;
        const cells = cellsOf(group, near);
        const reach = REACH * lengthsOf(whole)[0];
        const isFull = cells.reduce((sum, cell) => sum + areaOf(cell), 0) >= CELLS.whole * areaOf(whole);
        const isScale = cells.length > 1 && isFull && isScaleBar(cells, textsAt(widened(whole, reach)));
        if (within.length < 2 && !isScale) continue;
        const own = new Set(group.map(({ contour }) => contour));
        const isFree = (cell: Bounds) => {
          const isOther = (number: number) => {
            const box = contours.boundsOf(number);
            return !own.has(number) && lies(box, whole) && overlap(box, cell);
          };
          return !contoursIn(cell).some(isOther);
        };
        const free = isScale ? [] : cells.filter(isFree).map((cell) => ({ cell, text: textsAt(cell)[0] }));
        if (!isScale && pointsOf(whole, cells, within, free) < ENOUGH) continue;
        const inside = contoursIn(whole).filter((number) => lies(contours.boundsOf(number), whole));
        tables.push(paperOf(`${isScale ? "scale bar" : "table"} ${sizeOf(whole)}`, inside));
      }
  }
  return tables;
}

/** How much tells that cells with texts are a table; those without another contour in them each with its first text. */
function pointsOf(
  whole: Bounds,
  cells: readonly Bounds[],
  texts: readonly DrawnText[],
  free: readonly { cell: Bounds; text: DrawnText | undefined }[],
): number {
  if (free.reduce((sum, { cell }) => sum + areaOf(cell), 0) < CELLS.whole * areaOf(whole)) return 0;
  const filled = free.flatMap(({ cell, text }) => (text ? [lengthsOf(cell)[0] / text.height] : []));
  if (cells.length === 1 && holdsNotes(whole, texts)) return ENOUGH;
  const tight = filled.filter((rows) => rows <= ROW);
  const said = new Set(texts.map(({ text }) => foldName(text.trim())).filter((text) => HEAD.test(text)));
  return (
    (2 * filled.length >= cells.length
      ? POINTS.filled
      : 4 * filled.length >= cells.length
        ? POINTS.half
        : 0) +
    (2 * tight.length > filled.length ? POINTS.letters : 0) +
    Math.min(POINTS.words, POINTS.word * said.size) +
    (cells.length < CELLS.few ? POINTS.few : 0) +
    (areTiles(cells) && texts.every(({ text }) => text.trim().length <= SIGNS) ? POINTS.tiles : 0)
  );
}

/** Whether a box is full of lines of which one begins as notes do: what else stands in a part may be its order. */
function holdsNotes(box: Bounds, texts: readonly DrawnText[]): boolean {
  if (texts.length < LINES.least) return false;
  const isUpright = 2 * texts.filter(goesUp).length > texts.length;
  const [wide, high] = isUpright ? sidesOf(box).reverse() : sidesOf(box);
  const written = sidesOf(boundsAround(texts.flatMap(({ spots }) => spots.map(boundsAt))));
  const letters = texts.reduce((sum, text) => sum + text.height, 0);
  return (
    written[Number(isUpright)]! >= LINES.share * wide! &&
    high! <= ROW * letters &&
    texts.some(({ text }) => NOTE.test(foldName(text.trim())))
  );
}

/** Whether a text is written along y. */
function goesUp({ spots }: DrawnText): boolean {
  const [[x, y], [u, v]] = [spots[0]!, spots.at(-1)!];
  return Math.abs(v - y) > Math.abs(u - x);
}

/** Whether all are as large as the first. */
function areTiles(cells: readonly Bounds[]): boolean {
  const [first] = cells;
  return cells.every((cell) => Math.abs(areaOf(cell) / areaOf(first!) - 1) < 1e-3);
}
