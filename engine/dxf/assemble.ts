/**
 * Which parts, open cuts and bend lines do the curves of a drawing make?
 *
 * Curves get a role by layer and line type, those to be cut are joined into contours, rings are nested by even-odd
 * depth (even: a part, odd: a hole in it), and all is measured on the true curves before any of it becomes points.
 */
import type { Bounds } from "../contract/geometry.ts";
import { bendsAndCuts } from "./bends.ts";
import type { CurveTable } from "./curvetable.ts";
import type { PathRole, ReadOptions, Unit } from "./drawing.ts";
import type { DrawnContours } from "./drawn.ts";
import { invalidDxf } from "./errors.ts";
import { Findings } from "./findings.ts";
import { type FlatRing, reverseFlat } from "./flatring.ts";
import { affordableTolerance, Flattener } from "./flatten.ts";
import { append } from "./graph.ts";
import { type Chain, joinContours } from "./join.ts";
import { TOLERANCE } from "./limits.ts";
import { type BendNote, describeBends } from "./notes.ts";
import { pathLength } from "./outline.ts";
import { packParts, packPaths, type TracedPath } from "./pack.ts";
import { isCut, type PackedDrawing, type PackedParts } from "./packed.ts";
import { boundsOfCuts, type NestedRing, nestRings } from "./parts.ts";
import { LayerRoles } from "./roles.ts";
import { tidy, tidyMeasure } from "./tidy.ts";

export interface DrawingSource {
  drawn: DrawnContours;
  /** Names of layers in use, in order of first use. */
  layers: string[];
  entityCount: number;
  unit: Unit;
  /** Texts that tell of bends, in millimetres. */
  notes: BendNote[];
  /** What stands in the file, for the message when none of it can be cut. */
  contents: string;
}

export function assembleDrawing(
  source: DrawingSource,
  options: ReadOptions,
  findings: Findings,
): PackedDrawing {
  const { table } = source.drawn;
  const roles = new LayerRoles(source.layers, options.roles);
  const size = extentOf(source.drawn);
  // Tolerances beyond a share of the drawing would eat the features of a part of half a millimetre.
  const weld = Math.min(TOLERANCE.weld, size / 1000);
  const join = Math.max(weld, Math.min(options.joinTolerance ?? TOLERANCE.join, size / 100));
  const tolerances = { weld, join };
  const { cut, bends, engraved } = bendsAndCuts(source.drawn, roles, tolerances, findings);
  const tolerance = affordableTolerance(cut, table);
  const rings = nestRings(cut, table, weld, tolerance, findings);
  const paths: TracedPath[] = [];
  const fine: FlatRing[] = [];
  for (const { exterior, holes } of rings.parts) {
    addRing(paths, fine, "exterior", exterior);
    for (const hole of holes) addRing(paths, fine, "hole", hole);
  }
  const pathsOf = (role: PathRole, chains: Chain[]) => chains.map((chain) => pathOf(role, chain, table));
  const open = pathsOf("open", rings.open);
  const engraving = joinContours(engraved, table, tolerances, new Findings());
  const bent = pathsOf("bend", bends);
  describeBends(bent, table, source.notes, findings);
  append(paths, open);
  append(paths, bent);
  append(paths, pathsOf("engrave", engraving));
  if (rings.parts.length === 0 && open.length === 0) {
    throw invalidDxf(`the drawing holds nothing to cut: ${source.contents}`);
  }
  const points = new Flattener(table, tolerance, weld, findings).flatten(paths, fine);
  if (rings.parts.length > 1) findings.note("several-parts", { count: rings.parts.length });
  const parts = packParts(rings.parts);
  return {
    data: dataOf(source, options, boundsOfCuts(rings, table), paths, parts),
    parts,
    paths: packPaths(paths, points, table),
    layers: source.layers.map((name) => ({ name, role: roles.role(name) })),
    unit: source.unit,
    findings: findings.list(),
  };
}

/** What is known of the drawing beside its points. */
function dataOf(
  source: DrawingSource,
  options: ReadOptions,
  bounds: Bounds,
  paths: TracedPath[],
  parts: PackedParts,
): PackedDrawing["data"] {
  const holes = (parts.firstPaths[1] ?? 1) - 1;
  const cutLength = paths.reduce((sum, { role, length }) => (isCut(role) ? sum + length : sum), 0);
  return {
    name: baseName(options.name),
    bounds: {
      min_x: tidy(bounds.min_x),
      min_y: tidy(bounds.min_y),
      max_x: tidy(bounds.max_x),
      max_y: tidy(bounds.max_y),
    },
    dimensions: {
      width: tidy(bounds.max_x - bounds.min_x),
      height: tidy(bounds.max_y - bounds.min_y),
      unit: "mm",
    },
    area: parts.areas[0] ?? 0,
    perimeter: parts.perimeters[0] ?? tidyMeasure(cutLength),
    layers: source.layers,
    entity_count: source.entityCount,
    has_holes: holes > 0,
    hole_count: holes,
  };
}

/** Exteriors counter-clockwise, holes clockwise; with the points that were made for nesting. */
function addRing(paths: TracedPath[], fine: FlatRing[], role: "exterior" | "hole", ring: NestedRing): void {
  const { layer, length } = ring;
  const turned = ring.ccw !== (role === "exterior");
  const curves = turned ? ring.curves.map((id) => ~id).reverse() : ring.curves;
  paths.push({ role, layer, closed: true, curves, length });
  fine.push(turned ? reverseFlat(ring.points) : ring.points);
}

function pathOf(role: PathRole, { layer, closed, curves }: Chain, table: CurveTable): TracedPath {
  return { role, layer, closed, curves, length: pathLength(table.list(curves), closed) };
}

/** Diagonal of everything drawn. */
function extentOf({ contours, bounds: { min_x, min_y, max_x, max_y } }: DrawnContours): number {
  return contours.length === 0 ? 0 : Math.hypot(max_x - min_x, max_y - min_y);
}

function baseName(name: string | undefined): string {
  const file = (name ?? "").split(/[\\/]/).at(-1)!;
  return file.replace(/\.[^.]*$/, "") || file || "drawing";
}
