/** Contours that the tool goes round: once for all copies of a part at one angle, and as each of them lies. */
import type { Bounds, Point, Ring } from "../../../base/contract/values/geometry.ts";
import { pointBounds, signedArea } from "../../../base/geometry/ring.ts";
import { joinArcs, reversePath, type Vertex } from "./arcs.ts";
import { interiorPoint } from "./interior.ts";
import { PathWalk } from "./walk.ts";

/** A closed path of the tool in a frame that copies share. What is found out about it is kept for all of them. */
export class ToolContour {
  private box: Bounds | null = null;
  private size: number | null = null;
  private middle: Point | null = null;
  private readonly walks = new Map<number, PathWalk>();

  constructor(
    /** Which hole of its part, or null for the exterior and for what is left of its slots. */
    readonly hole: number | null,
    /** True when the part lies around the path, false when it lies within. */
    readonly inner: boolean,
    /** Without a repeated last point; counter-clockwise unless `inner`. */
    readonly ring: Ring,
    /** The same as lines and arcs; begins at one of its own vertices, which need not be the ring's first. */
    readonly path: Vertex[],
  ) {}

  get bounds(): Bounds {
    this.box ??= pointBounds(this.ring);
    return this.box;
  }

  get area(): number {
    this.size ??= Math.abs(signedArea(this.ring));
    return this.size;
  }

  get interior(): Point {
    this.middle ??= interiorPoint(this.ring);
    return this.middle;
  }

  /** The path from one of its vertices on. */
  pathFrom(vertex: number): Vertex[] {
    return joinArcs([...this.path.slice(vertex), ...this.path.slice(0, vertex)]);
  }

  /** The way round from a vertex, or from a share of the line behind it, either way. */
  walkFrom(entry: number, isReversed: boolean): PathWalk {
    const vertex = Math.floor(entry);
    const key = 2 * vertex + Number(isReversed);
    const known = this.walks.get(key) ?? this.walkAt(vertex, isReversed);
    this.walks.set(key, known);
    return entry === vertex ? known : known.begunAside(entry - vertex, isReversed);
  }

  private walkAt(vertex: number, isReversed: boolean): PathWalk {
    const path = this.pathFrom(vertex);
    return new PathWalk(isReversed ? reversePath(path) : path, true);
  }
}

/** An outline as it lies on the sheet for one placement. */
export class PlacedContour {
  constructor(
    /** Which placement it belongs to. */
    readonly placement: number,
    readonly outline: ToolContour,
    readonly x = 0,
    readonly y = 0,
    /** All placements that it frees. */
    readonly members: readonly number[] = [placement],
  ) {}

  get hole(): number | null {
    return this.outline.hole;
  }

  get inner(): boolean {
    return this.outline.inner;
  }

  get ring(): Ring {
    const { x, y } = this;
    return this.outline.ring.map(([px, py]) => [px + x, py + y]);
  }

  get path(): Vertex[] {
    return this.placed(this.outline.path);
  }

  get bounds(): Bounds {
    const { x, y } = this;
    const { min_x, min_y, max_x, max_y } = this.outline.bounds;
    return { min_x: min_x + x, min_y: min_y + y, max_x: max_x + x, max_y: max_y + y };
  }

  protected placed(path: Vertex[]): Vertex[] {
    const { x, y } = this;
    return path.map(([px, py, bulge]) => [px + x, py + y, bulge]);
  }
}
