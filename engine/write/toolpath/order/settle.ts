/**
 * Where is each contour entered best, if the order stays as it is?
 *
 * One entry at a time gets stuck where only two that move together make the way shorter. Of a choice of places on each
 * contour, all at once, the shortest way through them is found layer by layer from the first to the last.
 */
import { type Entries, MOST_PLACES } from "./entries.ts";
import type { TourEnds } from "./ground.ts";

/** A contour of the tour and where the tool enters and leaves it. */
export interface Stop {
  index: number;
  entry: number;
}

/** The same order, entered so that the way from end to end is as short as any through these places and the given ones. */
export function settleEntries(stops: Stop[], entries: Entries, { from, to }: TourEnds): Stop[] {
  const width = MOST_PLACES + 1;
  const cameFrom = new Uint8Array(stops.length * width);
  const chosen = new Float64Array(stops.length * width);
  let before = layer(width);
  let here = layer(width);
  [before.x[0], before.y[0], before.count] = [from[0], from[1], 1];
  for (let k = 0; k < stops.length; k++) {
    const { index, entry } = stops[k]!;
    here.count = entries.places(index, entry, here.x, here.y, chosen, k * width);
    reach(here, before, cameFrom, k * width);
    [before, here] = [here, before];
  }
  here.x[0] = to[0];
  here.y[0] = to[1];
  here.count = 1;
  const last = new Uint8Array(1);
  reach(here, before, last, 0);
  let best = last[0]!;
  const settled = stops.slice();
  for (let k = stops.length - 1; k >= 0; k--) {
    settled[k] = { index: stops[k]!.index, entry: chosen[k * width + best]! };
    best = cameFrom[k * width + best]!;
  }
  return settled;
}

/** Places on one contour, and the length of the way that leads to each. */
interface ContourStarts {
  x: Float64Array;
  y: Float64Array;
  length: Float64Array;
  count: number;
}

/** The shortest way to each place of a layer, and from which place of the one before it comes. */
function reach(
  { x, y, length, count }: ContourStarts,
  before: ContourStarts,
  cameFrom: Uint8Array,
  at: number,
): void {
  for (let i = 0; i < count; i++) {
    const px = x[i]!;
    const py = y[i]!;
    let least = Number.POSITIVE_INFINITY;
    for (let j = 0; j < before.count; j++) {
      const dx = px - before.x[j]!;
      const dy = py - before.y[j]!;
      const whole = before.length[j]! + Math.sqrt(dx * dx + dy * dy);
      if (whole >= least) continue;
      least = whole;
      cameFrom[at + i] = j;
    }
    length[i] = least;
  }
}

function layer(width: number): ContourStarts {
  return {
    x: new Float64Array(width),
    y: new Float64Array(width),
    length: new Float64Array(width),
    count: 0,
  };
}
