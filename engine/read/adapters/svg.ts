/** SVG path data and shapes. Coordinates are taken as they stand: y runs as in the document, and so do answers. */
import { type SVGCommand, SVGPathData } from "svg-pathdata";
import { checkArguments, text } from "../../base/contract/options.ts";
import type { Point, Ring } from "../../base/contract/values/geometry.ts";
import { invalidInput } from "../../base/errors.ts";
import { formatNumber } from "../../base/text.ts";
import {
  arcPoints,
  type CurveOptions,
  cubicPoints,
  type Outline,
  outlineOf,
  outlinesFrom,
  toleranceOf,
  withMethod,
} from "./outline.ts";

/** Members that elements of a page and of other libraries share. */
export interface SvgElementLike {
  readonly tagName: string;
  getAttribute(name: string): string | null;
}

/** Outlines of path data, as in `d`; subpaths are closed. @throws EngineError INVALID_INPUT for what is no path data */
export function outlinesFromSvgPath(d: string, options: CurveOptions = {}): Outline[] {
  const tolerance = toleranceOf(options);
  checkArguments({ d: text }, { d });
  const rings: Ring[] = [];
  let ring: Ring = [];
  for (const command of commandsOf(d)) {
    if (command.type === SVGPathData.MOVE_TO) {
      rings.push(ring);
      ring = [[command.x, command.y]];
    } else if (command.type === SVGPathData.LINE_TO) ring.push([command.x, command.y]);
    else if (command.type === SVGPathData.CURVE_TO) {
      const { x1, y1, x2, y2, x, y } = command;
      ring.push(...cubicPoints(ring.at(-1)!, [x1, y1], [x2, y2], [x, y], tolerance));
    }
  }
  return outlinesFrom([...rings, ring]);
}

/** Straight and cubic pieces with absolute coordinates alone. */
function commandsOf(d: string): SVGCommand[] {
  try {
    return new SVGPathData(d).toAbs().normalizeHVZ().normalizeST().qtToC().aToC().commands;
  } catch (error) {
    throw invalidInput(["d"], `must be SVG path data: ${(error as Error).message}`);
  }
}

/** Outlines of a `path`, `rect`, `circle`, `ellipse`, `polygon` or `polyline`, without its transforms; none of others. */
export function outlinesFromSvgElement(element: SvgElementLike, options: CurveOptions = {}): Outline[] {
  const tolerance = toleranceOf(options);
  checkArguments({ element: withMethod("getAttribute", "an element") }, { element });
  checkArguments({ tagName: text }, { tagName: element.tagName });
  const number = (name: string) => Number.parseFloat(element.getAttribute(name) ?? "0") || 0;
  const kind = element.tagName.toLowerCase();
  if (kind === "path") return outlinesFromSvgPath(element.getAttribute("d") ?? "", options);
  if (kind === "polygon" || kind === "polyline") {
    const values = (element.getAttribute("points") ?? "")
      .trim()
      .split(/[\s,]+/)
      .map(Number);
    return outlinesFrom([
      Array.from({ length: values.length >> 1 }, (_, i) => [values[2 * i]!, values[2 * i + 1]!]),
    ]);
  }
  if (kind === "rect") return outlinesFromSvgPath(rectPath(number), options);
  if (kind !== "circle" && kind !== "ellipse") return [];
  const [rx, ry] = kind === "circle" ? [number("r"), number("r")] : [number("rx"), number("ry")];
  const unit = arcPoints(
    [0, 0],
    1,
    { start: 0, sweep: 2 * Math.PI },
    tolerance / Math.max(rx, ry, tolerance),
  );
  return outlinesFrom([unit.map(([x, y]): Point => [number("cx") + rx * x, number("cy") + ry * y])]);
}

/** Path data of an outline, for SVG, canvas (`Path2D`) and paper.js (`CompoundPath`). */
export function svgPathOf(outline: Outline): string {
  const { exterior, holes } = outlineOf(outline);
  const ringPath = (ring: Ring) =>
    `M${ring
      .slice(0, -1)
      .map(([x, y]) => `${formatNumber(x, 9)} ${formatNumber(y, 9)}`)
      .join("L")}Z`;
  return [exterior, ...holes].map(ringPath).join("");
}

function rectPath(number: (name: string) => number): string {
  const [x, y, width, height] = [number("x"), number("y"), number("width"), number("height")];
  const given = [number("rx") || number("ry"), number("ry") || number("rx")] as const;
  const [rx, ry] = [Math.min(given[0], width / 2), Math.min(given[1], height / 2)];
  if (rx === 0 || ry === 0) return `M${x} ${y}h${width}v${height}h${-width}z`;
  const corner = (dx: number, dy: number) => `a${rx} ${ry} 0 0 1 ${dx} ${dy}`;
  const [w, h] = [width - 2 * rx, height - 2 * ry];
  return `M${x + rx} ${y}h${w}${corner(rx, ry)}v${h}${corner(-rx, ry)}h${-w}${corner(-rx, -ry)}v${-h}${corner(rx, -ry)}z`;
}
