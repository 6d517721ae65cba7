/**
 * Are the answers still the same bytes? Jobs of every kind and option, solved with a fixed seed and budget of work, and
 * the digests of their answers in test/golden/answers.json. A change that means to keep answers must not touch that
 * file; one that means to better them writes it anew (`npm test -- golden -u`) and shows elsewhere that they are better.
 */
import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Engine } from "../../engine/index.node.ts";
import { createEngine } from "../../engine/index.node.ts";
import { cutJob, nestJob, panelJob } from "../helpers/mixed-jobs.ts";

const GOLDEN = "../golden/answers.json";
const UNLIMITED = 3_600_000;
const NEST_WORK = 200_000;
const CUT_WORK = 1_000_000;
const PANEL_WORK = 400_000;

let engine: Engine;
beforeAll(async () => {
  engine = await createEngine({ workers: 0 });
});
afterAll(() => engine.close());

/** A refusal is an answer too. */
async function answerOf(solve: () => Promise<object>): Promise<object> {
  try {
    return await solve();
  } catch (error) {
    return { refused: String(error) };
  }
}

/** Without what depends on the clock. */
function digest({ ended: _, ...answer }: object & { ended?: unknown }): string {
  return createHash("sha256").update(JSON.stringify(answer)).digest("hex").slice(0, 16);
}

describe("the answers of a fixed seed and budget of work", () => {
  it("are the same bytes as ever", async () => {
    const answers: Record<string, string> = {};
    for (let seed = 0; seed < 64; seed++) {
      const options = { seed, workBudget: NEST_WORK, timeLimitMs: UNLIMITED };
      answers[`nest ${seed}`] = digest(await answerOf(() => engine.nest(nestJob(seed), options)));
    }
    for (let seed = 0; seed < 90; seed++) {
      const options = { seed, workBudget: CUT_WORK, timeLimitMs: UNLIMITED };
      answers[`cut ${seed}`] = digest(await answerOf(() => engine.cut(cutJob(seed), options)));
    }
    for (let seed = 0; seed < 32; seed++) {
      const options = { seed, workBudget: PANEL_WORK, timeLimitMs: UNLIMITED };
      answers[`panels ${seed}`] = digest(await engine.panels(panelJob(seed), options));
    }
    await expect(`${JSON.stringify(answers, null, 1)}\n`).toMatchFileSnapshot(GOLDEN);
  });
});
