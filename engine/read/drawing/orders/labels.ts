/** Which texts are one label? Lines under each other, pieces of a line, and attributes of one use of a block. */
import type { Point } from "../../../base/contract/values/geometry.ts";
import { roomAround } from "../../../base/geometry/box.ts";
import { makeFinder } from "../basis/finder.ts";
import { byKey } from "../basis/united-groups.ts";
import { sortedBy } from "../contacts/sorted.ts";
import type { DrawnText } from "../model/text.ts";
import { alongOf, pairsOf } from "./order-words.ts";
import { complete, hintsIn, isBare, isOrder, nothing, type SaidOrder } from "./said.ts";

/** Lines of one label stand so far under each other and begin, have their middle or end so far aside, in heights of letters. */
const LEADING = { least: 0.8, most: 2.5, aside: 1 };
/** No next line is farther off, in heights of letters. */
const NEXT_LINE = LEADING.most + LEADING.aside;
/** By how much the letters of two lines of one label differ in height, as a share. */
const ALIKE = 0.2;
/** Two lines count as parallel when the sine of their angle is below this. */
const PARALLEL = 0.01;
/** Pieces of a line stand no farther behind each other than this, in heights of letters; how wide they are is not known well. */
const PIECES = { least: -1.5, most: 3, off: 0.3 };

/** Texts that belong together, and what they say. What is bare orders nothing by itself. */
export interface OrderLabel {
  written: DrawnText;
  said: SaidOrder;
  isOrder: boolean;
}

/** Texts that order something, and what stands beside or below them and adds to that. */
export function labelsIn(texts: readonly DrawnText[]): OrderLabel[] {
  // Many parts say the same.
  const known = new Map<string, SaidOrder>();
  const lines = [...texts, ...pairsOf(texts)].flatMap((written): OrderLabel[] => {
    const { tag, text: value } = written;
    const text = tag === null ? value : `${tag.replaceAll("_", " ")}: ${value}`;
    const said = known.get(text) ?? hintsIn(text, tag === null ? "text" : `attribute ${tag}`);
    known.set(text, said);
    const label = { written, said, isOrder: isOrder(said, text) };
    return label.isOrder || isBare(said, text) ? [label] : [];
  });
  const labels = ofBlocks(lines);
  const told = [...new Set(labels.map(({ said }) => toldIn(said)))];
  // Lines that tell the same thing are of different parts, as rows of a list are.
  const mayAdd = told.some((one) => told.some((other) => (one & other) === 0));
  return (mayAdd ? joined(labels) : labels).filter(({ isOrder }) => isOrder);
}

/** With one label for all attributes of one use of a block: they are of one part, wherever one of them stands. */
function ofBlocks(lines: readonly OrderLabel[]): OrderLabel[] {
  const labels = new Set(lines);
  for (const [use, [first, ...others]] of byKey(lines, ({ written }) => written.insert)) {
    // A block that holds it may be used several times.
    const tags = new Set([first!, ...others].map(({ written }) => written.tag));
    if (use === undefined || tags.size <= others.length) continue;
    for (const other of others) {
      labels.delete(other);
      add(first!, other);
    }
  }
  return lines.filter((line) => labels.has(line));
}

/** Labels in place of their lines and pieces, each where its first one stood in the list. */
function joined(lines: readonly OrderLabel[]): OrderLabel[] {
  const near = makeFinder(lines, ({ written }) => roomAround(written.spots, 0));
  const labels = new Set(lines);
  for (const i of sortedBy(lines.length, (i) => -rowOf(lines[i]!.written))) {
    const label = lines[i]!;
    if (!labels.has(label)) continue;
    // The walk goes on over what is added on the way.
    const members = [label.written];
    for (const last of members) {
      for (const next of near(roomAround(last.spots, NEXT_LINE * last.height))) {
        const isNext = next !== label && labels.has(next) && goesOn(last, next.written);
        if (!isNext || (toldIn(label.said) & toldIn(next.said)) !== 0) continue;
        labels.delete(next);
        members.push(next.written);
        add(label, next);
      }
    }
  }
  return lines.filter((line) => labels.has(line));
}

/** Makes one label of two. */
function add(label: OrderLabel, next: OrderLabel): void {
  const { written } = label;
  label.written = { ...written, spots: [...written.spots, ...next.written.spots] };
  const said = nothing();
  for (const one of [label, next]) complete(said, one.said);
  label.said = said;
  // A bare label orders a material of a thickness together.
  label.isOrder ||= next.isOrder || toldIn(label.said) === (TOLD.material | TOLD.thickness);
}

/** Bits of what is told. */
const TOLD = { quantity: 1, material: 2, thickness: 4 };

function toldIn({ quantity, material, thickness, gauge }: SaidOrder): number {
  return (
    (quantity === null ? 0 : TOLD.quantity) |
    (material === null ? 0 : TOLD.material) |
    ((thickness ?? gauge) === null ? 0 : TOLD.thickness)
  );
}

/** Whether nothing else is said of what one label says. */
export function isAgreed(said: SaidOrder, labels: readonly OrderLabel[]): boolean {
  const keys = ["material", "thickness", "gauge"] as const;
  return labels.every(({ said: other }) =>
    keys.every((key) => said[key] === null || other[key] === null || said[key] === other[key]),
  );
}

/** Whether a text goes on with another one: under it as the next line, or behind it. */
function goesOn(upper: DrawnText, lower: DrawnText): boolean {
  if (upper.tag !== null || lower.tag !== null) return false;
  if (Math.abs(upper.height - lower.height) > ALIKE * upper.height) return false;
  const [along, other] = [alongOf(upper), alongOf(lower)];
  if (Math.abs(along[0] * other[1] - along[1] * other[0]) > PARALLEL) return false;
  // How far along the line and below it a place is from another one, in heights of letters.
  const between = (from: Point, to: Point) => {
    const [x, y] = [(to[0] - from[0]) / upper.height, (to[1] - from[1]) / upper.height];
    return [x * along[0] + y * along[1], x * along[1] - y * along[0]] as const;
  };
  const [behind, off] = between(upper.spots.at(-1)!, lower.spots[0]!);
  if (Math.abs(off) <= PIECES.off && behind >= PIECES.least && behind <= PIECES.most) return true;
  return upper.spots.some((spot, i) => {
    const [aside, down] = between(spot, lower.spots[i]!);
    return Math.abs(aside) <= LEADING.aside && down >= LEADING.least && down <= LEADING.most;
  });
}

/** How far up a text stands on a page that is turned as its letters are. */
function rowOf(text: DrawnText): number {
  const [x, y] = alongOf(text);
  return text.spots[0]![1] * x - text.spots[0]![0] * y;
}
