/**
 * Which curves of one contour may meet each other? Curves that follow each other lie near each other, so boxes around runs of
 * them, each twice as long as those within, leave out most pairs unseen: nothing has to be sorted for that.
 */
import { growBox } from "./apart.ts";

/** How many numbers it takes to find pairs among so many curves. */
export function roomFor(curves: number): number {
  return 8 * 2 ** (32 - Math.clz32(curves - 1));
}

/**
 * Calls back with pairs of curves from `first` up to `end` whose boxes (least x and y, greatest x and y of each curve)
 * meet, until it answers false. It works in `room`.
 */
export function pairsAlong(
  bounds: Float64Array,
  [first, end]: [number, number],
  found: (p: number, q: number) => boolean,
  room: Float64Array = new Float64Array(roomFor(end - first)),
): void {
  // Runs 2i and 2i + 1 make run i; leaves that no curve has meet nothing.
  const leaves = roomFor(end - first) / 8;
  for (let at = 0; at < 8 * leaves; at++) room[at] = (at & 2) === 0 ? Infinity : -Infinity;
  for (let curve = first; curve < end; curve++) growBox(room, leaves + curve - first, bounds, curve);
  for (let run = 2 * leaves - 1; run > 1; run--) growBox(room, run >> 1, room, run);
  const look = (p: number, q: number): boolean => {
    const [at, from] = [4 * p, 4 * q];
    if (room[at]! > room[from + 2]! || room[from]! > room[at + 2]!) return true;
    if (room[at + 1]! > room[from + 3]! || room[from + 1]! > room[at + 3]!) return true;
    if (p >= leaves) return found(p - leaves + first, q - leaves + first);
    const [left, right] = [2 * p, 2 * q];
    return look(left, right) && look(left, right + 1) && look(left + 1, right) && look(left + 1, right + 1);
  };
  for (let run = leaves - 1; run > 0; run--) if (!look(2 * run, 2 * run + 1)) return;
}
