/**
 * Rings that cross themselves by a hair, as tracers write them, made into rings that touch themselves there. What such a ring
 * encloses by the even-odd rule is enclosed by the same edges in another order: at a crossing of the edges a → b and c → d,
 *
 *     … a → b … c → d …   becomes   … a → X → c … b → X → d …
 *
 * with the way from b to c run backwards. No edge moves, so clearances hold for the ring as it was given.
 */
import Flatbush from "flatbush";
import type { Point, Ring } from "../contract/values/geometry.ts";
import { openRing, orientedRing, ringPerimeter, signedArea } from "../geometry/ring.ts";
import { sideDistance } from "../geometry/segment.ts";

/** Deepest crossing that is mended, mm: a tenth of the width of a laser beam. */
const WIDEST = 0.01;
/** Edges nearer to each other than this touch, mm, as in `part.ts`. */
const TOUCHING = 1e-6;

export interface Mended {
  ring: Ring;
  /** Points where the given ring crosses itself. */
  places: Point[];
}

/** A mended part, with the points where its given rings cross themselves. */
export interface MendedPart {
  exterior: Ring;
  holes: Ring[];
  places: Point[];
}

/** Mends a part; undefined when no ring crosses itself or one crosses itself too deeply. */
export function mendPart({ exterior, holes }: { exterior: Ring; holes: Ring[] }): MendedPart | undefined {
  const rings = [exterior, ...holes];
  const areNumbers = (ring: Ring) => ring.every(([x, y]) => Number.isFinite(x) && Number.isFinite(y));
  if (!rings.every(areNumbers)) return undefined;
  const mended = rings.map((ring) => mendRing(openRing(ring)));
  const places = mended.flatMap((one) => one?.places ?? []);
  const [outline, ...others] = rings.map((ring, r) => mended[r]?.ring ?? ring);
  return places.length > 0 ? { exterior: outline!, holes: others, places } : undefined;
}

/** A point of the ring. A crossing has a number and stands twice in the list. */
interface CrossingPoint {
  point: Point;
  crossing?: number;
}

/** Mends a ring; undefined when it does not cross itself or crosses itself deeper than `WIDEST`. */
export function mendRing(ring: Ring): Mended | undefined {
  if (ring.length < 4) return undefined;
  const { nodes, places, deepest } = withCrossings(ring);
  if (places.length === 0 || deepest > WIDEST) return undefined;
  const mended = untwisted(nodes, places.length);
  return isHairline(nodes, mended) ? { ring: mended, places } : undefined;
}

/** Inserts the crossings into the ring as points, and measures the deepest one, mm. */
function withCrossings(ring: Ring): { nodes: CrossingPoint[]; places: Point[]; deepest: number } {
  const places: Point[] = [];
  let deepest = 0;
  const onEdge: { along: number; crossing: number }[][] = ring.map(() => []);
  const edges = ring.map((a, i): [Point, Point] => [a, ring[(i + 1) % ring.length]!]);
  const index = new Flatbush(ring.length);
  for (const [a, b] of edges) {
    index.add(Math.min(a[0], b[0]), Math.min(a[1], b[1]), Math.max(a[0], b[0]), Math.max(a[1], b[1]));
  }
  index.finish();
  edges.forEach(([a, b], i) => {
    const box = [
      Math.min(a[0], b[0]),
      Math.min(a[1], b[1]),
      Math.max(a[0], b[0]),
      Math.max(a[1], b[1]),
    ] as const;
    for (const j of index.search(...box, (other) => other > i)) {
      const found = crossingOf(edges[i]!, edges[j]!);
      if (!found) continue;
      const { along, across, depth } = found;
      deepest = Math.max(deepest, depth);
      onEdge[i]!.push({ along, crossing: places.length });
      onEdge[j]!.push({ along: across, crossing: places.length });
      places.push([a[0] + along * (b[0] - a[0]), a[1] + along * (b[1] - a[1])]);
    }
  });
  const nodes = ring.flatMap((point, i): CrossingPoint[] => {
    const here = onEdge[i]!.sort((one, other) => one.along - other.along);
    return [{ point }, ...here.map(({ crossing }) => ({ point: places[crossing]!, crossing }))];
  });
  return { nodes, places, deepest };
}

/** Finds where two edges cross (as fractions of their lengths) and how deeply; undefined when they only touch. */
function crossingOf(
  [a, b]: [Point, Point],
  [c, d]: [Point, Point],
): { along: number; across: number; depth: number } | undefined {
  const [c1, d1] = [sideDistance(...c, ...a, ...b), sideDistance(...d, ...a, ...b)];
  const [a1, b1] = [sideDistance(...a, ...c, ...d), sideDistance(...b, ...c, ...d)];
  for (const [from, to] of [
    [c1, d1],
    [a1, b1],
  ] as const) {
    if (Math.max(from, to) <= TOUCHING || Math.min(from, to) >= -TOUCHING) return undefined;
  }
  const depth = Math.min(...[a1, b1, c1, d1].map(Math.abs));
  return { along: a1 / (a1 - b1), across: c1 / (c1 - d1), depth };
}

/** Reverses the stretch between the two visits of each crossing. */
function untwisted(nodes: readonly CrossingPoint[], crossings: number): Ring {
  let order = [...nodes];
  for (let crossing = 0; crossing < crossings; crossing++) {
    const first = order.findIndex((node) => node.crossing === crossing);
    const second = order.findLastIndex((node) => node.crossing === crossing);
    const between = order.slice(first + 1, second).reverse();
    order = [...order.slice(0, first + 1), ...between, ...order.slice(second)];
  }
  return order.map(({ point }) => point);
}

/**
 * Is all that the ring encloses twice or backwards narrower than a hair? Cut apart at its crossings, it is loops without
 * crossings: wide ones have to run the same way, and lie beside each other.
 */
function isHairline(nodes: readonly CrossingPoint[], mended: Ring): boolean {
  const loops = loopsOf(nodes).map((loop) => ({ area: signedArea(loop), perimeter: ringPerimeter(loop) }));
  const isNarrow = ({ area, perimeter }: (typeof loops)[number]) =>
    Math.abs(area) <= (WIDEST * perimeter) / 2;
  const wide = loops.filter((loop) => !isNarrow(loop)).map(({ area }) => area);
  const sum = (areas: number[]) => areas.reduce((total, area) => total + Math.abs(area), 0);
  const narrow = sum(loops.filter(isNarrow).map(({ area }) => area));
  if (wide.some((area) => area > 0 !== wide[0]! > 0)) return false;
  const enclosed = signedArea(orientedRing(mended, true));
  return enclosed >= sum(wide) * (1 - 1e-9) - narrow;
}

function loopsOf(nodes: readonly CrossingPoint[]): Ring[] {
  const loops: Ring[] = [];
  const open: CrossingPoint[] = [];
  for (const node of nodes) {
    const begun = open.findIndex(({ crossing }) => crossing !== undefined && crossing === node.crossing);
    if (begun >= 0) loops.push(open.splice(begun).map(({ point }) => point));
    open.push(node);
  }
  return [...loops, open.map(({ point }) => point)];
}
