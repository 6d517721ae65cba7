/** Mitred pieces: closed forms of what saws do, and every possible plan of tiny requests. */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type CutPlanRequestInput, cutPlanRequestSchema } from "../../../../engine/base/contract/cut-plan.ts";
import { planVerified } from "../../../helpers/cut/plan.ts";

const mitred = (id: string, length: number, quantity: number, angle_start: number, angle_end: number) => ({
  id,
  length,
  quantity,
  angle_start,
  angle_end,
});
const root = Math.SQRT2;

async function lie(request: CutPlanRequestInput) {
  const plan = await planVerified(request);
  expect(plan.patterns).toHaveLength(1);
  return plan.patterns[0]!.cuts.map((run) => [run.position, run.angle_start, run.angle_end]);
}

describe("mitred pieces", () => {
  const options = { profile_width: 50 };

  it("share a cut with their like, every other one turned by half a turn", async () => {
    const gap = 3 * root - 50;
    const cuts = await lie({
      stocks: [{ length: 6000 }],
      pieces: [mitred("a", 1000, 3, 45, 45)],
      kerf: 3,
      options,
    });
    expect(cuts).toEqual([
      [0, 45, 45],
      [expect.closeTo(1000 + gap, 2), -45, -45],
      [expect.closeTo(2 * (1000 + gap), 2), 45, 45],
    ]);
  });

  it("fit as many as the formula says, to the hundredth of a millimetre", async () => {
    // n lengths and n - 1 gaps of kerf / cos a - width × tan a.
    const needed = 5 * 1000 + 4 * (3 * root - 50);
    const place = async (length: number) =>
      (
        await planVerified({
          stocks: [{ length, quantity: 1 }],
          pieces: [mitred("a", 1000, 5, 45, 45)],
          kerf: 3,
          options,
        })
      ).summary.all_pieces_placed;
    expect(await place(Math.ceil(needed * 100) / 100)).toBe(true);
    expect(await place(Math.floor(needed * 100) / 100)).toBe(false);
  });

  it("of which one end is square meet in pairs", async () => {
    const cuts = await lie({
      stocks: [{ length: 6000 }],
      pieces: [mitred("a", 800, 4, 0, 30)],
      kerf: 4,
      options,
    });
    const slanted = 4 / Math.cos(Math.PI / 6) - 50 * Math.tan(Math.PI / 6);
    expect(cuts).toEqual([
      [0, 0, 30],
      [expect.closeTo(800 + slanted, 2), -30, 0],
      [expect.closeTo(2 * 800 + slanted + 4, 2), 0, 30],
      [expect.closeTo(3 * 800 + 2 * slanted + 4, 2), -30, 0],
    ]);
  });

  it("lie beside others long point to long point, a slanted kerf apart", async () => {
    const pieces = [mitred("a", 1000, 1, 45, 45), { id: "b", length: 700 }];
    const cuts = await lie({ stocks: [{ length: 6000 }], pieces, kerf: 3, options });
    expect(cuts).toEqual([
      [0, undefined, undefined],
      [expect.closeTo(700 + 3 * root, 2), 45, 45],
    ]);
  });

  it("as parallelograms need no turn", async () => {
    const cuts = await lie({
      stocks: [{ length: 6000 }],
      pieces: [mitred("a", 500, 2, -45, 45)],
      kerf: 0,
      options,
    });
    expect(cuts).toEqual([
      [0, -45, 45],
      [450, -45, 45],
    ]);
  });

  it("may be measured at their short edges", async () => {
    const used = async (angle_start: number) => {
      const pieces = [mitred("a", 1000, 1, angle_start, 45)];
      const measured = { ...options, measured: "short" as const };
      return (await planVerified({ stocks: [{ length: 6000 }], pieces, options: measured })).patterns[0]!
        .used_length;
    };
    expect(await used(45)).toBe(1100);
    expect(await used(-45)).toBe(1050);
    expect(await used(0)).toBe(1050);
  });

  it("that are square after all change nothing", async () => {
    const request = { stocks: [{ length: 6000 }], pieces: [{ id: "a", length: 1000, quantity: 7 }], kerf: 3 };
    const plain = await planVerified(request);
    const pieces = [mitred("a", 1000, 7, 0, -0)];
    expect(await planVerified({ ...request, pieces, options: { profile_width: 40 } })).toEqual(plain);
  });

  it("lead to the best of all plans", async () => {
    const angles = fc.constantFrom([0, 0], [0, 45], [45, 45], [45, -45], [-45, 45]);
    const requests = fc.record({
      stocks: fc.array(
        fc.record({
          id: fc.constantFrom("a", "b"),
          length: fc.integer({ min: 8, max: 30 }),
          quantity: fc.integer({ min: 1, max: 2 }),
        }),
        { minLength: 1, maxLength: 2 },
      ),
      pieces: fc.array(
        fc
          .tuple(fc.integer({ min: 5, max: 14 }), fc.integer({ min: 1, max: 3 }), angles)
          .map(([length, quantity, [start, end]]) => mitred("p", length, quantity, start!, end!)),
        { minLength: 1, maxLength: 3 },
      ),
      kerf: fc.constantFrom(0, 1),
      options: fc.record({ profile_width: fc.constantFrom(1, 2) }),
    });
    await fc.assert(
      fc.asyncProperty(requests, async (request) => {
        const plan = await planVerified(request);
        const [missing, length] = leastOf(request);
        const asked = request.pieces.reduce((sum, piece) => sum + piece.length * piece.quantity, 0);
        if (plan.status === "optimal") expect(missing).toBe(0);
        else expect(asked - plan.summary.total_cut_length).toBeGreaterThanOrEqual(missing);
        expect(plan.status).toBe(missing > 0 ? "stock_exhausted" : "optimal");
        expect(plan.summary.total_stock_length).toBe(length);
      }),
      { numRuns: 200, seed: 41 },
    );
  });

  it("without a profile, or without a short edge, are refused where the fault is", () => {
    const paths = (request: object) =>
      cutPlanRequestSchema.safeParse(request).error?.issues.map(({ path }) => path.join("."));
    const stocks = [{ length: 1000 }];
    expect(paths({ stocks, pieces: [mitred("a", 500, 1, 45, 0)] })).toEqual(["options.profile_width"]);
    expect(paths({ stocks, pieces: [mitred("a", 100, 1, 45, 45)], options })).toEqual(["pieces.0.length"]);
    expect(paths({ stocks, pieces: [mitred("a", 500, 1, 81, 45)], options })).toEqual([
      "pieces.0.angle_start",
    ]);
    expect(paths({ stocks, pieces: [mitred("a", 51, 1, 45, -45)], options })).toBeUndefined();
  });
});

type Mitred = ReturnType<typeof mitred>;
type MitreRequest = Pick<CutPlanRequestInput, "stocks"> & {
  kerf: number;
  pieces: Mitred[];
  options: { profile_width: number };
};

const tangent = (angle: number) => Math.tan((Math.abs(angle) * Math.PI) / 180);

/** By the formula: the length that counts, what the first of a kind takes besides, and the kind. */
function counted({ length, angle_start, angle_end }: Mitred, { kerf, options }: MitreRequest) {
  const slanted = kerf / Math.cos((Math.max(Math.abs(angle_start), Math.abs(angle_end)) * Math.PI) / 180);
  const saving = (options.profile_width * (tangent(angle_start) + tangent(angle_end))) / 2;
  return { slanted, saving, weight: length + slanted - saving, kind: `${angle_start} ${angle_end}` };
}

/** The least length left over, and the least length of stock for that, of all plans. */
function leastOf(request: MitreRequest): [missing: number, length: number] {
  const all = request.pieces.map((piece) => ({ ...piece, ...counted(piece, request) }));
  const spared = Math.min(...all.map(({ slanted }) => slanted));
  const fits = (taken: number[], room: number) => {
    const present = new Map(all.filter((_, i) => taken[i]! > 0).map(({ kind, saving }) => [kind, saving]));
    const weight = all.reduce((sum, piece, i) => sum + taken[i]! * piece.weight, 0);
    return weight + [...present.values()].reduce((sum, saving) => sum + saving, 0) <= room + spared + 1e-9;
  };
  const some = all.map((_, i) =>
    request.stocks.some(({ length }) =>
      fits(
        all.map((_, j) => Number(i === j)),
        length,
      ),
    ),
  );
  let states = new Map([["", { left: all.map(({ quantity }, i) => (some[i] ? quantity : 0)), used: 0 }]]);
  for (const { length, quantity = 1 } of request.stocks) {
    for (let bar = 0; bar < quantity; bar++) {
      const next = new Map(states);
      for (const { left, used } of states.values()) {
        for (const taken of choices(left)) {
          if (!fits(taken, length)) continue;
          const rest = left.map((count, i) => count - taken[i]!);
          const known = next.get(rest.join());
          if (!known || used + length < known.used)
            next.set(rest.join(), { left: rest, used: used + length });
        }
      }
      states = next;
    }
  }
  return [...states.values()]
    .map(({ left, used }): [number, number] => [
      left.reduce((sum, count, i) => sum + count * all[i]!.length, 0),
      used,
    ])
    .reduce((best, value) => ((value[0] - best[0] || value[1] - best[1]) < 0 ? value : best));
}

function choices(left: number[]): number[][] {
  return left.reduce<number[][]>(
    (all, count) =>
      all.flatMap((taken) => Array.from({ length: count + 1 }, (_, amount) => [...taken, amount])),
    [[]],
  );
}
