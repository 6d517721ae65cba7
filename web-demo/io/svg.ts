/**
 * What does an SVG cut? Its shapes are flattened into millimetres and written as a plain DXF drawing, so that joining,
 * holes and findings are those of every other drawing. The cut line is the path itself; strokes have no width. Text
 * and pictures are no outlines and are said to be left out. The document is parsed, never shown: nothing in it runs.
 */
import type { Finding, Path, Point, Unit } from "../../engine/index.ts";
import { MM_PER_INCH } from "../units.ts";
import { pathPoints } from "./svg-path.ts";

export interface SvgReading {
  dxf: string;
  /** Of the document's user unit. Without a physical size 96 of them are taken for an inch, as browsers do. */
  unit: Unit;
  notes: Finding[];
}

/** `[a b c d e f]` of SVG: x' = a x + c y + e, y' = b x + d y + f. */
type Matrix = readonly [number, number, number, number, number, number];

const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0];
const MM_PER_PIXEL = MM_PER_INCH / 96;
const MM_PER: Record<string, number> = {
  px: MM_PER_PIXEL,
  mm: 1,
  cm: 10,
  q: 0.25,
  m: 1000,
  in: MM_PER_INCH,
  inch: MM_PER_INCH,
  foot: 12 * MM_PER_INCH,
  pt: MM_PER_INCH / 72,
  pc: MM_PER_INCH / 6,
};
/** Largest distance between a curve and its chords. */
const TOLERANCE_MM = 0.005;
/** `use` inside `use`: beyond this depth it can only be a loop. */
const MOST_DEPTH = 24;
const UNSEEN = new Set([
  "defs",
  "symbol",
  "clipPath",
  "mask",
  "pattern",
  "marker",
  "linearGradient",
  "radialGradient",
  "style",
  "script",
  "title",
  "desc",
  "metadata",
  "filter",
]);

/** Reads an SVG; `unit` is what one user unit is to mean, whatever the document says. */
export function svgToDxf(text: string, unit?: string): SvgReading {
  const parsed = new DOMParser().parseFromString(text, "image/svg+xml");
  const root = parsed.documentElement;
  if (root.localName !== "svg" || parsed.querySelector("parsererror"))
    throw new Error("this is no readable SVG");
  const page = pageOf(root);
  const chosen = unit ? MM_PER[unit] : undefined;
  const millimetres = chosen ?? page.scale ?? MM_PER_PIXEL;
  const source = chosen ? "caller" : page.stated ? "drawing" : "assumed";
  const collector = new Collector(parsed);
  const matrix: Matrix = [millimetres, 0, 0, -millimetres, -page.x * millimetres, page.y * millimetres];
  collector.visit(root, matrix, 0);
  const name = chosen ? unit! : page.stated ? "mm" : "px";
  return { dxf: dxfOf(collector.paths), unit: { name, millimetres, source }, notes: collector.notes() };
}

/** What the root element says of the page: millimetres per user unit, and where the page begins. */
function pageOf(root: Element): { scale: number | null; stated: boolean; x: number; y: number } {
  const size = (name: string) => {
    const [, digits, unit] =
      /^\s*([\d.]+(?:e[+-]?\d+)?)\s*([a-z]*)\s*$/i.exec(root.getAttribute(name) ?? "") ?? [];
    const factor = MM_PER[unit?.toLowerCase() || "px"];
    return {
      mm: digits && factor ? Number(digits) * factor : null,
      stated: !!unit && unit !== "px" && !!factor,
    };
  };
  const [width, height] = [size("width"), size("height")];
  const box = (root.getAttribute("viewBox") ?? "")
    .trim()
    .split(/[\s,]+/)
    .map(Number);
  const [x = 0, y = 0, w = 0, h = 0] = box.length === 4 && box.every(Number.isFinite) ? box : [];
  const across = width.mm && w > 0 ? width.mm / w : null;
  const down = height.mm && h > 0 ? height.mm / h : null;
  // preserveAspectRatio's default: the smaller of the two scales holds for both directions.
  const scale = across && down ? Math.min(across, down) : (across ?? down);
  return { scale, stated: width.stated || height.stated, x, y };
}

class Collector {
  readonly paths: Path[] = [];
  private readonly left = new Map<string, number>();

  constructor(private readonly source: Document) {}

  visit(element: Element, outer: Matrix, depth: number): void {
    const name = element.localName;
    if (UNSEEN.has(name)) return;
    const matrix = times(outer, parseTransform(element.getAttribute("transform") ?? ""));
    if (isHidden(element)) this.leave("hidden shapes");
    else if (name === "text") this.leave("texts (convert them to paths)");
    else if (name === "image" || name === "foreignObject") this.leave("pictures");
    else if (name === "use") this.use(element, matrix, depth);
    else {
      this.add(shapePaths(element, TOLERANCE_MM / Math.max(scaleOf(matrix), 1e-12)), matrix);
      for (const child of element.children) this.visit(child, matrix, depth + 1);
    }
  }

  notes(): Finding[] {
    return [...this.left].map(([what, count]) => ({
      code: "svg-left-out",
      message: `${count} ${what} left out`,
      count,
    }));
  }

  private use(element: Element, matrix: Matrix, depth: number): void {
    const reference =
      element.getAttribute("href") ?? element.getAttributeNS("http://www.w3.org/1999/xlink", "href") ?? "";
    const target = reference.startsWith("#") ? this.source.getElementById(reference.slice(1)) : null;
    if (!target || depth > MOST_DEPTH) {
      this.leave("references");
      return;
    }
    const moved = times(matrix, [1, 0, 0, 1, number(element, "x"), number(element, "y")]);
    if (target.localName === "symbol") {
      for (const child of target.children) this.visit(child, moved, depth + 1);
    } else this.visit(target, moved, depth + 1);
  }

  private add(paths: Path[], matrix: Matrix): void {
    for (const path of paths) this.paths.push(path.map((point) => apply(matrix, point)));
  }

  private leave(what: string): void {
    this.left.set(what, (this.left.get(what) ?? 0) + 1);
  }
}

function isHidden(element: Element): boolean {
  const style = element.getAttribute("style") ?? "";
  return (
    element.getAttribute("display") === "none" ||
    element.getAttribute("visibility") === "hidden" ||
    /(^|;)\s*(display\s*:\s*none|visibility\s*:\s*hidden)/.test(style)
  );
}

/** The outline of a basic shape, in its own coordinates. */
function shapePaths(element: Element, tolerance: number): Path[] {
  const n = (name: string) => number(element, name);
  switch (element.localName) {
    case "path":
      return pathPoints(element.getAttribute("d") ?? "", tolerance);
    case "rect":
      return rectPaths(n("x"), n("y"), n("width"), n("height"), corner(element), tolerance);
    case "circle":
      return ellipsePaths(n("cx"), n("cy"), n("r"), n("r"), tolerance);
    case "ellipse":
      return ellipsePaths(n("cx"), n("cy"), n("rx"), n("ry"), tolerance);
    case "line":
      return [
        [
          [n("x1"), n("y1")],
          [n("x2"), n("y2")],
        ],
      ];
    case "polyline":
    case "polygon":
      return pathPoints(
        `M${element.getAttribute("points") ?? ""}${element.localName === "polygon" ? "z" : ""}`,
        tolerance,
      );
    default:
      return [];
  }
}

function corner(element: Element): [number, number] {
  const [rx, ry] = [element.getAttribute("rx"), element.getAttribute("ry")];
  return [Number.parseFloat(rx ?? ry ?? "0") || 0, Number.parseFloat(ry ?? rx ?? "0") || 0];
}

function rectPaths(
  x: number,
  y: number,
  w: number,
  h: number,
  [rx0, ry0]: [number, number],
  tolerance: number,
): Path[] {
  if (w <= 0 || h <= 0) return [];
  const [rx, ry] = [Math.min(rx0, w / 2), Math.min(ry0, h / 2)];
  if (rx <= 0 || ry <= 0) return pathPoints(`M${x} ${y}h${w}v${h}h${-w}z`, tolerance);
  const arc = (dx: number, dy: number) => `a${rx} ${ry} 0 0 1 ${dx} ${dy}`;
  const [across, down] = [w - 2 * rx, h - 2 * ry];
  return pathPoints(
    `M${x + rx} ${y}h${across}${arc(rx, ry)}v${down}${arc(-rx, ry)}h${-across}${arc(-rx, -ry)}v${-down}${arc(rx, -ry)}z`,
    tolerance,
  );
}

function ellipsePaths(cx: number, cy: number, rx: number, ry: number, tolerance: number): Path[] {
  if (rx <= 0 || ry <= 0) return [];
  return pathPoints(
    `M${cx - rx} ${cy}a${rx} ${ry} 0 1 0 ${2 * rx} 0a${rx} ${ry} 0 1 0 ${-2 * rx} 0z`,
    tolerance,
  );
}

function number(element: Element, name: string): number {
  const value = Number.parseFloat(element.getAttribute(name) ?? "0");
  return Number.isFinite(value) ? value : 0;
}

function parseTransform(text: string): Matrix {
  let matrix = IDENTITY;
  for (const [, name, list] of text.matchAll(/(\w+)\s*\(([^)]*)\)/g)) {
    const [a = 0, b, c, d = 0, e = 0, f = 0] = list!
      .trim()
      .split(/[\s,]+/)
      .map(Number);
    const turn = (a * Math.PI) / 180;
    const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
    const step: Record<string, Matrix> = {
      matrix: [a, b ?? 0, c ?? 0, d, e, f],
      translate: [1, 0, 0, 1, a, b ?? 0],
      scale: [a, 0, 0, b ?? a, 0, 0],
      rotate: times(times([1, 0, 0, 1, b ?? 0, c ?? 0], [cos, sin, -sin, cos, 0, 0]), [
        1,
        0,
        0,
        1,
        -(b ?? 0),
        -(c ?? 0),
      ]),
      skewX: [1, 0, Math.tan(turn), 1, 0, 0],
      skewY: [1, Math.tan(turn), 0, 1, 0, 0],
    };
    const made = step[name!];
    if (made?.every(Number.isFinite)) matrix = times(matrix, made);
  }
  return matrix;
}

function times([a, b, c, d, e, f]: Matrix, [g, h, i, j, k, l]: Matrix): Matrix {
  return [a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * l + e, b * k + d * l + f];
}

function apply([a, b, c, d, e, f]: Matrix, [x, y]: Point): Point {
  return [a * x + c * y + e, b * x + d * y + f];
}

/** The most that the matrix stretches anything, to within a factor that only makes curves finer. */
function scaleOf([a, b, c, d]: Matrix): number {
  return Math.hypot(a, b, c, d);
}

/** LWPOLYLINEs in millimetres: the smallest drawing that says exactly this. */
function dxfOf(paths: Path[]): string {
  const header = [
    "0",
    "SECTION",
    "2",
    "HEADER",
    "9",
    "$ACADVER",
    "1",
    "AC1015",
    "9",
    "$INSUNITS",
    "70",
    "4",
    "0",
    "ENDSEC",
  ];
  const entities = paths.flatMap((path) => {
    const [first, last] = [path[0]!, path.at(-1)!];
    const closed = path.length > 2 && first[0] === last[0] && first[1] === last[1];
    const points = closed ? path.slice(0, -1) : path;
    const start = [
      "0",
      "LWPOLYLINE",
      "100",
      "AcDbEntity",
      "8",
      "0",
      "100",
      "AcDbPolyline",
      "90",
      String(points.length),
      "70",
      closed ? "1" : "0",
    ];
    return [...start, ...points.flatMap(([x, y]) => ["10", String(x), "20", String(y)])];
  });
  return [...header, "0", "SECTION", "2", "ENTITIES", ...entities, "0", "ENDSEC", "0", "EOF", ""].join("\n");
}
