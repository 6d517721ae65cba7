/**
 * Where does a part's name go? On the widest stretch of material that a line through the part meets, upright if that
 * has room, otherwise along the part; nowhere if neither has. Found once per part and rotation.
 */
import { meet } from "../../engine/base/geometry/box.ts";
import type { Ring } from "../../engine/index.ts";
import { toScreen, visibleBounds } from "./camera.ts";
import { setFont } from "./pen.ts";
import {
  type BoardScene,
  type DrawnPart,
  type Item,
  type LabelSpot,
  pauses,
  type SceneView,
} from "./scene.ts";

const FONT = 11;
/** Horizontal lines through a part. */
const LINES = 60;
/** On how many lines above and below its middle a name needs material: it sits best where it has most air. */
const REACHES = [18, 10, 6, 3] as const;

/** Copies of plain parts from one pause to the next. */
const STEP = 100;

export function* labelSteps(
  context: CanvasRenderingContext2D,
  scene: BoardScene,
  frame: SceneView,
): Generator<void, void> {
  const { camera, ratio, inks } = frame;
  const visible = visibleBounds(camera, frame.view);
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  setFont(context, `500 ${FONT}px`);
  context.fillStyle = inks.label;
  const widths = new Map<string, number>();
  const isTime = pauses(STEP);
  for (const item of scene.items) {
    const { bounds: b, shape } = item;
    const size = Math.max(b.max_x - b.min_x, b.max_y - b.min_y) * camera.scale;
    if (size < 2.5 * FONT || !meet(b, visible)) continue;
    const width = widths.get(shape.id) ?? context.measureText(shape.id).width;
    widths.set(shape.id, width);
    drawLabel(context, item, width, frame);
    if (isTime(item)) yield;
  }
}

function drawLabel(
  context: CanvasRenderingContext2D,
  item: Item,
  width: number,
  { camera, ratio }: SceneView,
): void {
  const fits = ({ room, height }: LabelSpot) =>
    room * camera.scale >= width + 8 && height * camera.scale >= FONT * 0.9;
  const across = labelSpots(item, 0).find(fits);
  if (across) {
    const [x, y] = toScreen(camera, [item.x + across.x, item.y + across.y]);
    context.fillText(item.shape.id, x, y);
    return;
  }
  // Turned a quarter clockwise, an upright stretch lies flat.
  const along = labelSpots(item, -90).find(fits);
  if (!along) return;
  const [x, y] = toScreen(camera, [item.x - along.y, item.y + along.x]);
  context.translate(x, y);
  context.rotate(-Math.PI / 2);
  context.fillText(item.shape.id, 0, 0);
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
}

/** Places for the name of a copy that is turned so much further, found once. */
export function labelSpots(
  {
    shape,
    rotation,
    side,
  }: Pick<Item, "rotation" | "side"> & { shape: Pick<DrawnPart, "exterior" | "holes" | "labelSpots"> },
  turn: number,
): readonly LabelSpot[] {
  // Those of mirrored copies have turns of their own.
  const key = rotation + turn + (side < 0 ? 1e4 : 0);
  const known = shape.labelSpots.get(key);
  if (known) return known;
  const seen = (ring: Ring): Ring => (side < 0 ? ring.map(([x, y]) => [-x, y]) : ring);
  const spots = findLabelSpots(seen(shape.exterior), shape.holes.map(seen), rotation + turn);
  shape.labelSpots.set(key, spots);
  return spots;
}

/** Places for a level text on a part that is turned by `rotation` degrees, most air first. */
export function findLabelSpots(exterior: Ring, holes: readonly Ring[], rotation: number): LabelSpot[] {
  const angle = (rotation * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const turned = [exterior, ...holes].map((ring) =>
    ring.map(([x, y]): [number, number] => [x * cos - y * sin, x * sin + y * cos]),
  );
  return widestSpots(turned);
}

/** The widest stretch of material for every reach. */
function widestSpots(rings: readonly Ring[]): LabelSpot[] {
  const heights = rings[0]!.map(([, y]) => y);
  const [low, high] = [Math.min(...heights), Math.max(...heights)];
  const step = (high - low) / (LINES + 1);
  const lines = stretches(rings, low, step);
  return REACHES.map((reach) => {
    let best: LabelSpot = { x: 0, y: 0, room: 0, height: 0 };
    let most = 0;
    for (let i = reach; i < LINES - reach; i += 3) {
      // A stretch near the middle of the part reads better than one that is hardly wider at its rim.
      const merit = 1 - (0.3 * Math.abs(2 * i - LINES)) / LINES;
      for (const [from, to] of common(lines.slice(i - reach, i + reach + 1))) {
        if ((to - from) * merit <= most) continue;
        most = (to - from) * merit;
        best = { x: (from + to) / 2, y: low + step * (i + 1), room: to - from, height: 2 * reach * step };
      }
    }
    return best;
  });
}

type LabelRange = readonly [from: number, to: number];

/** Where horizontal lines, a step apart, run through material. Each edge is asked only about the lines beside it. */
function stretches(rings: readonly Ring[], low: number, step: number): LabelRange[][] {
  const crossings = Array.from({ length: LINES }, (): number[] => []);
  for (const ring of rings) {
    for (let i = 1; i < ring.length; i++) {
      const [ax, ay] = ring[i - 1]!;
      const [bx, by] = ring[i]!;
      const first = Math.max(0, Math.floor((Math.min(ay, by) - low) / step) - 1);
      const last = Math.min(LINES - 1, Math.ceil((Math.max(ay, by) - low) / step));
      for (let line = first; line <= last; line++) {
        const y = low + step * (line + 1);
        if (ay > y !== by > y) crossings[line]!.push(ax + ((y - ay) * (bx - ax)) / (by - ay));
      }
    }
  }
  return crossings.map((all) => {
    all.sort((a, b) => a - b);
    return Array.from({ length: Math.floor(all.length / 2) }, (_, i) => [all[2 * i]!, all[2 * i + 1]!]);
  });
}

/** Stretches that all lines of a band share; each line has its stretches in order. */
function common(lines: readonly LabelRange[][]): LabelRange[] {
  return lines.reduce((left, right) => {
    const both: LabelRange[] = [];
    for (let i = 0, j = 0; i < left.length && j < right.length; ) {
      const [[a, b], [c, d]] = [left[i]!, right[j]!];
      if (Math.min(b, d) > Math.max(a, c)) both.push([Math.max(a, c), Math.min(b, d)]);
      if (b < d) i++;
      else j++;
    }
    return both;
  });
}
