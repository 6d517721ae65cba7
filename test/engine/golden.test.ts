/**
 * Are the answers still the same bytes? Jobs of every kind and option, solved with a fixed seed and budget of work, and
 * the digests of their answers in test/golden/answers.json. A change that means to keep answers must not touch that
 * file; one that means to better them writes it anew (`npm test -- golden -u`) and shows elsewhere that they are better.
 */
import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type {
  CutPlanRequestInput,
  Engine,
  NestPlanRequestInput,
  PanelPlanRequestInput,
} from "../../engine/index.node.ts";
import { createEngine } from "../../engine/index.node.ts";
import { CUT_KINDS, randomCutJob } from "../helpers/cut/jobs.ts";
import { randomJob, requestFrom } from "../helpers/nest/jobs.ts";
import { cutPolygons } from "../helpers/nest/puzzles.ts";
import { Random } from "../helpers/random.ts";

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

/** Random parts, with options beyond the interface by turns. */
function nestJob(seed: number): NestPlanRequestInput {
  const request = requestFrom(randomJob(seed, 8)) as NestPlanRequestInput;
  const { width, height } = request.sheet!;
  const [first, ...others] = request.parts;
  const turned = { ...request, parts: [{ ...first!, angles: [0, 30, 90, 180], mirror: true }, ...others] };
  const variants: (() => NestPlanRequestInput)[] = [
    () => request,
    () => turned,
    () => ({ ...request, strip: true }),
    () => ({ ...request, max_sheets: 1, parts: [{ ...first!, priority: 3, quantity: 40 }, ...others] }),
    () => ({
      ...withoutSheet(turned),
      sheets: [
        { id: "new", width, height, cost: 10 },
        { id: "rest", width: width / 2, height, quantity: 2, cost: 1 },
      ],
    }),
    () => ({ ...request, config: { ...request.config, spacing: 0, kerf: 0 } }),
    () => ({ ...request, parts: request.parts.map((part) => ({ ...part, quantity: 30 })) }),
    () => puzzle(seed),
  ];
  return variants[seed % variants.length]!();
}

const withoutSheet = ({ sheet: _, ...request }: NestPlanRequestInput) => request;

function puzzle(seed: number): NestPlanRequestInput {
  const rings = cutPolygons(new Random(seed), { width: 400, height: 300, sheets: 2, pieces: 8 });
  return {
    parts: rings.map((exterior, i) => ({ id: `piece ${i}`, exterior })),
    sheet: { width: 400, height: 300 },
    config: { spacing: 0, edge_margin: 0, rotation_step: 90 },
  };
}

/** Random bars and pieces, with a shop's options by turns. */
function cutJob(seed: number): CutPlanRequestInput {
  const request = randomCutJob(seed, CUT_KINDS[seed % CUT_KINDS.length]!);
  const options: NonNullable<CutPlanRequestInput["options"]>[] = [
    {},
    { trim_start: 1, trim_end: 0.5 },
    { min_offcut: 2 },
    { max_pieces: 4 },
    { offcuts_first: true },
    { fewest_patterns: true },
  ];
  return { ...request, options: options[Math.floor(seed / CUT_KINDS.length) % options.length]! };
}

const DAMAGED: PanelPlanRequestInput["stocks"][number] = {
  id: "knot",
  length: 2800,
  width: 2070,
  cost: 30,
  defects: [
    { x: 900, y: 700, length: 150, width: 90 },
    { x: 2100, y: 1500, length: 60, width: 400 },
  ],
};

/** Random panels and pieces, few of a kind or many, with a saw's options by turns. */
function panelJob(seed: number): PanelPlanRequestInput {
  const random = new Random(seed);
  const options: NonNullable<PanelPlanRequestInput["options"]>[] = [
    {},
    { stages: 2 },
    { cut_type: "exact", first_cut: "rip" },
    { min_cut_distance: 20, trim_left: 10, trim_top: 5 },
    { max_first_cuts: 2, max_pieces: 9 },
    { min_offcut_length: 400, min_offcut_width: 200, offcuts_first: true },
    { stages: null, fewest_patterns: true },
    { stages: 2, cut_type: "exact", first_cut: "cross" },
  ];
  return {
    stocks: [
      { id: "board", length: 2800, width: 2070, cost: 50 },
      { id: "rest", length: 1200, width: 900, quantity: 2, cost: 9, offcut: true },
      ...(seed % 5 === 4 ? [DAMAGED] : []),
    ],
    pieces: Array.from({ length: random.int(3, 14) }, (_, i) => ({
      id: `${i}`,
      length: random.int(100, 1400) / 2,
      width: random.int(80, 900) / 2,
      quantity: random.int(1, seed % 3 === 0 ? 40 : 5),
      grain: random.pick(["any", "any", "length", "width", "alike"]),
    })),
    kerf: random.pick([0, 3.2, 4]),
    optimize: random.pick(["waste", "cost"]),
    options: options[seed % options.length]!,
  };
}

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
      answers[`nest ${seed}`] = digest(await answerOf(() => engine.planNest(nestJob(seed), options)));
    }
    for (let seed = 0; seed < 90; seed++) {
      const options = { seed, workBudget: CUT_WORK, timeLimitMs: UNLIMITED };
      answers[`cut ${seed}`] = digest(await answerOf(() => engine.planCut(cutJob(seed), options)));
    }
    for (let seed = 0; seed < 32; seed++) {
      const options = { seed, workBudget: PANEL_WORK, timeLimitMs: UNLIMITED };
      answers[`panels ${seed}`] = digest(await engine.planPanels(panelJob(seed), options));
    }
    await expect(`${JSON.stringify(answers, null, 1)}\n`).toMatchFileSnapshot(GOLDEN);
  });
});
