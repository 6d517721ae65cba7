/** Panel jobs of the benchmark: the folder format of the public sets, and furniture lists of our own. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { PanelOptions, PanelPlanRequestInput } from "../../../engine/base/contract/panel-plan.ts";
import { classJob } from "../../helpers/nest/rectangles.ts";
import { Random } from "../../helpers/random.ts";

export interface PanelBenchJob {
  name: string;
  set: string;
  request: PanelPlanRequestInput;
  /** Best known number of panels, or cost where the objective is that. */
  best: number | undefined;
}

/** Sizes with copies at the end; a stock may have a cost and a quantity as well. */
interface RectangleFile {
  id: string;
  bins: [length: number, width: number, cost?: number | null, copies?: number][];
  items: [length: number, width: number, copies: number][];
  best?: Record<string, number>;
  /** The whole request where a job says more than sizes. */
  request?: PanelPlanRequestInput;
}

interface Problem {
  /** Which of a job's best values it is. */
  best: string;
  turns: boolean;
  options: Partial<PanelOptions>;
}

/** Problems of each public set, by the name of its file; other files hold no jobs for a saw. */
const PROBLEMS: Record<string, Problem[]> = {
  "berkey_martello.json": [
    { best: "saw3_rotation", turns: true, options: { first_cut: "rip" } },
    { best: "saw3_fixed", turns: false, options: { first_cut: "rip" } },
  ],
  "imahori2005.json": [{ best: "sheets", turns: false, options: {} }],
  "alvarez2002.json": [{ best: "sheets", turns: false, options: { first_cut: "cross" } }],
  "others_3hvo.json": [{ best: "sheets", turns: false, options: { first_cut: "cross" } }],
  "cintra2008_1bintype.json": [{ best: "sheets", turns: false, options: {} }],
  "cintra2008.json": [
    { best: "cost_fixed", turns: false, options: { stages: 2, first_cut: "rip" } },
    { best: "cost_rotation", turns: true, options: { stages: 2, first_cut: "rip" } },
  ],
  "users.json": [{ best: "sheets", turns: true, options: {} }],
};

/** Every job for a saw in the files of a folder. */
export function readPanelJobs(folder: string): PanelBenchJob[] {
  const files = readdirSync(folder).filter((name) => PROBLEMS[name]);
  return files.flatMap((name) => {
    const jobs: RectangleFile[] = JSON.parse(readFileSync(join(folder, name), "utf8"));
    return PROBLEMS[name]!.flatMap((problem) => jobs.map((job) => jobOf(job, problem, name)));
  });
}

function jobOf(file: RectangleFile, { best, turns, options }: Problem, name: string): PanelBenchJob {
  const { id, bins, items, request } = file;
  const plain: PanelPlanRequestInput = {
    stocks: bins.map(([length, width, cost, copies], i) => ({
      id: `${i}`,
      length,
      width,
      cost: cost ?? 0,
      quantity: copies ?? 9999,
    })),
    pieces: items.map(([length, width, quantity], i) => ({
      id: `${i}`,
      length,
      width,
      quantity,
      grain: turns ? "any" : "length",
    })),
    optimize: best.startsWith("cost") ? "cost" : "waste",
    options,
  };
  const set = `${name.replace(".json", "")} ${turns ? "turning" : "fixed"}`;
  return { name: id, set, request: request ?? plain, best: file.best?.[best] };
}

/**
 * Lists of furniture parts with offcuts worth keeping, series of a few sizes in few patterns, rectangles of the ten
 * classes, and panels that were cut up.
 */
export function ownPanelJobs(): PanelBenchJob[] {
  const many = <Value>(count: number, make: (i: number) => Value) =>
    Array.from({ length: count }, (_, i) => make(i));
  return [...many(24, furniture), ...many(12, series), ...many(20, classOfTen), ...many(12, cutUp)];
}

function furniture(i: number): PanelBenchJob {
  const random = new Random(6000 + i);
  const most = 2 * [1, 2, 4, 8][i % 4]!;
  const pieces = Array.from({ length: random.int(4, 23) }, (_, k) => ({
    id: `${k}`,
    length: random.int(150, 1200),
    width: random.int(100, 600),
    quantity: random.int(1, most),
    grain: k % 3 === 0 ? ("length" as const) : ("any" as const),
  }));
  const trims = { trim_left: 10, trim_right: 10, trim_bottom: 10, trim_top: 10 };
  return {
    name: `furniture-${i}`,
    set: "furniture",
    request: {
      stocks: [{ id: "board", length: 2800, width: 2070, quantity: 999 }],
      pieces,
      kerf: 3.2,
      options: { ...trims, min_offcut_length: 600, min_offcut_width: 300 },
    },
    best: undefined,
  };
}

function series(i: number): PanelBenchJob {
  const random = new Random(6300 + i);
  const pieces = Array.from({ length: random.int(3, 8) }, (_, k) => ({
    id: `${k}`,
    length: random.int(200, 1100),
    width: random.int(120, 600),
    quantity: random.int(15, 80),
  }));
  return {
    name: `series-${i}`,
    set: "few patterns",
    request: {
      stocks: [{ id: "board", length: 2800, width: 2070, quantity: 999 }],
      pieces,
      kerf: 3.2,
      options: { fewest_patterns: true },
    },
    best: undefined,
  };
}

function classOfTen(i: number): PanelBenchJob {
  const { sides, sheet } = classJob(new Random(6100 + i), 1 + (i % 10), 20 + 20 * (i % 5));
  const stocks = [{ id: "sheet", length: sheet, width: sheet, quantity: 999 }];
  return {
    name: `class-${i}`,
    set: "classes",
    request: { stocks, pieces: piecesOf(sides) },
    best: undefined,
  };
}

/** Three panels cut in three stages without waste, so that three are enough. */
function cutUp(i: number): PanelBenchJob {
  const random = new Random(6200 + i);
  const most = 2 + (i % 4);
  const sides = Array.from({ length: 3 }, () =>
    parted(random, 2070, most).flatMap((width) =>
      parted(random, 2800, most).flatMap((length) =>
        parted(random, width, 2).map((part) => ({ width: length, height: part })),
      ),
    ),
  ).flat();
  const stocks = [{ id: "board", length: 2800, width: 2070, quantity: 999, grain: "none" as const }];
  return {
    name: `cut-up-${i}`,
    set: "cut up",
    request: { stocks, pieces: piecesOf(random.shuffle(sides)) },
    best: 3,
  };
}

/** A size divided into at most so many parts. */
function parted(random: Random, size: number, most: number): number[] {
  const cuts = Array.from({ length: random.int(1, most) - 1 }, () => random.int(1, size - 1));
  const ends = [...new Set([...cuts, size])].sort((a, b) => a - b);
  return ends.map((end, i) => end - (ends[i - 1] ?? 0));
}

function piecesOf(sides: readonly { width: number; height: number }[]) {
  return sides.map(({ width, height }, i) => ({ id: `${i}`, length: width, width: height }));
}
