/**
 * Which parts, open cuts and bend lines do the curves of a drawing make?
 *
 * Curves get a role by layer and line type, those to be cut are joined into contours, rings are nested by even-odd
 * depth (even: a part, odd: a hole in it), and all is measured on the true curves before any of it becomes points.
 */

import type { ReadOptions } from "../../base/contract/read-options.ts";
import type { ParseDxfData } from "../../base/contract/v1/drawing.ts";
import type { Bounds } from "../../base/contract/values/geometry.ts";
import { invalidDxf } from "../../base/errors.ts";
import { boxEdges } from "../../base/geometry/box.ts";
import { type Areas, readWithAreas } from "./areas.ts";
import type { Arranged } from "./arrangement/arrange.ts";
import type { Findings } from "./basis/drawing-findings.ts";
import { tidy, tidyMeasure } from "./basis/tidy.ts";
import type { DrawnContours } from "./curves/contours.ts";
import { FlatRings } from "./curves/flat-ring.ts";
import { arrangeCuts, type DrawnContents } from "./cuts.ts";
import { accountOf } from "./length-account.ts";
import { affordableTolerance, Flattener } from "./measure/flatten.ts";
import { boundsOfCuts, measureParts, type NestedRings } from "./measure/measured-parts.ts";
import type { DrawingUnit } from "./model/drawing.ts";
import { isCut, PATH_ROLES, type PackedDrawing, type PackedParts, type PackedPaths } from "./model/packed.ts";
import { readOrders } from "./orders/orders.ts";
import { packParts, packPaths, type RoledContours } from "./pack.ts";
import {
  drawingGroups,
  leaveUnknown,
  overruleVagueNames,
  tellColours,
  tellUnclear,
} from "./roles/evidence.ts";
import { describeBends } from "./roles/notes.ts";
import { LayerRoles, type NamedLooks } from "./roles/roles.ts";
import { sortByRole } from "./roles/sort.ts";
import { type DimensionMeasure, tellScale, tellSizes, tellThin } from "./sizes.ts";
import { tolerancesOf } from "./tolerances.ts";

export interface ReadEntities extends NamedLooks, DrawnContents {
  layers: string[];
  entityCount: number;
  unit: DrawingUnit;
  /** Why the unit is assumed, where it is and has not been told. */
  assumed?: string;
  /** Measures of its dimensions. */
  measures: readonly DimensionMeasure[];
  /** Filled areas without lines. */
  areas?: Areas;
  /** Contents of the file, for the message when none of it can be cut. */
  contents: string;
}

export function assembleDrawing(source: ReadEntities, options: ReadOptions, told: Findings): PackedDrawing {
  const read = (drawn: DrawnContours) => {
    const roles = new LayerRoles(source, options);
    overruleVagueNames(drawn, roles);
    leaveUnknown(drawn, roles);
    const sorted = sortByRole(drawn, roles);
    const tolerances = tolerancesOf(drawn, options);
    const findings = told.copy();
    const cuts = { ...source, drawn, sorted, roles, tolerances };
    return { drawn, roles, sorted, tolerances, findings, arranged: arrangeCuts(cuts, options, findings) };
  };
  const { drawn, roles, sorted, tolerances, findings, arranged } = readWithAreas(source, read);
  const { table } = drawn;
  const tolerance = affordableTolerance(arranged.contours);
  const nested = measureParts(arranged, tolerances.weld, tolerance, findings);
  const bends = sorted.bend;
  const lines = bends.map((number) => drawn.get(number));
  const bent = describeBends(lines, table, source.notes, findings);
  const parts = packParts(nested);
  if (parts.areas.length === 0 && nested.open.length === 0) {
    throw invalidDxf(`the drawing holds nothing to cut: ${source.contents}`);
  }
  const others: RoledContours[] = [
    { role: "open", contours: arranged.contours, numbers: nested.open },
    { role: "bend", contours: drawn, numbers: bends },
    { role: "engrave", contours: drawn, numbers: sorted.engrave },
    { role: "mark", contours: drawn, numbers: sorted.mark },
    { role: "construction", contours: drawn, numbers: [...sorted.extent, ...sorted.construction] },
  ];
  const flattener = new Flattener(table, tolerance, tolerances.weld, findings);
  const points = pointsOf(nested, others, flattener);
  const paths = packPaths(nested, others, points, bent);
  tellSeveral(nested, findings);
  tellWithin(arranged, findings);
  tellThin(parts, nested, findings);
  tellUnclear(drawn, sorted, roles, findings);
  tellColours(drawn, sorted, findings);
  const fileName = baseName(options.name);
  const { hints, orders } = readOrders(
    { fileName, layers: source.layers, texts: source.texts },
    parts.bounds,
    (part) => paths.layerNames[paths.layers[parts.firstPaths[part]!]!]!,
    findings,
  );
  tellSizes(nested, source, findings);
  tellScale(source.measures, source.unit, findings);
  const groups = drawingGroups(drawn, sorted, roles);
  const account = accountOf(groups, drawn.retraced, arranged, nested, findings);
  return {
    data: dataOf(source, options, boundsOfCuts(nested, arranged.contours), paths, parts),
    parts,
    paths,
    layers: source.layers.map((name) => ({ name, role: roles.role(name) })),
    groups,
    unit: source.unit,
    account,
    open_ends: arranged.openEnds,
    hints,
    orders,
    findings: findings.list(),
  };
}

function tellSeveral({ rings, order, firsts, areas }: NestedRings, findings: Findings): void {
  if (areas.length < 2) return;
  const places = { length: areas.length, at: (part: number) => rings.startOf(order[firsts[part]!]!) };
  findings.note("several-parts", { count: areas.length, places });
}

/** As a rule the line around such a part is no cut: a countersink, a pocket, a lip. */
function tellWithin({ contours, parts }: Arranged, findings: Findings): void {
  for (const { exterior, isWithin } of parts)
    if (isWithin) findings.note("parts-in-holes", contours.placeOf(exterior));
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
function dataOf(
  source: ReadEntities,
  options: ReadOptions,
  bounds: Bounds,
  paths: PackedPaths,
  parts: PackedParts,
): ParseDxfData {
  const holes = (parts.firstPaths[1] ?? 1) - 1;
  const [width, height] = boxEdges(bounds);
  return {
    name: baseName(options.name),
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

function baseName(name: string | undefined): string {
  const file = (name ?? "").split(/[\\/]/).at(-1)!;
  return file.replace(/\.[^.]*$/, "") || file || "drawing";
}
