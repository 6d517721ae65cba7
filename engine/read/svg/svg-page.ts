/** How does the page of an SVG lie in the drawing: its size, its unit, its y turned up? */

import type { ReadOptions } from "../../base/contract/read-options.ts";
import { type DrawingUnit, drawingUnit } from "../drawing/basis/units.ts";
import { compose, type EntityFrame, translation, turn } from "../drawing/curves/frame.ts";
import { isPhysical, type Scale, scaleOf } from "./scale.ts";
import { parseLength, type SvgViewport } from "./shapes/transform.ts";
import { parseAspectRatio, parseViewBox } from "./shapes/viewport.ts";
import type { SvgElement } from "./styles/style.ts";

export interface Page {
  frame: EntityFrame;
  unit: DrawingUnit;
  viewport: SvgViewport;
  /** Why the unit is as large as it is, where the drawing does not say. */
  assumed: Scale | null;
}

/** Maps the page to millimetres with y up, its lower left corner at the origin. */
export function pageOf(root: SvgElement, override: ReadOptions["unit"], told: string): Page {
  const { attributes } = root;
  const box = parseViewBox(attributes.viewBox);
  const physical = isPhysical(attributes.width) || isPhysical(attributes.height);
  const assumed = override || (physical && box) ? null : scaleOf(root, told);
  // Lengths without a unit are so many dots of the drawing.
  const pixels = assumed && !physical ? 96 / assumed.dots : 1;
  const width = scaled(parseLength(attributes.width), pixels);
  const height = scaled(parseLength(attributes.height), pixels);
  const fits = [width && box ? width / box.width : 0, height && box ? height / box.height : 0] as const;
  const { align, slice } = parseAspectRatio(attributes.preserveAspectRatio);
  const stated = fits.filter((fit) => fit > 0);
  const even = slice ? Math.max(...stated) : Math.min(...stated);
  const dotted = 25.4 / (assumed?.dots ?? 96);
  const isDot = !physical && (stated.length === 0 || Math.abs(even / dotted - 1) < 1e-6);
  const unit: DrawingUnit = override
    ? drawingUnit(null, override)
    : isDot || stated.length === 0
      ? { name: UNIT_NAMES[assumed?.dots ?? 96] ?? "px", millimetres: dotted, source: "assumed" }
      : { name: "mm", millimetres: even, source: "drawing" };
  const scale = unit.millimetres;
  const stretched = !override && !align && stated.length === 2;
  const [sx, sy] = stretched ? fits : [scale, scale];
  const dot = PIXEL * pixels;
  const viewport = box ?? { width: (width ?? 0) / dot, height: (height ?? 0) / dot };
  const bottom = box ? box.top + box.height : viewport.height;
  const frame = compose(turn(1, 0, sx, -sy, 1), translation(-(box?.left ?? 0), -bottom, 0));
  return { frame, unit, viewport, assumed };
}

/** By how many of them make an inch; all others are dots. */
const UNIT_NAMES: Record<number, DrawingUnit["name"]> = { 72: "pt", 25.4: "mm" };

function scaled(length: number | null, factor: number): number | null {
  return length === null ? null : length * factor;
}

/** Millimetres. */
const PIXEL = parseLength("1px")!;
