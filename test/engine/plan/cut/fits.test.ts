/**
 * Solver, construction and judge agree on what fits, for lengths from 1e-17 to 1e6 mm side by side: the first answer passes, and
 * neither is a bar overfull nor a piece left out that has room. The oracle adds the decimals of the request as whole numbers.
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { cutPlanRequestSchema } from "../../../../engine/base/contract/cut-plan.ts";
import type { CutPlanRequestInput, Engine } from "../../../../engine/index.node.ts";
import { createEngine } from "../../../../engine/index.node.ts";
import { CutSolver } from "../../../../engine/plan/cut/cut-solver.ts";
import { judgeCutPlan } from "../../../../engine/verify/cut/cut-judge.ts";
import { Random } from "../../../helpers/random.ts";

/** Decimals of the oracle: more than any length here has. */
const DECIMALS = 40;
/** A length may be wrong by so much where a double cannot hold it: 1e-6 mm. */
const SLACK = 10n ** BigInt(DECIMALS - 6);

let engine: Engine;
beforeAll(async () => {
  engine = await createEngine({ workers: 0 });
});
afterAll(() => engine.close());

function steps(value: number): bigint {
  const [mantissa, exponent] = value.toExponential().split("e") as [string, string];
  const [whole, fraction = ""] = mantissa.split(".") as [string, string?];
  return BigInt(whole + fraction) * 10n ** BigInt(DECIMALS + Number(exponent) - fraction.length);
}

/** Lengths of one size or of many, parts of the first stock among them, and trims that may leave nothing of it. */
function requestOf(seed: number): CutPlanRequestInput {
  const random = new Random(seed);
  const span = random.chance(0.5) ? 23 : 3;
  const least = -17 + random.next() * (23 - span);
  const digits = random.int(1, 17);
  const length = () => Math.min(1e6, Number((10 ** (least + random.next() * span)).toPrecision(digits)));
  const stocks = Array.from({ length: random.int(1, 3) }, (_, i) => ({
    id: `stock ${i}`,
    length: length(),
    quantity: random.int(1, 3),
    cost: random.int(0, 2),
  }));
  const first = stocks[0]!.length;
  const trim = () => random.pick([0, 0, first / 3, first, Math.min(length(), 1e5)]);
  return {
    stocks,
    pieces: Array.from({ length: random.int(1, 4) }, (_, i) => ({
      id: `piece ${i}`,
      length: Math.max(1e-17, random.pick([first, first / random.int(2, 4), length(), length()])),
      quantity: random.int(1, 3),
    })),
    kerf: random.pick([0, Math.min(length(), 100)]),
    optimize: random.pick(["waste", "cost"]),
    options: { trim_start: trim(), trim_end: trim(), min_offcut: random.pick([0, length()]) },
  };
}

describe("what fits", () => {
  it("is the same to solver and judge, and to exact arithmetic within a nanometre", async () => {
    for (let seed = 1; seed <= 400; seed++) {
      const request = requestOf(seed);
      const name = `seed ${seed}`;
      const plan = await engine.cut(request, { workBudget: 20_000, timeLimitMs: 3_600_000, seed: 1 });
      expect(plan.findings, name).toBeUndefined();
      const kerf = steps(request.kerf ?? 0);
      const rooms = plan.patterns.map(({ length, trim_start, trim_end, cuts }) => {
        const pieces = BigInt(cuts.reduce((sum, { count }) => sum + count, 0));
        const cut = cuts.reduce((sum, run) => sum + BigInt(run.count) * steps(run.length), 0n);
        return steps(length) - steps(trim_start) - steps(trim_end) - cut - (pieces - 1n) * kerf;
      });
      for (const room of rooms) expect(room >= -SLACK, name).toBe(true);
      const { trim_start = 0, trim_end = 0 } = request.options!;
      const unused = request.stocks.filter(({ id, quantity }) => {
        const used = plan.patterns.filter((pattern) => pattern.stock_id === id);
        return used.reduce((sum, { count }) => sum + count, 0) < quantity!;
      });
      const free = unused.map(({ length }) => steps(length) - steps(trim_start) - steps(trim_end));
      for (const { piece_id } of plan.unplaced) {
        const length = steps(request.pieces.find(({ id }) => id === piece_id)!.length);
        for (const room of free) expect(room < length + SLACK, `${name}, ${piece_id}`).toBe(true);
        for (const room of rooms) expect(room < length + kerf + SLACK, `${name}, ${piece_id}`).toBe(true);
      }
    }
  }, 60_000);

  it("passes the judge as the plain construction has it", () => {
    for (let seed = 1; seed <= 2000; seed++) {
      const request = cutPlanRequestSchema.parse(requestOf(seed));
      const solver = new CutSolver(request);
      const { violations } = judgeCutPlan(request, solver.unpack(solver.construct()));
      expect(violations, `seed ${seed}`).toEqual([]);
    }
  }, 60_000);

  it("is answered where two trims leave nothing for a piece of next to nothing", async () => {
    const plan = await engine.cut({
      stocks: [{ id: "bar", length: 0.3, trim_start: 0.1, trim_end: 0.2 }],
      pieces: [{ id: "crumb", length: 1e-17, quantity: 1 }],
    });
    expect(plan.patterns).toEqual([]);
    expect(plan.unplaced).toEqual([{ piece_id: "crumb", count: 1 }]);
    expect(plan.findings).toBeUndefined();
  });
});
