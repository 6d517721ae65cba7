/** Jobs of every kind and option: by a number, the same ones in the tests of answers and in the benchmarks of the core. */
import type {
  CutPlanRequestInput,
  NestPlanRequestInput,
  PanelPlanRequestInput,
} from "../../engine/index.node.ts";
import { CUT_KINDS, randomCutJob } from "./cut/jobs.ts";
import { randomJob, requestFrom } from "./nest/jobs.ts";
import { cutPolygons } from "./nest/puzzles.ts";

import { Random } from "./random.ts";
import { box } from "./rings.ts";

/** Random parts, with options beyond the interface by turns. */
export function nestJob(seed: number): NestPlanRequestInput {
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
export function cutJob(seed: number): CutPlanRequestInput {
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
export function panelJob(seed: number): PanelPlanRequestInput {
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

/** Sixty rectangles for one sheet that holds a third of them: the search among boxes ends before a long search does. */
export function crowdedSheet(): NestPlanRequestInput {
  const random = new Random(1);
  const sides = Array.from({ length: 60 }, () => [random.int(20, 75), random.int(15, 60)] as const);
  return {
    parts: sides.map(([width, height], i) => ({ id: `${i}`, exterior: box(0, 0, width, height) })),
    sheet: { width: 250, height: 180 },
    config: { spacing: 0, edge_margin: 0, rotation_step: 90 },
    max_sheets: 1,
  };
}
