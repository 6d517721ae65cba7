/**
 * Best plans of small mitred jobs by trying everything, and ordinary jobs to try it on. The rule of the saw is taken from
 * its geometry: pieces are outlines on the bar, one cut makes two ends whose faces are parallel, and any other two
 * ends need the wider of their cuts between their long points.
 */
import type { CutPlan } from "../../../engine/base/contract/cut-plan.ts";
import type { Random } from "../random.ts";

export interface MitredPiece {
  id: string;
  /** From long point to long point. */
  length: number;
  quantity: number;
  angle_start: number;
  angle_end: number;
}

export interface MitredJob {
  stocks: { id?: string; length: number; quantity?: number }[];
  pieces: MitredPiece[];
  kerf: number;
  options: { profile_width: number };
}

/** What a plan leaves out, and the stock that it takes: less is better, and the first decides. */
export interface MitredValue {
  missing: number;
  length: number;
}

export function mitred(
  id: string,
  length: number,
  quantity: number,
  start: number,
  end: number,
): MitredPiece {
  return { id, length, quantity, angle_start: start, angle_end: end };
}

export function mitredValue(job: MitredJob, plan: CutPlan): MitredValue {
  const longest = Math.max(...job.stocks.map(({ length }) => length));
  const asked = job.pieces.filter(({ length }) => length <= longest);
  const whole = asked.reduce((sum, { length, quantity }) => sum + length * quantity, 0);
  return { missing: whole - plan.summary.total_cut_length, length: plan.summary.total_stock_length };
}

/** Below 0 when `a` is better than `b`. */
export function compareValues(a: MitredValue, b: MitredValue): number {
  const near = (difference: number) => (Math.abs(difference) > 1e-6 ? difference : 0);
  return near(a.missing - b.missing) || near(a.length - b.length);
}

/** The best plan's value where each bar has `extra` more room than it says. */
export function bestValue(job: MitredJob, extra: number): MitredValue {
  const { stocks, pieces } = job;
  const counts = pieces.map(({ quantity }) => quantity);
  // The number of a list of amounts is its place among all; numbers add up as the amounts do.
  const all = vectors(counts);
  const reach = reaches(job, all);
  const fits = all.map((a) => all.map((b) => a.every((n, i) => n + b[i]! <= counts[i]!)));
  // Least stock by what is placed, after each bar that may be taken.
  let least = all.map((_, number) => (number === 0 ? 0 : Infinity));
  for (const { length, quantity = Infinity } of stocks) {
    const fillings = [...all.keys()].filter((number) => number > 0 && reach[number]! <= length + extra);
    for (let bar = 0, gained = true; bar < quantity && gained; bar++) {
      const next = [...least];
      for (const [placed, used] of least.entries()) {
        if (used === Infinity) continue;
        for (const taken of fillings) {
          if (fits[placed]![taken]! && used + length < next[placed + taken]!)
            next[placed + taken] = used + length;
        }
      }
      gained = next.some((used, number) => used < least[number]!);
      least = next;
    }
  }
  const longest = Math.max(...stocks.map(({ length }) => length)) + extra;
  const left = (amounts: number[]) =>
    pieces.reduce(
      (sum, { length }, i) => sum + (length <= longest ? (counts[i]! - amounts[i]!) * length : 0),
      0,
    );
  return all
    .map((amounts, number) => ({ missing: left(amounts), length: least[number]! }))
    .filter(({ length }) => length < Infinity)
    .reduce((best, value) => (compareValues(value, best) < 0 ? value : best));
}

/** For all amounts of pieces on a bar: how far they reach in the best of all orders, each piece laid in either way. */
function reaches({ pieces, kerf, options }: MitredJob, all: number[][]): number[] {
  const ways = pieces.flatMap(({ length, angle_start, angle_end }, piece) => [
    { piece, length, start: angle_start, end: angle_end },
    { piece, length, start: -angle_end, end: -angle_start },
  ]);
  const gaps = ways.map((a) => ways.map((b) => gapBetween(a.end, b.start, kerf, options.profile_width)));
  const strides = pieces.map((_, i) =>
    pieces.slice(i + 1).reduce((product, { quantity }) => product * (quantity + 1), 1),
  );
  /** By amounts: per way of the last piece, how far it reaches. */
  const table: number[][] = [];
  return all.map((amounts, number) => {
    const ends = ways.map(({ piece, length }, last) => {
      if (amounts[piece] === 0) return Infinity;
      const rest = number - strides[piece]!;
      return rest === 0
        ? length
        : Math.min(...ways.map((_, way) => table[rest]![way]! + gaps[way]![last]! + length));
    });
    table.push(ends);
    return number === 0 ? 0 : Math.min(...ends);
  });
}

/** Between the foremost points of two neighbours. */
function gapBetween(right: number, left: number, kerf: number, width: number): number {
  const radians = (angle: number) => (angle * Math.PI) / 180;
  const blade = (angle: number) => kerf / Math.cos(radians(angle));
  // Faces at the near and the far edge, measured from the long point; far edges are long where angles are positive.
  const lean = (angle: number) => width * Math.tan(radians(angle));
  const rightFace = [Math.min(0, -lean(right)), Math.min(0, lean(right))];
  const leftFace = [Math.max(0, lean(left)), Math.max(0, -lean(left))];
  const parallel = Math.abs(rightFace[1]! - rightFace[0]! - (leftFace[1]! - leftFace[0]!)) < 1e-9;
  if (!parallel) return Math.max(blade(right), blade(left));
  return blade(right) + Math.max(rightFace[0]! - leftFace[0]!, rightFace[1]! - leftFace[1]!);
}

/** All lists of numbers from 0 to those of `counts`, each behind those with less. */
function vectors(counts: number[]): number[][] {
  return counts.reduce<number[][]>(
    (all, count) => all.flatMap((head) => Array.from({ length: count + 1 }, (_, n) => [...head, n])),
    [[]],
  );
}

/** What carpenters and metal workers cut with mitres, few enough pieces to try every plan. */
export function ordinaryJob(random: Random): MitredJob & { name: string } {
  const name = random.pick(["frames", "casings", "braces", "rafters", "mixed"] as const);
  const length = () => 5 * random.int(60, 400);
  const few = () => random.int(1, 4);
  const makers = {
    frames: () => [
      mitred("side", length(), 2 * random.int(1, 3), 45, 45),
      mitred("top", length(), 2 * random.int(1, 3), 45, 45),
    ],
    casings: () => {
      const [leg, sets] = [length() + 600, random.int(1, 3)];
      return [
        mitred("head", length(), sets, 45, 45),
        mitred("left", leg, sets, random.pick([0, 45]), 45),
        mitred("right", leg, sets, 45, 0),
        ...(random.chance(0.5) ? [mitred("stop", length(), few(), 0, 0)] : []),
      ];
    },
    braces: () => {
      const angle = random.pick([30, 45, 60]);
      const brace = mitred("brace", length() + 200, few(), angle, random.pick([angle, -angle]));
      return [brace, mitred("post", length(), few(), 0, 0), mitred("strut", length(), few(), angle, 0)];
    },
    rafters: () => {
      const pitch = random.pick([22.5, 30, 35, 40]);
      return [
        mitred("common", length() + 500, few(), pitch, -pitch),
        mitred("tail", length() + 500, few(), pitch, 0),
        mitred("jack", length() + 200, few(), pitch, random.pick([45, -45, pitch])),
        ...(random.chance(0.3) ? [mitred("ridge", length(), random.int(1, 2), 0, 0)] : []),
      ];
    },
    mixed: () =>
      Array.from({ length: random.int(2, 4) }, (_, i) => {
        const angle = () => random.pick([0, 0, 45, -45, 30, -30, 15]);
        return mitred(`p${i}`, length() + 250, random.int(1, 3), angle(), angle());
      }),
  };
  const pieces = makers[name]();
  const longest = Math.max(...pieces.map((piece) => piece.length + 1));
  // A bar that some of the pieces fill, to the tenth of a millimetre, is where sharing a cut decides.
  const filled = pieces.reduce((sum, piece) => sum + piece.length * random.int(0, piece.quantity), 0);
  const kerf = random.pick([0, 2, 2.5, 3, 4]);
  const near = Math.max(longest, Math.round(10 * (filled + random.float(-120, 20))) / 10);
  const stock = random.chance(0.6) ? near : Math.max(longest, random.pick([2000, 3000, 4000, 6000]));
  const stocks = [{ id: "new", length: stock }];
  if (random.chance(0.3)) stocks.push({ id: "other", length: Math.round(stock * random.float(0.6, 1.4)) });
  return { name, stocks, pieces, kerf, options: { profile_width: random.pick([20, 40, 60, 90, 140]) } };
}

/** Lengths that rounding may cost a bar. */
const ROUNDING = 0.02;

/** Everything that is wrong with a job's plan: beaten, falsely optimal, a bound that is none, a piece left out. */
export function faultsOf(job: MitredJob, plan: CutPlan): string[] {
  const value = mitredValue(job, plan);
  const [best, bound] = [bestValue(job, -ROUNDING), bestValue(job, ROUNDING)];
  return [
    compareValues(value, best) > 0 && `is beaten: ${value.length} for ${best.length}`,
    plan.status === "optimal" && compareValues(value, best) > 0 && "is falsely optimal",
    best.missing === 0 &&
      plan.lower_bound > best.length + 1e-6 &&
      `bound ${plan.lower_bound} for ${best.length}`,
    value.missing > best.missing + 1e-6 && `leaves out ${value.missing} for ${best.missing}`,
    compareValues(value, bound) < 0 && `cannot be cut: ${value.length} for ${bound.length}`,
  ].filter((fault) => fault !== false);
}
