/**
 * Is a row of boxes the bar of a scale? Then numbers stand beside it at the ends of its boxes, as far from each other
 * as they say: a ruler that is cut has them on it.
 */
import type { Bounds } from "../../../base/contract/values/geometry.ts";
import { holds } from "../../../base/geometry/box.ts";
import type { DrawnText } from "../model/text.ts";

/** How far from a bar its numbers stand, in its widths. */
export const REACH = 4;
/** So many numbers tell it; off their place by no more than this share of a box. */
const NUMBERS = { least: 3, off: 0.2 };
const NUMBER = /^(\d+(?:[.,]\d+)?)\s*(?:mm|cm|m|km|in|ft|"|')?$/i;

export function isScaleBar(cells: readonly Bounds[], texts: readonly DrawnText[]): boolean {
  const [first] = cells;
  if (cells.length < 2 || texts.length < NUMBERS.least || !first) return false;
  const isRow = cells.every(({ min_y, max_y }) => min_y === first.min_y && max_y === first.max_y);
  const isColumn = cells.every(({ min_x, max_x }) => min_x === first.min_x && max_x === first.max_x);
  if (!isRow && !isColumn) return false;
  const spans = cells.map(({ min_x, min_y, max_x, max_y }) => (isRow ? [min_x, max_x] : [min_y, max_y]));
  const off = NUMBERS.off * Math.min(...spans.map(([from, to]) => to! - from!));
  const beside = texts.flatMap(({ text, spots }) => {
    const [, value] = NUMBER.exec(text.trim()) ?? [];
    const isOn = cells.some((cell) => holds(cell, ...spots[1]!));
    return value === undefined || isOn ? [] : [{ value: Number(value.replace(",", ".")), spots }];
  });
  // All begin at the ends of boxes, or have their middle there.
  return [0, 1].some((spot) => {
    const marks = beside.map(({ value, spots }) => ({ value, at: spots[spot]![isRow ? 0 : 1] }));
    const atEnds = marks.filter(({ at }) =>
      spans.some((span) => span.some((end) => Math.abs(end - at) <= off)),
    );
    const zero = atEnds.find(({ value }) => value === 0);
    return atEnds.some((other) => {
      if (!zero || other.value === 0) return false;
      const scale = (other.at - zero.at) / other.value;
      return (
        atEnds.filter(({ value, at }) => Math.abs(zero.at + scale * value - at) <= off).length >=
        NUMBERS.least
      );
    });
  });
}
