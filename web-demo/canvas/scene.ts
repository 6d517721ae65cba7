/**
 * A scene is prepared once per layout: every placement with its bounds, every part with its outline,
 * whose path is made for a size on screen when it is first drawn at that. Drawing and picking only read it.
 */
import type { Bounds, Finding, Mark, OpenEnd, Path, Point, Ring } from "../../engine/index.ts";
import { boundsSize, pointBounds } from "../model/bounds.ts";
import type { LaidPart, ProjectDrawing, SolvedLayout, SolvedSheet } from "../model/project.ts";
import { findSheetType, sheetRemnant } from "../model/sheet.ts";
import { type DisplayUnit, trim } from "../model/units.ts";
import type { Camera, CameraViewport } from "./camera.ts";
import type { Inks } from "./palette.ts";

export interface SceneView {
  camera: Camera;
  view: CameraViewport;
  /** Device pixels per CSS pixel. */
  ratio: number;
  inks: Inks;
  labels: boolean;
  unit: DisplayUnit;
  selected: string | null;
  hovered: Item | null;
}

export interface LabelSpot {
  /** Middle of the stretch, relative to the placement's reference point. */
  x: number;
  y: number;
  /** Free length along the text, and across it. */
  room: number;
  height: number;
}

export interface DrawnPart {
  id: string;
  color: number;
  exterior: Ring;
  holes: Ring[];
  bounds: Bounds;
  /** By level of detail; see `outlineAt`. */
  paths: Map<number, Path2D>;
  /** Cost of drawing it, in copies of a plain part. */
  weight: number;
  marks: readonly Mark[] | undefined;
  lines: readonly PartLines[];
  /** Places for its name by rotation, most air first; found when first needed. */
  labelSpots: Map<number, readonly LabelSpot[]>;
}

/** Lines of a part that are not cut out: bends are broken lines, open cuts have the colour of the outline. */
export interface PartLines {
  role: Mark["role"];
  path: Path2D;
}

/** How a part is shown: the number of its colour, and what is drawn on it. */
export interface Look {
  color: number;
  marks?: readonly Mark[];
}

export interface Item {
  shape: DrawnPart;
  /** Part of a layout that it shows; null for a part that lies nowhere. */
  place: LaidPart | null;
  instance: number;
  x: number;
  y: number;
  rotation: number;
  cos: number;
  sin: number;
  /** -1 for a copy that is turned over, else 1. */
  side: 1 | -1;
  bounds: Bounds;
  locked: boolean;
  /** The check has something against where it lies. */
  faulty: boolean;
}

export interface DrawnSheet {
  width: number;
  height: number;
  margin: number;
  /** The edge of a sheet that is no rectangle. */
  outline: Path2D | null;
  /** Where there is no material, or bad material. */
  gone: Path2D | null;
}

export interface BoardScene {
  /** Box to show when everything is to be seen. */
  bounds: Bounds;
  sheet: DrawnSheet | null;
  /** The strip that no part needs. */
  remnant: Bounds | null;
  items: readonly Item[];
  lines: DrawingLines | null;
  spots: readonly Point[];
  gaps?: readonly OpenEnd[];
}

export interface DrawingLines {
  material: Path2D;
  cuts: Path2D;
  bends: Path2D;
  marks: Path2D;
  aside: Path2D;
  /** Lines that lie on no part. */
  off: Path2D;
}

/** Pixels between the points of an outline, at most: holes that have no more than two are not seen. */
const STEP = 0.7;
/** From 128 pixels per millimetre on all points are drawn. */
const FINEST = 7;
/** Findings of lines that are seen by their colour. */
const DRAWN_OFF = ["lines-off-parts", "ends-off-parts"];
/** All that is drawn is shown where it is no more than so many times as large as what is made. */
const FAR = 10;
/** So many points more cost as much as a copy more. */
const HEAVY = 100;

/** Paths are made from the same rings again and again while a layout improves; rings never change in place. */
export type ShapeCache = WeakMap<Ring, DrawnPart>;

const EMPTY = { sheet: null, remnant: null, items: [], lines: null, spots: [] };

/** `before` may be any scene: its items are taken over where they are still right. */
export function sheetScene(
  layout: SolvedLayout,
  sheet: SolvedSheet | undefined,
  lookOf: (id: string) => Look,
  cache: ShapeCache,
  before?: BoardScene,
): BoardScene {
  const type = findSheetType(layout, sheet ?? {});
  const { width, height } = type;
  const { edge_margin, kerf } = layout.request.config;
  const shapes = new Map<string, DrawnPart>();
  for (const part of layout.request.parts) {
    shapes.set(part.id, shapeOf(part, lookOf(part.id), cache));
  }
  const faulty = new Set(
    (layout.check?.faults ?? []).flatMap((fault) => (fault.sheet === sheet?.index ? fault.placements : [])),
  );
  const items: Item[] = [];
  for (const place of sheet?.placements ?? []) {
    const shape = shapes.get(place.part_id);
    if (!shape) continue;
    const i = items.length;
    const old = before?.items[i];
    const same = old?.place === place && old.shape === shape && old.faulty === faulty.has(i);
    items.push(same ? old : laidItem(shape, place, faulty.has(i)));
  }
  const gone = [...(type.holes ?? []), ...(type.defects ?? [])];
  return {
    ...EMPTY,
    bounds: { min_x: 0, min_y: 0, max_x: width, max_y: height },
    sheet: {
      width,
      height,
      margin: edge_margin + kerf / 2,
      outline: type.outline ? pathOf([type.outline], true) : null,
      gone: gone.length > 0 ? pathOf(gone, true) : null,
    },
    remnant: sheet ? sheetRemnant(layout, sheet) : null,
    items,
  };
}

export function laidItem(shape: DrawnPart, place: LaidPart, faulty: boolean): Item {
  const { instance, x, y, rotation, bounds, mirrored = false, locked = false } = place;
  const angle = (rotation * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  return {
    shape,
    place,
    instance,
    x,
    y,
    rotation,
    cos,
    sin,
    side: mirrored ? -1 : 1,
    bounds,
    locked,
    faulty,
  };
}

/** Where a finding was noticed, as far as it is listed. */
export function placedParts({ at, places = at ? [at] : [] }: Finding): readonly Point[] {
  return places;
}

/** A drawing as it was read, with the places of its findings, mere notes left out, and the one that somebody looks at. */
export function drawingScene(drawing: ProjectDrawing, looked: Point | null = null): BoardScene {
  const { cutPaths, bendLines, markLines = [], asideLines = [], offLines = [] } = drawing;
  const isSpot = ({ code, severity }: Finding) => severity !== "note" && !DRAWN_OFF.includes(code);
  const told = drawing.findings.filter(isSpot).flatMap(placedParts);
  const gaps = drawing.openEnds ?? [];
  // A gap is marked as one, with its width: rings around its ends would hide it.
  const ends = new Set(gaps.flatMap(({ at, to }) => [String(at), String(to)]));
  const others = told.filter((spot) => !ends.has(String(spot)));
  const spots = looked && !others.includes(looked) ? [...others, looked] : others;
  return {
    ...EMPTY,
    bounds: boundsOfDrawing([...cutPaths, ...bendLines, ...markLines].flat(), asideLines.flat()),
    lines: {
      material: pathOf(cutPaths.filter(isRing)),
      cuts: pathOf(cutPaths),
      bends: pathOf(bendLines),
      marks: pathOf(markLines),
      aside: pathOf(asideLines),
      off: pathOf(offLines),
    },
    spots,
    gaps,
  };
}

/** With what is not made, unless that is so far away that what is made would be a dot. */
function boundsOfDrawing(made: readonly Point[], aside: readonly Point[]): Bounds {
  const own = pointBounds(made.length > 0 ? made : [[0, 0]]);
  const all = pointBounds([...made, ...aside, [own.min_x, own.min_y]]);
  const [size, whole] = [own, all].map((box) => Math.max(...Object.values(boundsSize(box))));
  return whole! <= FAR * size! ? all : own;
}

function isRing(path: Path): boolean {
  const [first, last] = [path[0], path.at(-1)];
  return path.length > 3 && first![0] === last![0] && first![1] === last![1];
}

/** The parts themselves, side by side, before there is a layout: rows that fill towards a square. */
export function partsScene(parts: readonly (OutlinedPart & Look)[], cache: ShapeCache): BoardScene {
  const shapes = parts.map((part) => shapeOf(part, part, cache));
  const sizes = shapes.map(({ bounds: b }) => [b.max_x - b.min_x, b.max_y - b.min_y] as const);
  const middle = sizes.map((size) => Math.max(...size)).sort((a, b) => a - b)[sizes.length >> 1] ?? 0;
  const isHuge = (i: number) => Math.max(...sizes[i]!) > FAR * middle;
  const common = sizes.filter((_, i) => !isHuge(i));
  const gap = 0.12 * Math.max(1, ...common.flat());
  const total = common.reduce((sum, [w, h]) => sum + (w + gap) * (h + gap), 0);
  const rowWidth = Math.max(Math.sqrt(total) * 1.5, ...common.map(([w]) => w));
  const items: Item[] = [];
  let [x, y, rowHeight] = [0, 0, 0];
  const order = shapes.map((_, i) => i).sort((a, b) => sizes[b]![1] - sizes[a]![1]);
  for (const i of order) {
    const [width, height] = sizes[i]!;
    if (x > 0 && x + width > rowWidth) {
      x = 0;
      y -= rowHeight + gap;
      rowHeight = 0;
    }
    rowHeight = Math.max(rowHeight, height);
    const { bounds } = shapes[i]!;
    items.push(itemAt(shapes[i]!, x - bounds.min_x, y - bounds.max_y));
    x += width + gap;
  }
  // Rows grow downwards; lifted as a whole, the rulers count from the lower left corner.
  const lifted = items.map((item) => itemAt(item.shape, item.x, item.y - y + rowHeight));
  // Of a part so large that all others would be dots, in a wrong unit perhaps, a strip is shown.
  const corners = lifted.flatMap(({ bounds: b }, at): Point[] =>
    isHuge(order[at]!)
      ? [[b.min_x, b.min_y + middle]]
      : [
          [b.min_x, b.min_y],
          [b.max_x, b.max_y],
        ],
  );
  const bounds = pointBounds(corners.length > 0 ? corners : [[0, 0]]);
  return { ...EMPTY, bounds, items: lifted };
}

function itemAt(shape: DrawnPart, x: number, y: number): Item {
  const { bounds: b } = shape;
  const bounds = { min_x: b.min_x + x, min_y: b.min_y + y, max_x: b.max_x + x, max_y: b.max_y + y };
  const still = { place: null, rotation: 0, cos: 1, sin: 0, side: 1, locked: false, faulty: false } as const;
  return { shape, instance: 0, x, y, bounds, ...still };
}

type OutlinedPart = Pick<DrawnPart, "id" | "exterior" | "holes">;

function shapeOf(
  { id, exterior, holes }: OutlinedPart,
  { color, marks }: Look,
  cache: ShapeCache,
): DrawnPart {
  const known = cache.get(exterior);
  const isSame = known?.id === id && known.holes === holes && known.color === color && known.marks === marks;
  if (isSame) return known;
  const bounds = pointBounds(exterior);
  const points = holes.reduce((sum, { length }) => sum + length, exterior.length);
  const lines = linesOf(marks ?? []);
  const made = { paths: new Map(), weight: 1 + points / HEAVY, marks, lines, labelSpots: new Map() };
  const shape: DrawnPart = { id, color, exterior, holes, bounds, ...made };
  cache.set(exterior, shape);
  return shape;
}

/** The outline for so many pixels per millimetre: one path does up to twice the scale. */
export function outlineAt({ exterior, holes, paths }: DrawnPart, scale: number): Path2D {
  const level = Math.min(FINEST, Math.ceil(Math.log2(scale)));
  const known = paths.get(level);
  if (known) return known;
  const step = level === FINEST ? 0 : STEP / 2 ** level;
  const rings = [exterior, ...holes].map((ring) => thinned(ring, step));
  const path = pathOf(rings, true);
  paths.set(level, path);
  return path;
}

/** Asked after every copy that was drawn: true when they have cost as much as so many plain ones since the last time. */
export function pauses(step: number): (drawn: Item) => boolean {
  let cost = 0;
  return ({ shape }) => {
    cost += shape.weight;
    if (cost < step) return false;
    cost = 0;
    return true;
  };
}

function linesOf(marks: readonly Mark[]): PartLines[] {
  const roles = new Set(marks.map(({ role }) => role));
  return [...roles].map((role) => {
    const path = new Path2D();
    for (const mark of marks) if (mark.role === role) path.addPath(pathOf([mark.path], mark.closed));
    return { role, path };
  });
}

/** Without the points that lie closer than `step` to the last one kept: for eyes only. */
export function thinned(ring: Ring, step: number): Ring {
  if (ring.length <= 12) return ring;
  const kept: Ring = [];
  for (const [x, y] of ring) {
    const last = kept.at(-1);
    if (!last || Math.abs(x - last[0]) + Math.abs(y - last[1]) >= step) kept.push([x, y]);
  }
  return kept.length >= 3 ? kept : [];
}

/** The same as far as it can be seen at all: a ring that is too small keeps eight of its points. */
export function thinnedOrFew(ring: Ring, step: number): Ring {
  const kept = step > 0 ? thinned(ring, step) : ring;
  return kept.length > 0 ? kept : ring.filter((_, i) => i % Math.ceil(ring.length / 8) === 0);
}

export function pathData(points: readonly Point[], closed: boolean, decimals: number): string {
  const texts = points.map(([x, y]) => `${trim(x, decimals)} ${trim(y, decimals)}`);
  return points.length > 0 ? `M${texts.join("L")}${closed ? "Z" : ""}` : "";
}

/** As text: told point by point, a path of thousands of holes takes five times as long. */
function pathOf(lines: readonly (Ring | Path)[], closed = false): Path2D {
  const text = lines.map((line) => (line.length > 0 ? `M${line.join("L")}${closed ? "Z" : ""}` : ""));
  return new Path2D(text.join(""));
}
