/**
 * Does the scrap at a place hang together with the edge of the sheet, or is it an island among parts that falls with
 * whatever holds on to it? Looked for in steps on a grid, first wide ones, then narrow ones; the way must be as wide
 * as the bridge that leads to it.
 */
import type { Point } from "../../../base/contract/values/geometry.ts";
import { segmentDistance } from "../../../base/geometry/segment.ts";
import type { Obstacles } from "../path/obstacles.ts";
import { ScrapIslands } from "./islands.ts";

/** A straight cut through the scrap. */
export type ScrapCut = [from: Point, to: Point];

export interface ScrapRoom {
  obstacles: Obstacles;
  walls: ScrapCut[];
  width: number;
  height: number;
  /** Half the kerf. */
  radius: number;
}

/** Least thickness of the scrap between a kerf and the sheet's edge that holds anything, in mm. */
const STRIP = 0.3;
/** Least steps of the grids, in mm and in widths of the bridge. */
const STEPS: [least: number, widths: number][] = [
  [2, 2],
  [0.25, 0.5],
];
/** Places that are looked at from one start; a way round more of them is none that a bridge should rely on. */
const MOST = 20_000;
/** How much thinner than the bridge the scrap may be, in mm. */
const FIT = 0.02;
const COLUMNS = 2 ** 20;

/** Scrap as far as it is `bridge` wide. */
export class ScrapMap {
  /** By step: places from which the edge was reached, or was not. */
  private readonly known = STEPS.map(() => new Map<number, boolean>());
  private islands: ScrapIslands | null = null;

  constructor(
    private readonly room: ScrapRoom,
    private readonly bridge: number,
  ) {}

  /**
   * Whether a bridge from a place on a path leads to scrap that holds; the strip along the sheet's edge may be thinner
   * than the bridge. `[ux, uy]` is the direction across the kerf.
   */
  holds([x, y]: Point, [ux, uy]: Point): "whole" | "thin" | null {
    const { radius, width, height } = this.room;
    const half = this.bridge / 2;
    const edge = Math.min(
      roomTo(x, ux, width, radius + half + STRIP),
      roomTo(y, uy, height, radius + half + STRIP),
    );
    if (edge < radius + STRIP) return null;
    const away = Math.min(radius + half, edge);
    const at: Point = [x + away * ux, y + away * uy];
    if (this.hitsWall([x, y], at)) return null;
    if (edge < radius + half + STRIP) return "thin";
    if (this.seesPast(at)) return "whole";
    const isHeld = STEPS.some(([least, widths], k) =>
      this.reaches(at, Math.max(least, widths * this.bridge), k),
    );
    return isHeld ? "whole" : null;
  }

  private seesPast(at: Point): boolean {
    const { obstacles, walls } = this.room;
    if (walls.length > 0) return false;
    this.islands ??= new ScrapIslands(obstacles, this.reach);
    return this.islands.seesPast(at);
  }

  /** How far ways keep from parts. */
  private get reach(): number {
    return 2 * this.room.radius + this.bridge / 2 - FIT;
  }

  private reaches([x, y]: Point, step: number, level: number): boolean {
    const known = this.known[level]!;
    const [i, j] = [Math.floor(x / step), Math.floor(y / step)];
    const open: number[] = [];
    for (const [a, b] of [
      [i, j],
      [i + 1, j],
      [i, j + 1],
      [i + 1, j + 1],
    ] as const) {
      const place = a * COLUMNS + b;
      if (!this.isOn(a * step, b * step) || known.get(place) === false) continue;
      if (!this.isClear([x, y], [a * step, b * step])) continue;
      if (known.get(place)) return true;
      open.push(place);
    }
    const seen = new Set<number>(open);
    while (open.length > 0 && seen.size < MOST) {
      const place = open.pop()!;
      const before = known.get(place);
      if (before === false) continue;
      if (before === true || this.goOn(place, step, seen, open)) {
        for (const one of seen) known.set(one, true);
        return true;
      }
    }
    if (open.length === 0) for (const one of seen) known.set(one, false);
    return false;
  }

  /** Adds the places beside one, the one towards the nearest edge last; true when that edge is reached. */
  private goOn(place: number, step: number, seen: Set<number>, open: number[]): boolean {
    const [i, j] = [Math.floor(place / COLUMNS), place % COLUMNS];
    const { width, height } = this.room;
    const [x, y] = [i * step, j * step];
    const sides = [
      { away: x, to: [i - 1, j] },
      { away: width - x, to: [i + 1, j] },
      { away: y, to: [i, j - 1] },
      { away: height - y, to: [i, j + 1] },
    ].sort((a, b) => b.away - a.away);
    for (const { to } of sides) {
      const [a, b] = to as [number, number];
      const end: Point = [Math.min(Math.max(a * step, 0), width), Math.min(Math.max(b * step, 0), height)];
      if (seen.has(a * COLUMNS + b) || !this.isClear([x, y], end)) continue;
      if (!this.isOn(a * step, b * step) || a === 0 || b === 0) return true;
      seen.add(a * COLUMNS + b);
      open.push(a * COLUMNS + b);
    }
    return false;
  }

  private isOn(x: number, y: number): boolean {
    return x >= 0 && y >= 0 && x <= this.room.width && y <= this.room.height;
  }

  /** Whether the scrap round a way is as wide as the bridge. */
  private isClear(a: Point, b: Point): boolean {
    return this.room.obstacles.clears(a, b, this.reach) && !this.hitsWall(a, b);
  }

  private hitsWall([ax, ay]: Point, [bx, by]: Point): boolean {
    const reach = this.room.radius + this.bridge / 2;
    return this.room.walls.some(
      ([[cx, cy], [dx, dy]]) => segmentDistance(ax, ay, bx, by, cx, cy, dx, dy) < reach,
    );
  }
}

/** How far it is along one axis to where the sheet ends, `most` where it is further or the other way. */
function roomTo(from: number, direction: number, end: number, most: number): number {
  if (Math.abs(direction) < 1e-9) return most;
  return Math.min(most, ((direction > 0 ? end : 0) - from) / direction);
}
