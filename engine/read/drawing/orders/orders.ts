/**
 * How many of a part are wanted, of what and how thick? Suggestions from block attributes, texts, and the names of layers
 * and of the file, in falling trust; never more than that, and each with its source.
 */
import type { Bounds, Point } from "../../../base/contract/values/geometry.ts";
import { awayFromBox, boxAt, roomAround } from "../../../base/geometry/box.ts";
import { Findings } from "../basis/drawing-findings.ts";
import { type Finder, makeFinder } from "../basis/finder.ts";
import type { DrawnContours } from "../curves/contours.ts";
import type { Hints } from "../model/drawing.ts";
import type { PackedParts, PackedPaths } from "../model/packed.ts";
import type { DrawnText } from "../model/text.ts";
import { thicknessOf } from "./materials.ts";
import { complete, hintsIn, isOrder, nothing, type SaidOrder } from "./said.ts";

interface OrderedDrawing {
  name: string;
  drawn: DrawnContours;
  source: { layers: readonly string[]; texts: readonly DrawnText[] };
  parts: PackedParts;
  paths: PackedPaths;
  hints: Hints;
  orders: Map<number, Hints>;
}

/** Finds orders of the drawing as a whole, and of each part by its bounds and the layer of its outline. */
export function readOrders(reading: OrderedDrawing): Findings {
  const findings = new Findings();
  const { name, drawn, source, parts, paths } = reading;
  const { layers, texts } = source;
  const { bounds } = parts;
  const layerOf = (part: number) => paths.layerNames[paths.layers[parts.firstPaths[part]!]!]!;
  const count = bounds.length / 4;
  const orders = new Map<number, SaidOrder>();
  const tell = (part: number, said: SaidOrder) => {
    const order = orders.get(part) ?? nothing();
    orders.set(part, order);
    complete(order, said);
  };
  const hints = nothing();
  const places: Point[] = [];
  const give = ({ written, said }: OrderLabel, part: number) => {
    if (part >= 0) tell(part, said);
    complete(hints, said);
    places.push(written.at);
  };
  const boxes = texts.length === 0 ? [] : Array.from({ length: count }, (_, part) => boxAt(bounds, part));
  const partsIn = makeFinder([...boxes.keys()], (part) => boxes[part]!, drawn.table.work);
  const noted: OrderLabel[] = [];
  for (const label of labelsIn(texts)) {
    const { written, said } = label;
    const part = count === 1 ? 0 : partAt(boxes, partsIn, written);
    // A number of pieces far from every part is of none, but an attribute tells of all.
    if (part >= 0 || (said.quantity !== null && written.tag !== null)) give(label, part);
    else if (said.quantity === null) noted.push(label);
  }
  // A material and a thickness that are told once are those of all parts.
  for (const label of noted) if (isAgreed(label.said, noted)) give(label, -1);
  for (const layer of layers) {
    const said = hintsIn(layer, `layer ${layer}`);
    if (!isOrder(said, layer)) continue;
    complete(hints, said);
    for (let part = 0; part < count; part++) if (layerOf(part) === layer) tell(part, said);
  }
  complete(hints, hintsIn(name, "file name"));
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
  reading.hints = plain(hints);
  reading.orders = new Map([...orders].map(([part, order]) => [part, plain(order)]));
  return findings;
}

/** A text that orders something. */
interface OrderLabel {
  written: DrawnText;
  said: SaidOrder;
}

/** Texts that order something; many parts say the same. */
function labelsIn(texts: readonly DrawnText[]): OrderLabel[] {
  const known = new Map<string, SaidOrder>();
  return texts.flatMap((written): OrderLabel[] => {
    const { tag, text: value } = written;
    const text = tag === null ? value : `${tag.replaceAll("_", " ")}: ${value}`;
    const said = known.get(text) ?? hintsIn(text, tag === null ? "text" : `attribute ${tag}`);
    known.set(text, said);
    return isOrder(said, text) ? [{ written, said }] : [];
  });
}

/** Letters this many times their height away from a part still belong to it. */
const REACH = 3;

/** The part that a text stands on or, as near as that, beside; -1 without one. */
function partAt(boxes: readonly Bounds[], partsIn: Finder<number>, { spots, height }: DrawnText): number {
  let best = -1;
  let least = REACH * height;
  for (const part of partsIn(roomAround(spots, REACH * height))) {
    const away = Math.min(...spots.map((spot) => awayFromBox(boxes[part]!, spot)));
    if (away < least || (best < 0 && away === 0)) {
      best = part;
      least = away;
    }
  }
  return best;
}

/** Whether nothing else is said of what one label says. */
function isAgreed(said: SaidOrder, labels: readonly OrderLabel[]): boolean {
  const keys = ["material", "thickness", "gauge"] as const;
  return labels.every(({ said: other }) =>
    keys.every((key) => said[key] === null || other[key] === null || said[key] === other[key]),
  );
}

function plain({ quantity, material, thickness, from }: SaidOrder): Hints {
  return { quantity, material, thickness, from };
}

/** `quantity 4 from the file name, S235, 3 mm from the text`. */
function toldBySource({ quantity, material, thickness, gauge, told }: SaidOrder): string {
  const thick = [
    thickness !== null && `${thickness} mm`,
    gauge !== null && (thickness === null ? `${gauge} gauge of a metal that is not told` : `${gauge} gauge`),
  ].filter((word) => word);
  const words = { quantity: `quantity ${quantity}`, material, thickness: thick.join(", ") };
  return told
    .map(({ source, of }) => `${of.map((one) => words[one]).join(", ")} from the ${source}`)
    .join(", ");
}
