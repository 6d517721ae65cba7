/** How do found parts and paths become the columns of a packed drawing? One after another, in their final order. */

import type { ParseDxfData } from "../../base/contract/v1/drawing.ts";
import { invalidDxf } from "../../base/errors.ts";
import { boxEdges } from "../../base/geometry/box.ts";
import { Findings } from "./basis/drawing-findings.ts";
import { tidy, tidyMeasure } from "./basis/tidy.ts";
import type { Contours } from "./curves/contours.ts";
import { FlatRings } from "./curves/flat-ring.ts";
import { Flattener } from "./measure/flatten.ts";
import { boundsOfCuts, forRings, type NestedRings } from "./measure/measured-parts.ts";
import type { Bend, PathRole } from "./model/drawing.ts";
import { isCut, PATH_ROLES, type PackedParts, type PackedPaths } from "./model/packed.ts";
import type { Reading } from "./reading.ts";

/** Some contours, by number, that are not rings of parts. */
interface RoledContours {
  role: PathRole;
  contours: Contours;
  numbers: readonly number[];
}

/** Packs parts and paths. */
export function packPaths(reading: Reading): Findings {
  const findings = new Findings();
  const { source, drawn, sorted, arranged, nested, tolerances, chord, bends } = reading;
  reading.parts = partColumns(nested);
  if (reading.parts.areas.length === 0 && nested.open.length === 0)
    throw invalidDxf(`the drawing holds nothing to cut: ${source.contents}`);
  const others: RoledContours[] = [
    { role: "open", contours: arranged.contours, numbers: nested.open },
    { role: "bend", contours: drawn, numbers: sorted.bend },
    { role: "engrave", contours: drawn, numbers: sorted.engrave },
    { role: "mark", contours: drawn, numbers: sorted.mark },
    { role: "construction", contours: drawn, numbers: [...sorted.extent, ...sorted.construction] },
  ];
  const flattener = new Flattener(drawn.table, chord, tolerances.weld, findings);
  reading.paths = pathColumns(nested, others, pointsOf(nested, others, flattener), bends);
  return findings;
}

/** Rings by part, then the others, with the points of all of them; of bend lines also how they are bent. */
function pathColumns(
  nested: NestedRings,
  others: RoledContours[],
  points: FlatRings,
  bends: Bend[],
): PackedPaths {
  const { rings, order } = nested;
  const { count } = points;
  let size = 0;
  for (const ring of order) size += rings.recordSize(ring);
  for (const { contours, numbers } of others)
    for (const number of numbers) size += contours.recordSize(number);
  const { firsts, numbers } = points.columns();
  const packed: PackedPaths = {
    roles: new Uint8Array(count),
    layerNames: [],
    layers: new Uint32Array(count),
    colours: new Uint32Array(count),
    closed: new Uint8Array(count),
    lengths: new Float64Array(count),
    bends,
    firstCurves: new Uint32Array(count + 1),
    curves: new Float64Array(size),
    firstPoints: firsts,
    points: numbers,
  };
  const layerNumbers = new Map<string, number>();
  let path = 0;
  // The next path: a contour or, turned, the same backwards, with its length in millimetres.
  const add = (role: PathRole, contours: Contours, number: number, length: number, turned = false) => {
    const layer = contours.layer(number);
    if (!layerNumbers.has(layer)) layerNumbers.set(layer, packed.layerNames.push(layer) - 1);
    packed.roles[path] = PATH_ROLES.indexOf(role);
    packed.layers[path] = layerNumbers.get(layer)!;
    packed.colours[path] = contours.colour(number);
    packed.closed[path] = Number(contours.isClosed(number));
    packed.lengths[path] = length;
    const from = packed.firstCurves[path]!;
    packed.firstCurves[++path] = contours.copyRecords(number, turned, packed.curves, from);
  };
  forRings(nested, (ring, role) =>
    add(role, rings.contours, rings.numbers[ring]!, rings.lengths[ring]!, rings.turned[ring] === 1),
  );
  for (const { role, contours, numbers } of others)
    for (const number of numbers) add(role, contours, number, contours.pathLength(number));
  return packed;
}

/** Areas are net of holes, perimeters of exterior and holes. */
function partColumns({ rings, order, firsts, areas }: NestedRings): PackedParts {
  const count = firsts.length - 1;
  const perimeters = new Float64Array(count);
  const bounds = new Float64Array(4 * count);
  const boxes = rings.contours.boxes();
  for (let part = 0; part < count; part++) {
    const exterior = order[firsts[part]!]!;
    let length = rings.lengths[exterior]!;
    for (let i = firsts[part]! + 1; i < firsts[part + 1]!; i++) length += rings.lengths[order[i]!]!;
    perimeters[part] = tidyMeasure(length);
    const at = 4 * rings.numbers[exterior]!;
    for (let side = 0; side < 4; side++) bounds[4 * part + side] = boxes[at + side]!;
  }
  return { firstPaths: firsts, areas: areas.map(tidyMeasure), perimeters, bounds };
}

/** Points of all paths in their order; paths that are not made have none. */
function pointsOf({ rings, order }: NestedRings, others: RoledContours[], flattener: Flattener): FlatRings {
  const count = others.reduce((sum, { numbers }) => sum + numbers.length, order.length);
  const points = new FlatRings(count, rings.points.length);
  for (const ring of order) {
    if (flattener.isFine(rings.points.size(ring))) points.copy(rings.points, ring);
    else points.add(flattener.points(rings.chain(ring), rings.points.get(ring)));
  }
  for (const { role, contours, numbers } of others)
    for (const number of numbers)
      points.add(role === "construction" ? [] : flattener.points(contours.get(number)));
  return points;
}

/** Data of the drawing beside its points. */
export function drawingData({ name, source, nested, arranged, paths, parts }: Reading): ParseDxfData {
  const bounds = boundsOfCuts(nested, arranged.contours);
  const holes = (parts.firstPaths[1] ?? 1) - 1;
  const [width, height] = boxEdges(bounds);
  return {
    name,
    bounds: {
      min_x: tidy(bounds.min_x),
      min_y: tidy(bounds.min_y),
      max_x: tidy(bounds.max_x),
      max_y: tidy(bounds.max_y),
    },
    dimensions: {
      width: tidy(width),
      height: tidy(height),
      unit: "mm",
    },
    area: parts.areas[0] ?? 0,
    perimeter: parts.perimeters[0] ?? tidyMeasure(cutLength(paths)),
    geometry: { exterior: [], holes: [] },
    layers: source.layers,
    cut_paths: [],
    bend_lines: null,
    entity_count: source.entityCount,
    has_holes: holes > 0,
    hole_count: holes,
  };
}

function cutLength({ roles, lengths }: PackedPaths): number {
  return lengths.reduce((sum, length, i) => (isCut(PATH_ROLES[roles[i]!]!) ? sum + length : sum), 0);
}
