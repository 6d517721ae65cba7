/** What the machine does on one sheet, before any words for it: the strokes in their order, and how long they take. */
import type { ExportRequest } from "../contract/v1/export.ts";
import type { Point } from "../contract/values/geometry.ts";
import type { Finding } from "../finding.ts";
import { boundsOf } from "../geometry/ring.ts";
import type { Dialect, Settings } from "./dialects/dialect.ts";
import { type GcodeOptions, resolveOptions } from "./options.ts";
import type { OrderedContour } from "./order/order.ts";
import { planSheet } from "./order/plan.ts";
import { reversePath, type Vertex } from "./path/arcs.ts";
import { Leads } from "./path/lead.ts";
import { moveLength, type Piece, type Stroke, strokeRound } from "./path/stroke.ts";

export interface Cut {
  contour: OrderedContour;
  stroke: Stroke;
}

export interface Toolpath {
  dialect: Dialect;
  settings: Settings;
  cuts: Cut[];
  /** What the operator should look at. */
  findings: Finding[];
}

/** A cut leaves the sheet by more than this, in mm, or not at all. */
const EDGE = 1e-6;

/** What one sheet costs. Lengths in mm, of all passes. */
export interface ToolpathTotals {
  contours: number;
  cut_length: number;
  travel_length: number;
  /** How often the tool starts: pierces of a beam, plunges of a cutter. */
  starts: number;
  /** At the given rates, without acceleration. */
  seconds: number;
}

/** The strokes of a sheet in cutting order. Throws INVALID_INPUT for what cannot be cut. */
export function planToolpath(request: ExportRequest, options: GcodeOptions = {}): Toolpath {
  const contours = planSheet(request, options);
  const { dialect, settings } = resolveOptions(request.config, options);
  const leads = new Leads(
    contours.map(({ ring }) => ring),
    request.sheet_width,
    request.sheet_height,
  );
  const cuts = contours.map((contour) => ({ contour, stroke: strokeOf(contour, settings, leads) }));
  return { dialect, settings, cuts, findings: findingsOf(contours, request) };
}

/** Messages are plain enough to stand in a program's comment. */
function findingsOf(contours: OrderedContour[], { sheet_width, sheet_height }: ExportRequest): Finding[] {
  const holes = new Map<string, number>();
  for (const { placement, hole } of contours)
    if (hole !== null) holes.set(`${placement} ${hole}`, (holes.get(`${placement} ${hole}`) ?? 0) + 1);
  const counts = {
    "holes-split": [...holes.values()].filter((rings) => rings > 1).length,
    "slots-closed": contours.filter(({ inner, hole }) => inner && hole === null).length,
    "outside-sheet": contours.filter(({ ring }) => {
      const { min_x, min_y, max_x, max_y } = boundsOf(ring);
      return min_x < -EDGE || min_y < -EDGE || max_x > sheet_width + EDGE || max_y > sheet_height + EDGE;
    }).length,
  };
  const messages = {
    "holes-split": "holes with necks narrower than the kerf, cut as several",
    "slots-closed": "slots with mouths narrower than the kerf, cut behind them",
    "outside-sheet": "cuts that leave the sheet",
  };
  return (Object.keys(counts) as (keyof typeof counts)[])
    .filter((code) => counts[code] > 0)
    .map((code) => ({ code, message: messages[code], count: counts[code] }));
}

/** Lengths and time of a plan, from the origin and back to it. */
export function measureToolpath({ dialect, settings, cuts }: Toolpath): ToolpathTotals {
  const { passes, feed_rate, travel_rate, plungeRate, pierceDelay, safeHeight, depth } = settings;
  const totals: ToolpathTotals = {
    contours: cuts.length,
    cut_length: 0,
    travel_length: 0,
    starts: 0,
    seconds: 0,
  };
  let at: Point = [0, 0];
  for (const { stroke } of cuts) {
    const { end, cut, bridged, tabs } = measureStroke(stroke);
    const back = distance(end, stroke.start) * (passes - 1);
    totals.travel_length += distance(at, stroke.start) + back + (dialect.movesZ ? 0 : bridged * passes);
    totals.cut_length += (cut + (dialect.movesZ ? bridged : 0)) * passes;
    totals.starts += passes * (dialect.movesZ ? 1 : 1 + tabs);
    at = end;
  }
  totals.travel_length += distance(at, [0, 0]);
  const minutes = totals.cut_length / feed_rate + totals.travel_length / travel_rate;
  const strokes = dialect.movesZ
    ? totals.starts * (safeHeight + depth) * (1 / plungeRate + 1 / travel_rate)
    : 0;
  totals.seconds = 60 * (minutes + strokes) + totals.starts * pierceDelay;
  return totals;
}

function strokeOf(contour: OrderedContour, settings: Settings, leads: Leads): Stroke {
  const { leadIn, leadOut, overcut, tabs, tabWidth, kerf } = settings;
  // Climbing: exteriors clockwise, holes counter-clockwise. A right-hand cutter leaves the better face on the part's
  // side that way, and so does a plasma torch; a laser does not mind.
  const path = reversePath(pathFromStart(contour));
  return strokeRound(path, {
    overcut,
    tabs: contour.inner ? 0 : tabs,
    // The kerf eats into a bridge from both ends.
    tabWidth: tabWidth + kerf,
    leadIn: leads.find(path, leadIn, "in"),
    leadOut: leads.find(path, leadOut, "out"),
  });
}

/** The path as one that begins where the tool enters. */
function pathFromStart({ path, start: [x, y] }: OrderedContour): Vertex[] {
  const [first, ...rest] = path as [Vertex, ...Vertex[]];
  return x === first[0] && y === first[1] ? path : [[x, y, 0], ...rest, first];
}

function measureStroke({ start, pieces }: Stroke) {
  let at = start;
  let [cut, bridged] = [0, 0];
  for (const { tab, moves } of pieces) {
    for (const move of moves) {
      const length = moveLength(at, move);
      if (tab) bridged += length;
      else cut += length;
      at = move.to;
    }
  }
  const tabs = pieces.filter((piece: Piece) => piece.tab).length;
  return { end: at, cut, bridged, tabs };
}

function distance([ax, ay]: Point, [bx, by]: Point): number {
  return Math.hypot(bx - ax, by - ay);
}
