/**
 * Which ring holds each ring, where some of them cross?
 *
 * Where edges cross, the order from the lowest to the highest is lost, and what lies beside a ring no longer tells what
 * holds it. So each ring is asked at a place inside of it, of which all edges below are counted: it lies in those rings
 * that have an odd number of them, and the smallest of these holds it.
 */
import { type FlatRing, flatArea } from "../curves/flat-ring.ts";
import { EvenOddMeter } from "./even-odd.ts";
import { sortedBy } from "./sorted.ts";
import { UprightLine } from "./upright.ts";

/** Share of a ring's width at which it is asked: no place where drawings like to have a corner. */
export const AMID = 0.43716;
/** Edges that are looked at in all; more are no drawing, and its last rings keep the holder that they have. */
const MOST = 30_000_000;

/** Areas of rings that cross themselves need not be known well to tell which of two rings may hold the other. */
const ROUGHLY = { part: 50_000, drawing: 1_000_000, least: 1000 };

/** Corrects the holders of rings; `mayHold` keeps those out that a ring crosses. */
export function correctHolders(
  rings: readonly FlatRing[],
  holders: Int32Array,
  selfCrossing: ReadonlySet<number>,
  mayHold: (holder: number, ring: number) => boolean,
): void {
  const meter = new EvenOddMeter(ROUGHLY);
  const areas = Float64Array.from(
    rings,
    (ring, i) => meter.measureTangled(ring, selfCrossing.has(i))?.area ?? Math.abs(flatArea(ring)),
  );
  const places = Float64Array.from(rings, placeAmid);
  const line = new UprightLine(rings);
  const around = new SurroundingRings(line, rings.length);
  let looks = 0;
  for (const ring of sortedBy(Int32Array.from(rings.keys()), (i) => places[i]!)) {
    const fits = (holder: number) => areas[holder]! > areas[ring]! && mayHold(holder, ring);
    if (looks <= MOST) {
      line.moveTo(places[ring]!);
      looks += line.met.length;
    }
    if (looks <= MOST) {
      const holding = around.of(ring, places[ring]!).filter(fits);
      holders[ring] = holding.reduce((best, i) => (best < 0 || areas[i]! < areas[best]! ? i : best), -1);
    } else if (holders[ring]! >= 0 && !fits(holders[ring]!)) {
      holders[ring] = -1;
    }
  }
}

/** Counts the edges below places on an upright line. */
class SurroundingRings {
  private readonly line: UprightLine;
  /** 1 for rings with an odd number of edges below. */
  private readonly odd: Uint8Array;

  constructor(line: UprightLine, ringCount: number) {
    this.line = line;
    this.odd = new Uint8Array(ringCount);
  }

  /** The rings around a place right above the lowest edge of a ring. */
  of(ring: number, x: number): number[] {
    const { line, odd } = this;
    const own = line.met.filter((edge) => line.owners[edge] === ring).map((edge) => line.heightOf(edge, x));
    if (own.length < 2) return [];
    const [lowest, next] = own.sort((p, q) => p - q);
    const y = (lowest! + next!) / 2;
    const below = line.met.filter((edge) => line.heightOf(edge, x) < y).map((edge) => line.owners[edge]!);
    for (const other of below) odd[other] = 1 - odd[other]!;
    const around = new Set(below.filter((other) => other !== ring && odd[other] === 1));
    for (const other of below) odd[other] = 0;
    return [...around];
  }
}

function placeAmid(ring: FlatRing): number {
  let [left, right] = [ring[0]!, ring[0]!];
  for (let at = 2; at < ring.length; at += 2) {
    left = Math.min(left, ring[at]!);
    right = Math.max(right, ring[at]!);
  }
  return left + AMID * (right - left);
}
