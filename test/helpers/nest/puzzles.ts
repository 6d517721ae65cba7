/** Jobs with a known answer: sheets cut up without waste, so that the pieces fill as many again and no fewer. */
import type { Point, Ring } from "../../../engine/base/contract/values/geometry.ts";
import type { Random } from "../random.ts";

export interface Puzzle {
  width: number;
  height: number;
  sheets: number;
  /** Pieces per sheet. */
  pieces: number;
}

/** Polygons from straight cuts at any angle, shuffled; every piece lies as it did on its sheet. */
export function cutPolygons(random: Random, { width, height, sheets, pieces }: Puzzle): Ring[] {
  const whole: Ring = [
    [0, 0],
    [width, 0],
    [width, height],
    [0, height],
  ];
  const least = (width * height) / (6 * pieces);
  return random.shuffle(Array.from({ length: sheets }, () => cutUp([whole], pieces, random, least)).flat());
}

function cutUp(rings: Ring[], pieces: number, random: Random, least: number): Ring[] {
  for (let tries = 0; rings.length < pieces && tries < 200; tries++) {
    const at = random.chance(0.7) ? largest(rings) : random.int(0, rings.length - 1);
    const halves = cutAcross(rings[at]!, random);
    if (halves.every((half) => areaOf(half) > least)) rings.splice(at, 1, ...halves);
  }
  return rings;
}

function largest(rings: Ring[]): number {
  return rings.reduce((best, ring, i) => (areaOf(ring) > areaOf(rings[best]!) ? i : best), 0);
}

/** Cuts between a point or corner on one edge and a point on another. */
function cutAcross(ring: Ring, random: Random): Ring[] {
  const from = random.int(0, ring.length - 2);
  const to = random.int(from + 1, ring.length - 1);
  const start = random.chance(0.3) ? ring[from]! : pointOn(ring, from, random);
  const end = pointOn(ring, to, random);
  const inner = [start, ...ring.slice(from + 1, to + 1), end];
  const outer = [end, ...ring.slice(to + 1), ...ring.slice(0, from + 1), start];
  return [inner, outer].map((half) => half.filter((point, i) => point !== half[(i + 1) % half.length]));
}

function pointOn(ring: Ring, edge: number, random: Random): Point {
  const [x, y] = ring[edge]!;
  const [nextX, nextY] = ring[(edge + 1) % ring.length]!;
  const share = random.float(0.15, 0.85);
  return [x + share * (nextX - x), y + share * (nextY - y)];
}

function areaOf(ring: Ring): number {
  return ring.reduce((sum, [x, y], i) => {
    const [nextX, nextY] = ring[(i + 1) % ring.length]!;
    return sum + (x * nextY - nextX * y) / 2;
  }, 0);
}

/** Sizes of rectangles from cuts along the axes, each of which costs `gap`; some are turned, all are shuffled. */
export function cutRectangles(random: Random, puzzle: Puzzle, gap: number): [number, number][] {
  const sizes = Array.from({ length: puzzle.sheets }, () => {
    const own: [number, number][] = [[puzzle.width, puzzle.height]];
    while (own.length < puzzle.pieces) {
      own.sort(([w, h], [otherW, otherH]) => otherW * otherH - w * h);
      const [width, height] = own.shift()!;
      const along = random.float(0.25, 0.75) * (Math.max(width, height) - gap);
      const rest = Math.max(width, height) - gap - along;
      own.push(
        ...(width > height
          ? ([
              [along, height],
              [rest, height],
            ] as const)
          : ([
              [width, along],
              [width, rest],
            ] as const)
        ).map(([w, h]): [number, number] => [w, h]),
      );
    }
    return own;
  });
  return random.shuffle(sizes.flat()).map(([w, h]) => (random.chance(0.5) ? [h, w] : [w, h]));
}
