/**
 * Are these the curves of this part? They come from a file and leave for a machine, while only the part's points are
 * verified: what does not run round the same outline, or is no curve at all, is dropped, and the points are exported.
 */

import { pointBounds, ringPerimeter, signedArea } from "../../../engine/base/geometry/ring.ts";
import { curveAt } from "../../../engine/entries/app.ts";
import type { PartCurves, Point, Ring } from "../../../engine/index.ts";
import type { NestPart } from "../../../engine/v1.ts";

type PartCurve = PartCurves["exterior"][number];

/** Extent, area and length may differ by this share: rings of many points are coarser than their curves. */
const ASTRAY = 0.01;
/** Ends of curves that follow each other are this close, in mm. */
const JOINT = 0.1;
const STEPS = 24;
/** More points than any spline of a drawing has. */
const MOST_POINTS = 100;

/** The curves that `value` holds, or null when they are not those of the part. */
export function curvesFrom(value: unknown, part: Pick<NestPart, "exterior" | "holes">): PartCurves | null {
  const { exterior, holes, layers, colours } = (value ?? {}) as Partial<Record<keyof PartCurves, unknown>>;
  if (!Array.isArray(holes) || holes.length !== part.holes.length) return null;
  const paths = [exterior, ...holes].map(pathFrom);
  const rings = [part.exterior, ...part.holes];
  const whole = paths.filter((path, i): path is PartCurve[] => path !== null && runsRound(path, rings[i]!));
  if (whole.length !== rings.length) return null;
  return {
    exterior: whole[0]!,
    holes: whole.slice(1),
    ...namedBy("layers", layers, holes.length),
    ...namedBy("colours", colours, holes.length),
  };
}

/** The curves that `value` holds, or undefined when they do not lead from one end of the path to the other. */
export function curvesAlong(
  value: unknown,
  path: readonly Point[],
  closed: boolean,
): PartCurve[] | undefined {
  const curves = pathFrom(value);
  if (!curves) return undefined;
  const near = (x: number, y: number, point: Point) => Math.hypot(x - point[0], y - point[1]) <= JOINT;
  const joined = curves.slice(1).every(({ x0, y0 }, i) => near(curves[i]!.x1, curves[i]!.y1, [x0, y0]));
  const [first, last] = [curves[0]!, curves.at(-1)!];
  const whole =
    near(first.x0, first.y0, path[0]!) && near(last.x1, last.y1, closed ? path[0]! : path.at(-1)!);
  return joined && whole ? curves : undefined;
}

/** The layers or colours of an outline and its holes, if they are all there. */
function namedBy(key: "layers" | "colours", value: unknown, count: number): Partial<PartCurves> {
  const { exterior, holes } = (value ?? {}) as Partial<Record<"exterior" | "holes", unknown>>;
  if (typeof exterior !== "string" || !Array.isArray(holes) || holes.length !== count) return {};
  return holes.every((hole) => typeof hole === "string") ? { [key]: { exterior, holes } } : {};
}

function pathFrom(value: unknown): PartCurve[] | null {
  return Array.isArray(value) && value.length > 0 && value.every(isCurve) ? value : null;
}

const NUMBERS: Record<PartCurve["kind"], string[]> = {
  line: [],
  arc: ["cx", "cy", "radius", "start", "sweep"],
  ellipse: ["cx", "cy", "ux", "uy", "vx", "vy", "start", "sweep"],
  bezier: [],
};

function isCurve(value: unknown): value is PartCurve {
  const curve = (value ?? {}) as Record<string, unknown>;
  if (typeof curve.kind !== "string" || !Object.hasOwn(NUMBERS, curve.kind)) return false;
  const numbers = ["x0", "y0", "x1", "y1", ...NUMBERS[curve.kind as PartCurve["kind"]]];
  if (!numbers.every((key) => Number.isFinite(curve[key]))) return false;
  return curve.kind !== "bezier" || isControl(curve.points, curve.weights);
}

function isControl(points: unknown, weights: unknown): boolean {
  if (!Array.isArray(points) || points.length < 2 || points.length > MOST_POINTS) return false;
  const isPoint = (one: unknown) => Array.isArray(one) && one.length === 2 && one.every(Number.isFinite);
  if (!points.every(isPoint)) return false;
  if (weights === null) return true;
  return (
    Array.isArray(weights) &&
    weights.length === points.length &&
    weights.every((weight) => Number.isFinite(weight) && weight > 0)
  );
}

/** True when the curves join up to an outline as large and as long as the ring. */
function runsRound(path: PartCurve[], ring: Ring): boolean {
  const joined = path.every(({ x1, y1 }, i) => {
    const { x0, y0 } = path[(i + 1) % path.length]!;
    return Math.hypot(x1 - x0, y1 - y0) <= JOINT;
  });
  if (!joined) return false;
  const [a, b] = [measure(path.flatMap(curvePoints)), measure(ring)];
  const slack = ASTRAY * b.length + JOINT;
  return (
    Math.abs(a.length - b.length) <= slack &&
    Math.abs(a.area - b.area) <= slack * b.length &&
    (["min_x", "min_y", "max_x", "max_y"] as const).every(
      (side) => Math.abs(a.bounds[side] - b.bounds[side]) <= slack,
    )
  );
}

function measure(points: readonly Point[]) {
  return {
    length: ringPerimeter(points),
    area: Math.abs(signedArea(points)),
    bounds: pointBounds(points),
  };
}

/** Points along a curve, from its first to its last. */
export function curvePoints(curve: PartCurve): Point[] {
  const [first, last]: Point[] = [
    [curve.x0, curve.y0],
    [curve.x1, curve.y1],
  ];
  if (curve.kind === "line") return [first!, last!];
  const inner = Array.from({ length: STEPS - 1 }, (_, i) => curveAt(curve, (i + 1) / STEPS));
  return [first!, ...inner, last!];
}
