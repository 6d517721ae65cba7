/**
 * Does a drawing say what is known of it? A folder's `facts.json` holds by path: of drawings made for the purpose their
 * closed form (`truth`), of broken ones what may be answered (`verdict`), of real ones what another reader found
 * (`loops_by_ezdxf_shapely`: all visible curves, with text left out but dimensions, duplicates and aids counted in).
 */
import type { Bounds } from "../../../engine/base/contract/values/geometry.ts";
import { pathBounds } from "../../../engine/read/drawing/curves/outline.ts";
import type { Drawing, PathRole } from "../../../engine/read/drawing/model/drawing.ts";

export interface Facts {
  truth?: Truth;
  /** A sentence that names the answers allowed: INVALID_DXF, or 200 for a drawing that is read. */
  verdict?: string;
  loops_by_ezdxf_shapely?: { net_area?: number; len?: number };
}

/** Lengths and areas with four decimals; all parts together. */
interface Truth {
  parts?: number;
  holes?: number;
  net_area_mm2?: number;
  net_area_mm2_if_closed?: number;
  even_odd_area_mm2?: number;
  each_area_mm2?: number;
  cut_length_mm?: number;
  bounds_mm?: number[];
  hole_bounds_mm?: number[][];
  bend_lines?: number;
  layers?: string[];
  open_paths?: number;
  open_length_mm?: number;
  etch_open_paths?: number;
  visible_rings?: number;
  self_intersecting?: boolean;
}

/** Outcome of reading: the drawing, or the message of its refusal. */
export type Outcome = { drawing: Drawing } | { refused: string };

export const KINDS = ["real", "made", "broken"] as const;
export type Kind = (typeof KINDS)[number];

/** Relative; decimals of the truth that are rounded away are allowed on top. */
const MADE_TOLERANCE = 1e-6;
const REAL_TOLERANCE = 5e-4;
/** How far from the curves the other reader's points are, in units of the drawing. */
const REAL_CHORD = 0.002;

export function kindOf({ truth, verdict }: Facts): Kind {
  if (truth) return "made";
  return verdict === undefined ? "real" : "broken";
}

/** Differences of the outcome from the facts, a phrase each. */
export function differences(facts: Facts, outcome: Outcome): string[] {
  if (facts.truth) return madeDifferences(facts.truth, outcome);
  if (facts.verdict !== undefined) return brokenDifferences(facts.verdict, outcome);
  return realDifferences(facts, outcome);
}

function madeDifferences(truth: Truth, outcome: Outcome): string[] {
  if ("refused" in outcome) return [`refused: ${outcome.refused}`];
  const { data, parts, paths, findings } = outcome.drawing;
  const found: string[] = [];
  const compare = (what: string, value: number, known: number | undefined, allowed = 0) => {
    if (known !== undefined && Math.abs(value - known) > allowed)
      found.push(`${what} ${value}, not ${known}`);
  };
  const measure = (what: string, value: number, known: number | undefined) =>
    compare(what, value, known, MADE_TOLERANCE * Math.abs(known ?? 0) + lastDigit(known ?? 0));
  const count = (...roles: PathRole[]) => paths.filter(({ role }) => roles.includes(role)).length;
  const loose = paths.filter(({ role }) => role === "open" || role === "engrave");
  compare("parts", parts.length, truth.parts);
  compare("holes", count("hole"), truth.holes);
  compare("bend lines", count("bend"), truth.bend_lines);
  compare("open paths", loose.length, truth.open_paths);
  compare("engraved paths", count("engrave"), truth.etch_open_paths);
  compare("rings", count("exterior", "hole"), truth.visible_rings);
  measure("net area", netArea(outcome.drawing), truth.net_area_mm2 ?? truth.even_odd_area_mm2);
  if (parts.length > 0) compare("net area", netArea(outcome.drawing), truth.net_area_mm2_if_closed, 0.01);
  for (const { area } of parts) measure("area of a part", area, truth.each_area_mm2);
  measure("length", data.perimeter, truth.cut_length_mm);
  measure("open length", sum(loose.map(({ length }) => length)), truth.open_length_mm);
  if (truth.bounds_mm) compareBounds("bounds", data.bounds, truth.bounds_mm, found);
  const holes = paths.filter(({ role }) => role === "hole").map(({ curves }) => pathBounds(curves));
  for (const known of truth.hole_bounds_mm ?? [])
    if (!holes.some((bounds) => sameBounds(bounds, known))) found.push(`no hole within ${known}`);
  if (truth.layers && String(truth.layers.toSorted()) !== String(data.layers.toSorted()))
    found.push(`layers ${data.layers}, not ${truth.layers}`);
  if (truth.self_intersecting && !findings.some(({ code }) => code === "self-intersecting"))
    found.push("a contour that crosses itself is not told");
  return found;
}

function brokenDifferences(verdict: string, outcome: Outcome): string[] {
  if ("refused" in outcome)
    return verdict.includes("INVALID_DXF") ? [] : [`refused: ${outcome.refused}; to be ${verdict}`];
  return /200|read|recovered/.test(verdict) ? [] : [`read; to be ${verdict}`];
}

/** A figure of another reader is a hint, not a truth: what the findings tell may explain the difference. */
function realDifferences({ loops_by_ezdxf_shapely: known }: Facts, outcome: Outcome): string[] {
  const curves = known !== undefined && (known.len ?? 0) > 0;
  if ("refused" in outcome) return curves ? [`refused: ${outcome.refused}`] : [];
  if (!curves) return [];
  const { drawing } = outcome;
  const found: string[] = [];
  const compare = (what: string, value: number, other: number, allowed: number) => {
    const difference = value - other;
    if (Math.abs(difference) <= allowed + REAL_TOLERANCE * other + lastDigit(other)) return;
    const share = other === 0 ? "" : ` (${((100 * difference) / other).toFixed(2)} %)`;
    found.push(`${what} ${value.toPrecision(7)}, there ${other}${share}`);
  };
  const bent = drawing.paths.filter(({ curves }) => curves.some(({ kind }) => kind !== "line"));
  const chords = REAL_CHORD * drawing.unit.millimetres * sum(bent.map(({ length }) => length));
  compare("net area", netArea(drawing), known.net_area ?? 0, chords);
  compare("length", sum(drawing.paths.map(({ length }) => length)), known.len ?? 0, 0);
  if (found.length === 0) return [];
  const told = drawing.findings.map(({ message }) => message);
  return [...found, ...(told.length > 0 ? [`told: ${told.join(", ")}`] : [])];
}

function netArea({ parts }: Drawing): number {
  return sum(parts.map(({ area }) => area));
}

function compareBounds(what: string, bounds: Bounds, known: number[], found: string[]): void {
  if (!sameBounds(bounds, known)) found.push(`${what} ${Object.values(bounds)}, not ${known}`);
}

function sameBounds({ min_x, min_y, max_x, max_y }: Bounds, known: number[]): boolean {
  const size = Math.max(known[2]! - known[0]!, known[3]! - known[1]!);
  const allowed = MADE_TOLERANCE * size + Math.max(...known.map(lastDigit));
  return [min_x, min_y, max_x, max_y].every((value, i) => Math.abs(value - known[i]!) <= allowed);
}

/** Half a step in the last decimal that a known figure has; whole figures are exact. */
function lastDigit(known: number): number {
  const decimals = String(known).split(".")[1]?.length ?? 0;
  return decimals === 0 ? 0 : 0.51 * 10 ** -decimals;
}

function sum(values: number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
