/** Hundreds of random nesting jobs of every shape and scale: whatever comes, the answer is right. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { checkNestRequest } from "../../../../engine/base/check/part.ts";
import {
  type NestData,
  type NestRequestInput,
  nestRequestSchema,
} from "../../../../engine/base/contract/v1/nest.ts";
import type { Point } from "../../../../engine/base/contract/values/geometry.ts";
import { openRing } from "../../../../engine/base/geometry/ring.ts";
import { SearchJob } from "../../../../engine/plan/search/job.ts";
import { verifyNestAnswer } from "../../../../engine/verify/v1/v1-nest.ts";
import { jobSpecs, randomJob, requestFrom } from "../../../helpers/nest/jobs.ts";
import { onCore, solveNest } from "../../../helpers/nest/nest.ts";
import { Random } from "../../../helpers/random.ts";

/** Enough for a construction and some improvement on jobs of this size. */
const WORK = 20_000;

async function solve(
  input: NestRequestInput,
  workBudget = WORK,
): Promise<{ data: NestData; faults: string[] }> {
  const request = nestRequestSchema.parse(input);
  checkNestRequest(request);
  const data = await onCore((core) => solveNest(core, request, new SearchJob({ workBudget })));
  return {
    data,
    faults: verifyNestAnswer(request, data).violations.map(({ code, message }) => `${code}: ${message}`),
  };
}

const answers = new Map<number, ReturnType<typeof solve>>();

/** Answer to the job of a seed, which several tests ask about. */
function solvedJob(seed: number): ReturnType<typeof solve> {
  const answer = answers.get(seed) ?? solve(requestFrom(randomJob(seed)));
  answers.set(seed, answer);
  return answer;
}

describe("every answer is right", () => {
  it.each(Array.from({ length: 10 }, (_, block) => block))(
    "for 50 seeded jobs of all scales, block %i",
    async (block) => {
      for (let seed = 50 * block; seed < 50 * (block + 1); seed++) {
        const { faults } = await solvedJob(seed);
        expect(faults, `seed ${seed}`).toEqual([]);
      }
    },
  );

  it("for random jobs that shrink to the simplest failure", async () => {
    await fc.assert(
      fc.asyncProperty(jobSpecs, async (spec) => {
        const { faults } = await solve(requestFrom(spec));
        expect(faults).toEqual([]);
      }),
      { numRuns: 150, seed: 40 },
    );
  });
});

describe("a job that has gone wrong before", () => {
  it("of two parts that fit and one that does not, with orientations to prefer, is solved", async () => {
    const small = { kind: "rectangle", size: 5, turn: 0, offset: 0, quantity: 1, seed: 0 } as const;
    const parts = [small, small, { ...small, kind: "washer", size: 14 } as const];
    const config = { spacing: 0, edge_margin: 25, rotation_step: 90, kerf: 4 };
    const { data, faults } = await solve(requestFrom({ parts, width: 60, height: 60, ...config }));
    expect(faults).toEqual([]);
    expect(data.unplaced).toEqual(["washer-2"]);
  });
});

describe("the work budget", () => {
  it("may end a run anywhere: the answer is right and complete", async () => {
    for (let seed = 0; seed < 30; seed++) {
      for (const budget of [0, 1, 7, 60, 500, 3000]) {
        const { faults } = await solve(requestFrom(randomJob(seed)), budget);
        expect(faults, `seed ${seed}, budget ${budget}`).toEqual([]);
      }
    }
  });

  it("decides the answer to the last byte", async () => {
    for (let seed = 0; seed < 20; seed++) {
      const [first, second] = [await solvedJob(seed), await solve(requestFrom(randomJob(seed)))];
      expect(JSON.stringify(second.data), `seed ${seed}`).toBe(JSON.stringify(first.data));
    }
  });
});

describe("what a request means does not depend on how it is written", () => {
  it("so other starting points, directions and orders of parts place the same number", async () => {
    for (let seed = 0; seed < 40; seed++) {
      const random = new Random(seed);
      const request = requestFrom(randomJob(seed));
      const rewritten = {
        ...request,
        parts: random.shuffle(request.parts).map((part) => rewrite(part, random)),
      };
      const [first, second] = [await solvedJob(seed), await solve(rewritten)];
      expect(second.faults, `seed ${seed}`).toEqual([]);
      expect(second.data.summary.placed_parts, `seed ${seed}`).toBe(first.data.summary.placed_parts);
    }
  });
});

function rewrite(part: NestRequestInput["parts"][number], random: Random) {
  const ring = (points: Point[]) => {
    const open = openRing(points);
    const first = random.int(0, open.length - 1);
    const moved = [...open.slice(first), ...open.slice(0, first)];
    return random.chance(0.5) ? moved : moved.reverse();
  };
  return {
    ...part,
    exterior: ring(part.exterior as Point[]),
    holes: (part.holes ?? []).map((hole) => ring(hole as Point[])),
  };
}
