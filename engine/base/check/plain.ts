/**
 * A quick test that nearly all outlines pass: no edge comes near another one. Edges are sorted into the cells of a grid,
 * and only edges that share a cell are compared.
 */
import type { Ring } from "../contract/values/geometry.ts";

/** Edges in flat lists, ring after ring; the last edge of a ring ends where its first edge begins. */
interface EdgeLists {
  count: number;
  ax: Float64Array;
  ay: Float64Array;
  bx: Float64Array;
  by: Float64Array;
  /** Index of the edge before it in its ring. */
  before: Int32Array;
  /** The first edge of each ring, and least and greatest y and greatest x of its points. */
  starts: number[];
  boxes: { low: number; high: number; right: number }[];
}

/** Entries of the grid per edge above which the grid saves no time, as with many long edges. */
const MOST_ENTRIES = 12;

/**
 * True when no two edges, of one ring or of two, come nearer than `distance`, those apart that follow each other, and the
 * winding number beside every ring is 0 or 1. False where that is not so, and where it takes a closer look to tell.
 */
export function isPlain(rings: readonly Ring[], distance: number): boolean {
  if (rings.length === 1 && isStar(rings[0]!, distance)) return true;
  const edges = edgesOf(rings);
  const grid = gridOf(edges, distance);
  if (!grid?.cells.every((first, cell) => areApart(edges, grid, first, cell, distance))) return false;
  return edges.starts.every((_, ring) => hasSides(edges, ring, distance));
}

/**
 * Seen from the mean of its points the ring goes round once, always onwards: then its edges are as far apart as the
 * narrowest angle between two rays through neighbouring points is wide where the ring comes nearest. Half of that is
 * taken, for rounding.
 */
function isStar(ring: Ring, distance: number): boolean {
  let [sumX, sumY] = [0, 0];
  for (let i = 0; i < ring.length; i++) {
    sumX += ring[i]![0];
    sumY += ring[i]![1];
  }
  const [x, y] = [sumX / ring.length, sumY / ring.length];
  let [rounds, nearest, narrowest] = [0, Infinity, Infinity];
  let [ax, ay] = [ring.at(-1)![0] - x, ring.at(-1)![1] - y];
  for (let i = 0; i < ring.length; i++) {
    const [bx, by] = [ring[i]![0] - x, ring[i]![1] - y];
    const turn = ax * by - ay * bx;
    if (!(turn > 0)) return false;
    if (ay <= 0 && by > 0) rounds++;
    const [dx, dy] = [bx - ax, by - ay];
    const square = turn * turn;
    nearest = Math.min(nearest, square / (dx * dx + dy * dy));
    narrowest = Math.min(narrowest, square / ((ax * ax + ay * ay) * (bx * bx + by * by)));
    [ax, ay] = [bx, by];
  }
  return rounds === 1 && nearest * narrowest > (2 * distance) ** 2;
}

function edgesOf(rings: readonly Ring[]): EdgeLists {
  const count = rings.reduce((sum, ring) => sum + ring.length, 0);
  const [ax, ay, bx, by] = [0, 0, 0, 0].map(() => new Float64Array(count)) as [
    Float64Array,
    Float64Array,
    Float64Array,
    Float64Array,
  ];
  const before = new Int32Array(count);
  const starts: number[] = [];
  const boxes: EdgeLists["boxes"] = [];
  let first = 0;
  for (const ring of rings) {
    const box = { low: Infinity, high: -Infinity, right: -Infinity };
    starts.push(first);
    boxes.push(box);
    for (let i = 0; i < ring.length; i++) {
      const [x, y] = ring[i]!;
      const last = first + (i === 0 ? ring.length : i) - 1;
      ax[first + i] = x;
      ay[first + i] = y;
      bx[last] = x;
      by[last] = y;
      before[first + i] = last;
      box.low = Math.min(box.low, y);
      box.high = Math.max(box.high, y);
      box.right = Math.max(box.right, x);
    }
    first += ring.length;
  }
  return { count, ax, ay, bx, by, before, starts, boxes };
}

interface Grid {
  /** Index of each cell's first entry, and one more for the end of the last cell. */
  cells: Int32Array;
  entries: Int32Array;
}

function gridOf({ count, ax, ay, bx, by }: EdgeLists, distance: number): Grid | undefined {
  let [minX, minY, maxX, maxY, length] = [Infinity, Infinity, -Infinity, -Infinity, 0];
  for (let i = 0; i < count; i++) {
    minX = Math.min(minX, ax[i]!);
    minY = Math.min(minY, ay[i]!);
    maxX = Math.max(maxX, ax[i]!);
    maxY = Math.max(maxY, ay[i]!);
    length += Math.abs(bx[i]! - ax[i]!) + Math.abs(by[i]! - ay[i]!);
  }
  const side = Math.max(length / count, Math.sqrt(((maxX - minX) * (maxY - minY)) / count), 4 * distance);
  const across = Math.floor((maxX - minX) / side) + 1;
  const up = Math.floor((maxY - minY) / side) + 1;
  if (!(across * up <= 16 * count + 64)) return undefined;
  const column = (x: number) => Math.min(across - 1, Math.max(0, Math.floor((x - minX) / side)));
  const row = (y: number) => Math.min(up - 1, Math.max(0, Math.floor((y - minY) / side)));
  const spans = new Int32Array(4 * count);
  const cells = new Int32Array(across * up + 1);
  let total = 0;
  for (let i = 0; i < count; i++) {
    const left = column(Math.min(ax[i]!, bx[i]!) - distance);
    const right = column(Math.max(ax[i]!, bx[i]!) + distance);
    const low = row(Math.min(ay[i]!, by[i]!) - distance);
    const high = row(Math.max(ay[i]!, by[i]!) + distance);
    spans[4 * i] = left;
    spans[4 * i + 1] = right;
    spans[4 * i + 2] = low;
    spans[4 * i + 3] = high;
    total += (right - left + 1) * (high - low + 1);
    if (total > MOST_ENTRIES * count + 64) return undefined;
    for (let y = low; y <= high; y++) for (let x = left; x <= right; x++) cells[y * across + x]!++;
  }
  // These are the ends of the cells; filling from behind turns them into their beginnings.
  for (let cell = 1; cell < cells.length; cell++) cells[cell]! += cells[cell - 1]!;
  const entries = new Int32Array(total);
  for (let i = count - 1; i >= 0; i--) {
    const [left, right, low, high] = [spans[4 * i]!, spans[4 * i + 1]!, spans[4 * i + 2]!, spans[4 * i + 3]!];
    for (let y = low; y <= high; y++)
      for (let x = left; x <= right; x++) entries[--cells[y * across + x]!] = i;
  }
  return { cells, entries };
}

/** True when no two edges of a cell come near each other. */
function areApart(
  edges: EdgeLists,
  { cells, entries }: Grid,
  first: number,
  cell: number,
  distance: number,
): boolean {
  const end = cells[cell + 1] ?? first;
  for (let i = first; i < end; i++) {
    for (let k = i + 1; k < end; k++) {
      const [e, f] = [entries[i]!, entries[k]!];
      if (edges.before[e] === f || edges.before[f] === e) continue;
      if (!passesBy(edges, e, f, distance) && !passesBy(edges, f, e, distance)) return false;
    }
  }
  return true;
}

/** True when edge f lies clearly on one side of edge e. */
function passesBy({ ax, ay, bx, by }: EdgeLists, e: number, f: number, distance: number): boolean {
  const [x, y] = [ax[e]!, ay[e]!];
  const [dx, dy] = [bx[e]! - x, by[e]! - y];
  const from = dx * (ay[f]! - y) - dy * (ax[f]! - x);
  const to = dx * (by[f]! - y) - dy * (bx[f]! - x);
  const near = 2 * distance * (Math.abs(dx) + Math.abs(dy));
  return (from > near && to > near) || (from < -near && to < -near);
}

/** True when the winding number is 0 or 1 on both sides of the middle of the ring's longest edge. */
function hasSides(edges: EdgeLists, ring: number, distance: number): boolean {
  const { ax, ay, bx, by, starts, count } = edges;
  const end = starts[ring + 1] ?? count;
  let [longest, square] = [starts[ring]!, 0];
  for (let e = starts[ring]!; e < end; e++) {
    const own = (bx[e]! - ax[e]!) ** 2 + (by[e]! - ay[e]!) ** 2;
    if (own > square) [longest, square] = [e, own];
  }
  const length = Math.sqrt(square);
  const [x, y] = [ax[longest]!, ay[longest]!];
  const [dx, dy] = [bx[longest]! - x, by[longest]! - y];
  const offset = (2 * distance) / length;
  // Only at a tiny edge could its neighbours come that near to its middle.
  if (!(length > 100 * distance)) return false;
  return [offset, -offset].every((side) => {
    const winding = windingAt(edges, x + dx / 2 - side * dy, y + dy / 2 + side * dx);
    return winding === 0 || winding === 1;
  });
}

/** Winding number of all rings together: crossings of the ray to the right, upward ones minus downward ones. */
function windingAt({ count, ax, ay, bx, by, starts, boxes }: EdgeLists, x: number, y: number): number {
  let winding = 0;
  starts.forEach((start, ring) => {
    const { low, high, right } = boxes[ring]!;
    if (y < low || y > high || x > right) return;
    const end = starts[ring + 1] ?? count;
    for (let e = start; e < end; e++) {
      if (ay[e]! > y === by[e]! > y) continue;
      const side = (bx[e]! - ax[e]!) * (y - ay[e]!) - (by[e]! - ay[e]!) * (x - ax[e]!);
      if (by[e]! > ay[e]! && side > 0) winding++;
      if (by[e]! < ay[e]! && side < 0) winding--;
    }
  });
  return winding;
}
