/** How many millimetres is a drawing unit? Only $INSUNITS says; $MEASUREMENT merely names a set of hatch patterns. */
import type { ReadOptions } from "../../../base/contract/read-options.ts";

/** Name and size in millimetres by the number that $INSUNITS holds; 0 means that the drawing does not say. */
const UNITS: [name: string, millimetres: number][] = [
  ["unitless", 1],
  ["inch", 25.4],
  ["foot", 304.8],
  ["mile", 1_609_344],
  ["mm", 1],
  ["cm", 10],
  ["m", 1000],
  ["km", 1e6],
  ["microinch", 2.54e-5],
  ["mil", 0.0254],
  ["yard", 914.4],
  ["angstrom", 1e-7],
  ["nm", 1e-6],
  ["um", 1e-3],
  ["dm", 100],
  ["dam", 1e4],
  ["hm", 1e5],
  ["Gm", 1e12],
  ["au", 1.495978707e14],
  ["ly", 9.4607304725808e18],
  ["pc", 3.085677581491367e19],
  ["US survey foot", 1_200_000 / 3937],
  ["US survey inch", 100_000 / 3937],
  ["US survey yard", 3_600_000 / 3937],
  ["US survey mile", 6_336_000_000 / 3937],
];

/** Units of a screen and of print, as CSS has them: an SVG without a physical size is drawn in them. */
const DOTS: typeof UNITS = [
  ["px", 25.4 / 96],
  ["pt", 25.4 / 72],
];

/** Unit that a drawing is in, and how it was found. */
export interface DrawingUnit {
  name: string;
  millimetres: number;
  /** Who said so: the drawing, the caller, or nobody. */
  source: "drawing" | "caller" | "assumed";
}

export function drawingUnit(insunits: number | null, override: ReadOptions["unit"]): DrawingUnit {
  if (typeof override === "number")
    return { name: `${Number(override.toPrecision(6))} mm`, millimetres: override, source: "caller" };
  if (override !== undefined) {
    const [name, millimetres] = [...UNITS, ...DOTS].find(([known]) => known === override)!;
    return { name, millimetres, source: "caller" };
  }
  const unit = insunits ? UNITS[insunits] : undefined;
  if (!unit) return { name: "mm", millimetres: 1, source: "assumed" };
  return { name: unit[0], millimetres: unit[1], source: "drawing" };
}
