/**
 * How many of a part are wanted, of what and how thick? Suggestions from block attributes, texts, and the names of layers
 * and of the file, in falling trust; never more than that, and each with its source.
 */
import type { Point } from "../../contract/values/geometry.ts";
import { boxAt, roomAround } from "../basis/bounds.ts";
import { finderOf } from "../basis/finder.ts";
import type { Findings } from "../basis/findings.ts";
import { sortedBy } from "../contacts/sorted.ts";
import type { Hints } from "../model/drawing.ts";
import { isNextLine, NEXT_LINE, partAt, partsBeside, rowOf } from "./labels.ts";
import { thicknessOf } from "./materials.ts";
import { type DrawnText, pairsOf } from "./order-words.ts";
import { complete, hintsIn, isOrder, nothing, type Said } from "./said.ts";

export type { DrawnText } from "./order-words.ts";

/** Texts that belong to one part, and what they say. */
interface Label {
  written: DrawnText;
  said: Said;
}

/** Texts that order something; where there are several parts, lines that add to those above them are one label with them. */
function labelsIn(texts: readonly DrawnText[], isJoined: boolean): Label[] {
  // Many parts say the same.
  const known = new Map<string, Said>();
  const lines = [...texts, ...pairsOf(texts)].flatMap((written): Label[] => {
    const { tag, text: value } = written;
    const text = tag === null ? value : `${tag.replaceAll("_", " ")}: ${value}`;
    const said = known.get(text) ?? hintsIn(text, tag === null ? "text" : `attribute ${tag}`);
    known.set(text, said);
    return isOrder(said, text) ? [{ written, said }] : [];
  });
  const told = [...new Set(lines.map(({ said }) => toldIn(said)))];
  // Lines that tell the same thing are of different parts, as rows of a list are.
  const mayAdd = told.some((one) => told.some((other) => (one & other) === 0));
  return isJoined && mayAdd ? joined(lines) : lines;
}

/** Labels in place of their lines, each where its first line stood in the list. */
function joined(lines: readonly Label[]): Label[] {
  const below = finderOf(lines, ({ written }) => roomAround(written.spots, 0));
  const labels = new Set(lines);
  for (const i of sortedBy(lines.length, (i) => -rowOf(lines[i]!.written))) {
    const label = lines[i]!;
    if (!labels.has(label)) continue;
    for (let last = label.written; last.tag === null; ) {
      const { spots, height } = last;
      const next = below(roomAround(spots, NEXT_LINE * height)).find(
        (line) =>
          line.written.tag === null &&
          labels.has(line) &&
          isNextLine(last, line.written) &&
          (toldIn(label.said) & toldIn(line.said)) === 0,
      );
      if (!next) break;
      labels.delete(next);
      last = next.written;
      label.written = { ...label.written, spots: [...label.written.spots, ...last.spots] };
      label.said = {
        ...label.said,
        told: label.said.told.map(({ source, of }) => ({ source, of: [...of] })),
      };
      complete(label.said, next.said);
    }
  }
  return lines.filter((line) => labels.has(line));
}

/** Which of quantity, material and thickness are told, as bits. */
function toldIn({ quantity, material, thickness, gauge }: Said): number {
  return (
    Number(quantity !== null) |
    (Number(material !== null) << 1) |
    (Number((thickness ?? gauge) !== null) << 2)
  );
}

export interface OrderSources {
  fileName: string;
  layers: readonly string[];
  texts: readonly DrawnText[];
}

/** Of the drawing as a whole, and of each part by its bounds (least x and y, greatest x and y). */
export function readOrders(
  { fileName, layers, texts }: OrderSources,
  bounds: Float64Array,
  findings: Findings,
): { hints: Hints; orders: Map<number, Hints> } {
  const count = bounds.length / 4;
  const orders = new Map<number, Said>();
  const tell = (part: number, said: Said) => {
    const order = orders.get(part) ?? nothing();
    orders.set(part, order);
    complete(order, said);
  };
  const hints = nothing();
  const places: Point[] = [];
  const give = ({ written, said }: Label, part: number) => {
    if (part >= 0) tell(part, said);
    complete(hints, said);
    places.push(written.at);
  };
  const boxes = texts.length === 0 ? [] : Array.from({ length: count }, (_, part) => boxAt(bounds, part));
  const partsIn = finderOf([...boxes.keys()], (part) => boxes[part]!);
  const free: Label[] = [];
  const counting: Label[] = [];
  for (const label of labelsIn(texts, count > 1)) {
    const { written, said } = label;
    const part = count === 1 ? 0 : partAt(boxes, partsIn, written);
    if (said.quantity !== null && written.tag === null) counting.push(label);
    if (part >= 0 || written.tag !== null) give(label, part);
    else if (said.quantity !== null) free.push(label);
  }
  // What is far from every part says nothing about one, and a note is no order, unless each part has its own.
  const labelled = counting.map(({ written }) => written);
  const beside = free.length > 0 ? partsBeside(boxes, labelled) : null;
  if (beside) for (const label of free) give(label, beside[counting.indexOf(label)]!);
  for (const layer of layers) {
    const said = hintsIn(layer, `layer ${layer}`);
    if (isOrder(said, layer)) complete(hints, said);
  }
  complete(hints, hintsIn(fileName, "file name"));
  if (count === 1) tell(0, hints);
  for (const order of orders.values()) order.material ??= order.gauge === null ? null : hints.material;
  for (const said of [hints, ...orders.values()]) {
    const { gauge, material } = said;
    if (gauge !== null && material !== null) said.thickness ??= thicknessOf(gauge, material);
  }
  if (hints.from !== null) {
    const differing = (["material", "thickness", "quantity"] as const).filter((key) =>
      [...orders.values()].some((said) => (said[key] ?? hints[key]) !== hints[key]),
    );
    const others =
      differing.length > 0 ? `; beside other parts stands another ${differing.join(" or ")}` : "";
    findings.note("order-read", { subject: `${toldBySource(hints)}${others}`, places });
  }
  return { hints: plain(hints), orders: new Map([...orders].map(([part, order]) => [part, plain(order)])) };
}

function plain({ quantity, material, thickness, from }: Said): Hints {
  return { quantity, material, thickness, from };
}

/** `quantity 4 from the file name, S235, 3 mm from the text`. */
function toldBySource({ quantity, material, thickness, gauge, told }: Said): string {
  const thick = [
    thickness !== null && `${thickness} mm`,
    gauge !== null && (thickness === null ? `${gauge} gauge of a metal that is not told` : `${gauge} gauge`),
  ].filter((word) => word);
  const words = { quantity: `quantity ${quantity}`, material, thickness: thick.join(", ") };
  return told
    .map(({ source, of }) => `${of.map((one) => words[one]).join(", ")} from the ${source}`)
    .join(", ");
}
