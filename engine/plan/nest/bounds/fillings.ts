/**
 * How much can lie in the holes of a part, whatever it is worth? Whole copies have to fill a hole: their areas with the
 * gap add up to no more than its own, and discs in them keep their distances there (N. Oler, 1961).
 */
import type { Ring } from "../../../base/contract/values/geometry.ts";
import { isConvex, orientedRing, ringPerimeter, signedArea } from "../../../base/geometry/ring.ts";
import { type BoundCandidate, DEPTH_DOUBT } from "./candidate.ts";
import { type HoleRoom, middlesIn } from "./holes.ts";
import type { Meter } from "./meter.ts";

/** Steps of looking for how much of a hole whole parts can fill, at most. */
const MOST_FILLINGS = 2000;
/** A part so much smaller than the hole fills it up, for all that is shown here. */
const FINE = 0.01;
/** Numbers of discs are rounded down from so much above, areas of holes count for so much more. */
const COUNT_SLACK = 1e-6;
const AREA_SLACK = 1e-9;

/** A part that fits a hole. */
interface Guest {
  part: number;
  size: number;
  quantity: number;
  /** How many lie in the hole of those that hold a disc as large as this one's largest. */
  most: number;
}

/** A hole and what fits it, parts with large discs first. */
interface HoleGuests {
  area: number;
  guests: Guest[];
}

export class Fillings {
  private readonly holds: HoleGuests[][];

  /** `rooms`: by part; `grown`: area of each part without its holes, with half the gap around it. */
  constructor(
    parts: readonly BoundCandidate[],
    grown: readonly number[],
    private readonly rooms: readonly (readonly HoleRoom[])[],
    gap: number,
  ) {
    this.holds = rooms.map((own) => own.map((room) => holdOf(room, parts, grown, gap)));
  }

  /**
   * Finds how much each copy of a part takes from the sum of values over a sheet, less the contents of its holes.
   * `values`: what each part is worth; what lies in no hole adds up to so much at most. Where contents would be worth
   * more than what they lie in, they count for nothing.
   */
  *without(values: readonly number[], meter: Meter): Generator<undefined, number[]> {
    const worth = [...values];
    for (;;) {
      const left = [...worth];
      for (const [i, own] of this.holds.entries()) {
        const known = new Map<string, number>();
        for (const hold of own) {
          const key = `${hold.area} ${hold.guests.map(({ part, most }) => `${part}:${most}`).join()}`;
          const most = known.get(key) ?? (yield* mostIn(hold, worth, meter));
          known.set(key, most);
          left[i]! -= most;
        }
      }
      const poor = this.rooms.filter((_, i) => left[i]! < 0).flat();
      if (poor.length === 0) return left;
      for (const { inside } of poor) for (const k of inside) worth[k] = 0;
    }
  }
}

function holdOf(
  { hole, area, inside }: HoleRoom,
  parts: readonly BoundCandidate[],
  grown: readonly number[],
  gap: number,
): HoleGuests {
  const guests = inside.map((part): Guest & { r: number } => {
    const r = parts[part]!.filled.circles()[0]?.r ?? 0;
    const { quantity } = parts[part]!.source;
    return { part, size: grown[part]!, quantity, most: discsIn(hole, r, gap), r };
  });
  guests.sort((a, b) => b.r - a.r);
  return { area, guests };
}

/** Points of a convex body with a distance of 1 are at most 2 / √3 of its area, half its circumference and one. */
function discsIn(hole: Ring, r: number, gap: number): number {
  const distance = 2 * r + gap - DEPTH_DOUBT;
  if (r <= 0 || !isConvex(orientedRing(hole, true))) return Infinity;
  const middles = middlesIn(orientedRing(hole, false), r + gap - DEPTH_DOUBT);
  if (middles.length === 0) return 0;
  const far = middles.some(([x, y]) =>
    middles.some(([px, py]) => (px - x) ** 2 + (py - y) ** 2 >= distance * distance),
  );
  if (!far) return 1;
  const [area, around] = [Math.abs(signedArea(middles)), ringPerimeter(middles)];
  const count = ((2 / Math.sqrt(3)) * area) / (distance * distance) + around / (2 * distance) + 1;
  return Math.floor(count + COUNT_SLACK);
}

/** The greatest worth of what a hole may hold: found, or a bound from its area alone where that takes long. */
function* mostIn(
  { area, guests }: HoleGuests,
  values: readonly number[],
  meter: Meter,
): Generator<undefined, number> {
  const wanted = guests.filter(({ part }) => values[part]! > 0);
  if (wanted.length === 0) return 0;
  const room = area * (1 + AREA_SLACK);
  const bound = room * Math.max(...wanted.map(({ part, size }) => values[part]! / size));
  if (Math.min(...wanted.map(({ size }) => size)) < FINE * area) return bound;
  const search = { best: 0, steps: 0 };
  fillFrom(wanted, { at: 0, room, count: 0, worth: 0 }, values, search);
  yield* meter.spend(10 * search.steps);
  return search.steps > MOST_FILLINGS ? bound : Math.min(bound, search.best);
}

/** Contents of a hole before the next guest. */
interface Filled {
  at: number;
  room: number;
  count: number;
  worth: number;
}

function fillFrom(
  guests: readonly Guest[],
  { at, room, count, worth }: Filled,
  values: readonly number[],
  search: { best: number; steps: number },
): void {
  search.best = Math.max(search.best, worth);
  if (at === guests.length || ++search.steps > MOST_FILLINGS) return;
  const { part, size, quantity, most } = guests[at]!;
  for (let n = Math.min(quantity, Math.floor(room / size), most - count); n >= 0; n--) {
    const next = { at: at + 1, room: room - n * size, count: count + n, worth: worth + n * values[part]! };
    fillFrom(guests, next, values, search);
  }
}
