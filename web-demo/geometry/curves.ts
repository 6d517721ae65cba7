/**
 * Curves of parts, as points along them and as files bring them: while only a part's points are verified, the curves leave
 * for a machine. Those that do not run round the same outline are dropped, and the points are exported.
 */
import { pointBounds, ringPerimeter, signedArea } from "../../engine/base/geometry/ring.ts";
import { curveAt } from "../../engine/entries/app.ts";
import type { Curve, PartCurves, Point, Ring } from "../../engine/index.ts";

/** Extent, area and length may differ by this share: rings of many points are coarser than their curves. */
const ASTRAY = 0.01;
/** Ends of curves that follow each other are this close, in mm. */
const JOINT = 0.1;
const STEPS = 24;

/** The curves, or null where they are not those of the part. */
export function curvesOf(
  curves: PartCurves | null,
  { exterior, holes }: { exterior: Ring; holes: readonly Ring[] },
): PartCurves | null {
  if (curves?.holes.length !== holes.length) return null;
  const rings = [exterior, ...holes];
  const isWhole = [curves.exterior, ...curves.holes].every((path, i) => runsRound(path, rings[i]!));
  if (!isWhole) return null;
  // The layers or colours of an outline and its holes count if they are all there.
  const isNamed = (name: "layers" | "colours") => curves[name]?.holes.length === holes.length;
  const { layers, colours, ...plain } = curves;
  return {
    ...plain,
    ...(layers && isNamed("layers") ? { layers } : {}),
    ...(colours && isNamed("colours") ? { colours } : {}),
  };
}

/** The curves, or undefined where they do not lead from one end of the path to the other. */
export function curvesAlong(
  curves: Curve[] | undefined,
  path: readonly Point[],
  closed: boolean,
): Curve[] | undefined {
  const [first, last] = [curves?.[0], curves?.at(-1)];
  if (!curves || !first || !last) return undefined;
  const near = (x: number, y: number, point: Point) => Math.hypot(x - point[0], y - point[1]) <= JOINT;
  const joined = curves.slice(1).every(({ x0, y0 }, i) => near(curves[i]!.x1, curves[i]!.y1, [x0, y0]));
  const end = closed ? path[0]! : path.at(-1)!;
  const whole = near(first.x0, first.y0, path[0]!) && near(last.x1, last.y1, end);
  return joined && whole ? curves : undefined;
}

/** True when the curves join up to an outline as large and as long as the ring. */
function runsRound(path: readonly Curve[], ring: Ring): boolean {
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
export function curvePoints(curve: Curve): Point[] {
  const [first, last]: [Point, Point] = [
    [curve.x0, curve.y0],
    [curve.x1, curve.y1],
  ];
  if (curve.kind === "line") return [first, last];
  const inner = Array.from({ length: STEPS - 1 }, (_, i) => curveAt(curve, (i + 1) / STEPS));
  return [first, ...inner, last];
}
