/**
 * A large free rectangle on a sheet that is irregular or has bad places, at once and roughly: the sheet as a chessboard
 * of which every field counts as taken that anything reaches into.
 */
import type { Point, Ring } from "../contract/values/geometry.ts";

/** Fields along the longer side. */
const FIELDS = 64;

export interface Rectangle {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** What is in the way, material on the left of its rings, and how far to keep away from it. */
export interface InTheWay {
  rings: readonly Ring[];
  clearance: number;
}

/** The largest rectangle of free fields on a sheet from (0, 0) to (width, height); undefined where none is free. */
export function freeRectangle(
  width: number,
  height: number,
  obstacles: readonly InTheWay[],
): Rectangle | undefined {
  const side = Math.max(width, height) / FIELDS;
  const across = Math.max(1, Math.floor(width / side + 1e-9));
  const up = Math.max(1, Math.floor(height / side + 1e-9));
  const board = { across, up, taken: new Uint8Array(across * up), stepX: width / across, stepY: height / up };
  for (const { rings, clearance } of obstacles) {
    for (const ring of rings) takeOutline(board, ring, clearance);
    takeInside(board, rings);
  }
  return largestFree(board);
}

interface Board {
  across: number;
  up: number;
  taken: Uint8Array;
  stepX: number;
  stepY: number;
}

/** Takes the fields that some edge comes near, edge by edge in pieces no longer than a field. */
function takeOutline(board: Board, ring: Ring, clearance: number): void {
  const { across, up, taken, stepX, stepY } = board;
  ring.forEach(([ax, ay], i) => {
    const [bx, by] = ring[(i + 1) % ring.length]!;
    const pieces = Math.ceil(Math.hypot(bx - ax, by - ay) / Math.min(stepX, stepY)) + 1;
    for (let k = 0; k < pieces; k++) {
      const at = (share: number): Point => [ax + share * (bx - ax), ay + share * (by - ay)];
      const [[cx, cy], [dx, dy]] = [at(k / pieces), at((k + 1) / pieces)];
      const left = Math.max(0, Math.floor((Math.min(cx, dx) - clearance) / stepX));
      const right = Math.min(across - 1, Math.floor((Math.max(cx, dx) + clearance) / stepX));
      const low = Math.max(0, Math.floor((Math.min(cy, dy) - clearance) / stepY));
      const high = Math.min(up - 1, Math.floor((Math.max(cy, dy) + clearance) / stepY));
      for (let y = low; y <= high; y++) for (let x = left; x <= right; x++) taken[y * across + x] = 1;
    }
  });
}

/** Takes the fields whose middles lie in the material: a ray to the right crosses an odd number of edges. */
function takeInside({ across, up, taken, stepX, stepY }: Board, rings: readonly Ring[]): void {
  for (let row = 0; row < up; row++) {
    const y = (row + 0.5) * stepY;
    const crossings: number[] = [];
    for (const ring of rings) {
      ring.forEach(([ax, ay], i) => {
        const [bx, by] = ring[(i + 1) % ring.length]!;
        if (ay > y !== by > y) crossings.push(ax + ((y - ay) / (by - ay)) * (bx - ax));
      });
    }
    crossings.sort((a, b) => a - b);
    for (let c = 0; c + 1 < crossings.length; c += 2) {
      const first = Math.max(0, Math.ceil(crossings[c]! / stepX - 0.5));
      const last = Math.min(across - 1, Math.floor(crossings[c + 1]! / stepX - 0.5));
      for (let column = first; column <= last; column++) taken[row * across + column] = 1;
    }
  }
}

/** Row by row, the largest rectangle under the heights of free fields that end there. */
function largestFree({ across, up, taken, stepX, stepY }: Board): Rectangle | undefined {
  const heights = new Int32Array(across + 1);
  let best: Rectangle | undefined;
  for (let row = 0; row < up; row++) {
    for (let x = 0; x < across; x++) heights[x] = taken[row * across + x] ? 0 : heights[x]! + 1;
    const open: number[] = [];
    for (let x = 0; x <= across; x++) {
      while (open.length > 0 && heights[open.at(-1)!]! >= heights[x]!) {
        const tall = heights[open.pop()!]!;
        const left = open.length > 0 ? open.at(-1)! + 1 : 0;
        const width = (x - left) * stepX;
        const height = tall * stepY;
        if (tall > 0 && width * height > (best ? best.width * best.height : 0))
          best = { x: left * stepX, y: (row + 1) * stepY - height, width, height };
      }
      open.push(x);
    }
  }
  return best;
}
