/**
 * Which edge lies directly below another one? A balanced tree of edges by height, for a line that sweeps from left to
 * right. Removing goes by handle and never compares, so edges that cross, against the rules, cost order but no harm.
 */
import type { RingEdges } from "./edges.ts";

/** What a place of the tree holds: the places around it, or -1, and its edge. */
const PARENT = 0;
const LEFT = 1;
const RIGHT = 2;
const EDGE = 3;
const STRIDE = 4;

/** A treap; priorities are a fixed hash, so that runs repeat exactly. */
export class HeightOrder {
  private root = -1;
  /** Places that were left are taken again first: those in use stay close together, however many edges pass by. */
  private places = new Int32Array(256 * STRIDE);
  private used = 0;
  private free = -1;
  /** Where in `places` each edge is. */
  private readonly placeOf: Int32Array;
  private readonly edges: RingEdges;

  constructor(edges: RingEdges) {
    this.placeOf = new Int32Array(edges.count);
    this.edges = edges;
  }

  add(edge: number): void {
    const place = this.newPlace();
    const { places } = this;
    let parent = -1;
    let side = LEFT;
    for (let at = this.root; at >= 0; at = places[at + side]!) {
      parent = at;
      side = this.edges.below(edge, places[at + EDGE]!) ? LEFT : RIGHT;
    }
    this.placeOf[edge] = place;
    places[place + PARENT] = parent;
    places[place + LEFT] = -1;
    places[place + RIGHT] = -1;
    places[place + EDGE] = edge;
    if (parent < 0) this.root = place;
    else places[parent + side] = place;
    this.riseAsDue(place);
  }

  remove(edge: number): void {
    const { places } = this;
    const place = this.placeOf[edge]!;
    for (let child = this.nextToRise(place); child >= 0; child = this.nextToRise(place)) this.rise(child);
    this.replace(place, places[place + PARENT]!, -1);
    places[place + PARENT] = this.free;
    this.free = place;
  }

  /** Puts an edge where another one was, which leaves. */
  exchange(old: number, edge: number): void {
    const place = this.placeOf[old]!;
    this.placeOf[edge] = place;
    this.places[place + EDGE] = edge;
    this.riseAsDue(place);
    for (let child = this.nextToRise(place); child >= 0; child = this.nextToRise(place)) {
      if (this.priority(child) < this.priority(place)) return;
      this.rise(child);
    }
  }

  /** The highest of the edges below a point, or -1. */
  under(x: number, y: number): number {
    const { places, edges } = this;
    let found = -1;
    let at = this.root;
    while (at >= 0) {
      const edge = places[at + EDGE]!;
      const above = y > edges.heightAt(edge, x);
      if (above) found = edge;
      at = places[at + (above ? RIGHT : LEFT)]!;
    }
    return found;
  }

  /** The next lower edge, or -1. */
  lower(edge: number): number {
    return this.neighbour(edge, LEFT, RIGHT);
  }

  /** The next higher edge, or -1. */
  higher(edge: number): number {
    return this.neighbour(edge, RIGHT, LEFT);
  }

  private neighbour(edge: number, towards: number, away: number): number {
    const { places } = this;
    let child = this.placeOf[edge]!;
    let at = places[child + towards]!;
    if (at >= 0) {
      while (places[at + away]! >= 0) at = places[at + away]!;
      return places[at + EDGE]!;
    }
    at = places[child + PARENT]!;
    while (at >= 0 && places[at + towards] === child) {
      child = at;
      at = places[at + PARENT]!;
    }
    return at < 0 ? -1 : places[at + EDGE]!;
  }

  private newPlace(): number {
    const place = this.free;
    if (place >= 0) {
      this.free = this.places[place + PARENT]!;
      return place;
    }
    if (this.used === this.places.length) {
      const { places } = this;
      this.places = new Int32Array(2 * places.length);
      this.places.set(places);
    }
    this.used += STRIDE;
    return this.used - STRIDE;
  }

  private riseAsDue(place: number): void {
    const { places } = this;
    const own = this.priority(place);
    while (places[place + PARENT]! >= 0 && own > this.priority(places[place + PARENT]!)) this.rise(place);
  }

  /** The child of higher priority, or -1. */
  private nextToRise(place: number): number {
    const left = this.places[place + LEFT]!;
    const right = this.places[place + RIGHT]!;
    if (left < 0 || right < 0) return Math.max(left, right);
    return this.priority(left) > this.priority(right) ? left : right;
  }

  /** Rotates a place above its parent. */
  private rise(place: number): void {
    const { places } = this;
    const parent = places[place + PARENT]!;
    const outer = places[parent + LEFT] === place ? LEFT : RIGHT;
    const inner = LEFT + RIGHT - outer;
    const moved = places[place + inner]!;
    places[parent + outer] = moved;
    if (moved >= 0) places[moved + PARENT] = parent;
    this.replace(parent, places[parent + PARENT]!, place);
    places[place + inner] = parent;
    places[parent + PARENT] = place;
  }

  private replace(child: number, parent: number, by: number): void {
    const { places } = this;
    if (parent < 0) this.root = by;
    else if (places[parent + LEFT] === child) places[parent + LEFT] = by;
    else places[parent + RIGHT] = by;
    if (by >= 0) places[by + PARENT] = parent;
  }

  private priority(place: number): number {
    let mixed = Math.imul(this.places[place + EDGE]! + 1, 0x9e3779b1);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x85ebca6b);
    return (mixed ^ (mixed >>> 13)) >>> 0;
  }
}
