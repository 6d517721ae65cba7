/**
 * Which parts, open cuts and bend lines do the curves of a drawing make?
 *
 * Curves get a role by layer and line type, those to be cut are joined into contours, rings are nested by even-odd
 * depth (even: a part, odd: a hole in it), and all is measured on the true curves before any of it becomes points.
 */
import type { ParseDxfData } from "../contract/drawing.ts";
import type { Bounds, Ring } from "../contract/geometry.ts";
import { bendsAndCuts } from "./bends.ts";
import type { Drawn } from "./blocks.ts";
import { growByCurve, reverseCurve } from "./curves.ts";
import type { Drawing, DrawingPart, DrawingPath, PathRole, ReadOptions, Unit } from "./drawing.ts";
import { invalidDxf } from "./errors.ts";
import { Findings } from "./findings.ts";
import { affordableTolerance, Flattener } from "./flatten.ts";
import { append } from "./graph.ts";
import { type Chain, joinContours } from "./join.ts";
import { TOLERANCE } from "./limits.ts";
import { type BendNote, describeBends } from "./notes.ts";
import { emptyBounds, pathLength } from "./outline.ts";
import { boundsOfCuts, type NestedRing, nestRings } from "./parts.ts";
import { LayerRoles } from "./roles.ts";
import { tidy, tidyMeasure } from "./tidy.ts";

export interface DrawingSource {
  drawn: Drawn[];
  /** Names of layers in use, in order of first use. */
  layers: string[];
  entityCount: number;
  unit: Unit;
  /** Texts that tell of bends, in millimetres. */
  notes: BendNote[];
  /** What stands in the file, for the message when none of it can be cut. */
  contents: string;
}

export function assembleDrawing(source: DrawingSource, options: ReadOptions, findings: Findings): Drawing {
  const roles = new LayerRoles(source.layers, options.roles);
  const size = extentOf(source.drawn);
  // Tolerances beyond a share of the drawing would eat the features of a part of half a millimetre.
  const weld = Math.min(TOLERANCE.weld, size / 1000);
  const join = Math.max(weld, Math.min(options.joinTolerance ?? TOLERANCE.join, size / 100));
  const tolerances = { weld, join };
  const { cut, bends, engraved } = bendsAndCuts(source.drawn, roles, tolerances, findings);
  const tolerance = affordableTolerance(cut);
  const rings = nestRings(cut, weld, tolerance, findings);
  const paths: DrawingPath[] = [];
  const fine: Ring[] = [];
  for (const { exterior, holes } of rings.parts) {
    addRing(paths, fine, "exterior", exterior);
    for (const hole of holes) addRing(paths, fine, "hole", hole);
  }
  const open = rings.open.map((chain) => pathOf("open", chain));
  const engraving = joinContours(engraved, tolerances, new Findings());
  const bent = bends.map((bend) => pathOf("bend", bend));
  describeBends(bent, source.notes, findings);
  append(paths, open);
  append(paths, bent);
  append(
    paths,
    engraving.map((chain) => pathOf("engrave", chain)),
  );
  if (rings.parts.length === 0 && open.length === 0) {
    throw invalidDxf(`the drawing holds nothing to cut: ${source.contents}`);
  }
  const points = new Flattener(tolerance, weld, findings).flatten(paths, fine);
  const parts = partsOf(rings.parts, points);
  if (parts.length > 1) findings.note("several-parts", { count: parts.length });
  return {
    data: dataOf(source, options, boundsOfCuts(rings), paths, points, parts),
    parts,
    paths,
    layers: source.layers.map((name) => ({ name, role: roles.role(name) })),
    unit: source.unit,
    findings: findings.list(),
  };
}

function dataOf(
  source: DrawingSource,
  options: ReadOptions,
  bounds: Bounds,
  paths: DrawingPath[],
  points: Ring[],
  parts: DrawingPart[],
): ParseDxfData {
  const bends = points.filter((_, i) => paths[i]!.role === "bend");
  const part = parts[0];
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
    area: part?.area ?? 0,
    perimeter: part?.perimeter ?? tidyMeasure(cutLength),
    geometry: { exterior: part?.exterior ?? [], holes: part?.holes ?? [] },
    layers: source.layers,
    cut_paths: points.filter((_, i) => isCut(paths[i]!.role)),
    bend_lines: bends.length > 0 ? bends : null,
    entity_count: source.entityCount,
    has_holes: (part?.holes.length ?? 0) > 0,
    hole_count: part?.holes.length ?? 0,
  };
}

function partsOf(nested: { exterior: NestedRing; holes: NestedRing[] }[], points: Ring[]): DrawingPart[] {
  let at = 0;
  return nested.map(({ exterior, holes }) => {
    const exteriorPath = at;
    at += 1 + holes.length;
    let { area, length } = exterior;
    for (const hole of holes) {
      area -= hole.area;
      length += hole.length;
    }
    return {
      exterior: points[exteriorPath]!,
      holes: points.slice(exteriorPath + 1, at),
      area: tidyMeasure(area),
      perimeter: tidyMeasure(length),
      bounds: exterior.bounds,
      exteriorPath,
      holePaths: holes.map((_, i) => exteriorPath + 1 + i),
    };
  });
}

/** Exteriors counter-clockwise, holes clockwise; with the points that were made for nesting. */
function addRing(paths: DrawingPath[], fine: Ring[], role: "exterior" | "hole", ring: NestedRing): void {
  const turned = ring.ccw !== (role === "exterior");
  const curves = turned ? ring.curves.map(reverseCurve).reverse() : ring.curves;
  paths.push(pathOf(role, { layer: ring.layer, closed: true, curves }, ring.length));
  fine.push(turned ? ring.points.toReversed() : ring.points);
}

function pathOf(
  role: PathRole,
  { layer, closed, curves }: Chain,
  length = pathLength(curves, closed),
): DrawingPath {
  return { role, layer, closed, curves, length };
}

function isCut(role: PathRole): boolean {
  return role === "exterior" || role === "hole" || role === "open";
}

/** Diagonal of everything drawn. */
function extentOf(drawn: Drawn[]): number {
  const bounds = emptyBounds();
  for (const { curves } of drawn) for (const curve of curves) growByCurve(bounds, curve);
  return drawn.length === 0 ? 0 : Math.hypot(bounds.max_x - bounds.min_x, bounds.max_y - bounds.min_y);
}

function baseName(name: string | undefined): string {
  const file = (name ?? "").split(/[\\/]/).at(-1)!;
  return file.replace(/\.[^.]*$/, "") || file || "drawing";
}
