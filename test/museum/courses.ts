/**
 * The course of one search of each kind: its loss over the work spent, and its first, a middle and its last answer. Progress
 * events and answers come as they do for whoever calls the engine; the work is what the core was granted until then.
 */
import { cutPlanRequestSchema } from "../../engine/base/contract/cut-plan.ts";
import {
  type NestPlan,
  type NestPlanRequest,
  nestPlanRequestSchema,
} from "../../engine/base/contract/nest-plan.ts";
import { panelPlanRequestSchema } from "../../engine/base/contract/panel-plan.ts";
import { CutSolver } from "../../engine/plan/cut/cut-solver.ts";
import { utilizationOf } from "../../engine/plan/nest/nest-answer.ts";
import { NestSolver } from "../../engine/plan/nest/nest-solver.ts";
import { PanelSolver } from "../../engine/plan/panel/panel-solver.ts";
import type { Incumbent, PlanMaker } from "../../engine/plan/search/incumbent.ts";
import { SearchJob } from "../../engine/plan/search/job.ts";
import { type CoreExports, instantiateCore } from "../../engine/plan/wasm/load.ts";
import { barsToSvg } from "../../engine/write/picture/bars-svg.ts";
import { panelsToSvg } from "../../engine/write/picture/panels-svg.ts";
import { coreOf } from "../helpers/core.ts";
import { crowdedSheet, cutJob, nestJob, panelJob } from "../helpers/mixed-jobs.ts";

/** Work units of each search: some seconds. */
const WORK = 40_000_000;
const STEPS = ["nestStep", "cutStep", "panelStep"] as const;

interface Course {
  name: string;
  /** What the loss is, with its unit. */
  loss: string;
  /** Loss of each better answer, and the work, in millions of units, after which it came. */
  points: { work: number; loss: number; phase: string }[];
  /** Pictures of the first, a middle and the last answer. */
  pictures: string[];
}

/** The same core, which counts the work that it is granted. */
function counting(core: CoreExports): { core: CoreExports; spent: () => number } {
  let spent = 0;
  const steps = STEPS.map((name) => [
    name,
    (work: number) => {
      spent += work;
      return core[name](work);
    },
  ]);
  const renew = async () => core.renew();
  return { core: { ...core, renew, ...Object.fromEntries(steps) }, spent: () => spent };
}

/** Runs a search once and keeps every answer that was better than those before it. */
async function courseOf<Plan>(
  name: string,
  binary: string,
  loss: string,
  solver: PlanMaker<Plan> & { search(core: CoreExports, job: never, answer: never): Promise<Incumbent> },
  lossOf: (plan: Plan) => number,
  draw: (plan: Plan) => string,
): Promise<Course> {
  const { core, spent } = counting(await instantiateCore(coreOf(binary)));
  const points: Course["points"] = [];
  const plans: Plan[] = [];
  let phase = "";
  const note = (incumbent: Incumbent) => {
    const plan = solver.unpack(incumbent);
    points.push({ work: spent() / 1e6, loss: lossOf(plan), phase });
    plans.push(plan);
  };
  const job = new SearchJob<{ phase: string }>({
    workBudget: WORK,
    seed: 1,
    keep: note,
    onProgress: (event) => {
      phase = event.phase;
    },
  });
  note(await solver.search(core, job as never, ((plan: Plan) => plan) as never));
  const shown = [...new Set([plans[0]!, plans[Math.floor(plans.length / 2)]!, plans.at(-1)!])];
  return { name, loss, points, pictures: shown.map(draw) };
}

const unused = "material not used on the sheets taken, %";
const stock = "length of stock, mm";

/** Searches of nesting in strips, on sheets, of rectangles and of a jigsaw, of bars and of panels. */
export async function courses(): Promise<Course[]> {
  const nests = [
    ["a strip", nestJob(2)],
    ["sheets", nestJob(6)],
    ["rectangles", crowdedSheet()],
    ["a jigsaw", nestJob(7)],
  ] as const;
  const found: Course[] = [];
  for (const [name, input] of nests) {
    const request = nestPlanRequestSchema.parse(input);
    const lossOf = (plan: NestPlan) => 100 - utilizationOf(plan);
    const draw = (plan: NestPlan) => drawLayout(request, plan);
    found.push(await courseOf(name, "nest.simd.wasm", unused, new NestSolver(request), lossOf, draw));
  }
  const job = cutPlanRequestSchema.parse(cutJob(1));
  const bars = new CutSolver(job);
  found.push(
    await courseOf(
      "bars",
      "cut.simd.wasm",
      stock,
      bars,
      (plan) => plan.summary.total_stock_length,
      (plan) => barsToSvg(job, plan),
    ),
  );
  const panels = new PanelSolver(panelPlanRequestSchema.parse(panelJob(3)));
  found.push(
    await courseOf(
      "panels",
      "panels.simd.wasm",
      "area of the panels, mm²",
      panels,
      (plan) => plan.summary.total_stock_area,
      (plan) => panelsToSvg(plan),
    ),
  );
  return found;
}

/** All sheets of a plan beside each other, parts as they are placed. */
function drawLayout({ parts }: NestPlanRequest, { sheets }: NestPlan): string {
  let left = 0;
  const drawn = sheets.map(({ width, height, placements }) => {
    const copies = placements.map(({ part, x, y, rotation, mirrored }) => {
      const { exterior, holes } = parts[part]!;
      const path = [exterior, ...holes].map((ring) => `M${ring.join(" ")}Z`).join("");
      const mirror = mirrored ? " scale(-1 1)" : "";
      return `<path transform="translate(${x} ${y}) rotate(${rotation})${mirror}" d="${path}"/>`;
    });
    const frame = `<path fill="none" d="M0 0H${width}V${height}H0Z"/>`;
    const sheet = `<g transform="translate(${left} ${height}) scale(1 -1)">${frame}${copies.join("")}</g>`;
    left += 1.05 * width;
    return sheet;
  });
  const height = Math.max(1, ...sheets.map((sheet) => sheet.height));
  const paint = 'fill="#cfe0f7" stroke="#1d2530" fill-rule="evenodd" stroke-width="0.5%"';
  return `<svg viewBox="0 0 ${Math.max(1, left)} ${height}" ${paint}>${drawn.join("")}</svg>`;
}

/** A figure: the steps of the loss over the work, and the pictures below. */
export function drawCourse({ name, loss, points, pictures }: Course): string {
  const [width, height] = [320, 120];
  const most = Math.max(...points.map((point) => point.loss));
  const least = Math.min(...points.map((point) => point.loss));
  const last = points.at(-1)!.work || 1;
  const x = (work: number) => (width * work) / last;
  const y = (value: number) => 10 + (height - 20) * (most > least ? (most - value) / (most - least) : 0);
  const line = points
    .map((point, i) => `${i === 0 ? `M0 ${y(point.loss)}` : `H${x(point.work)}V${y(point.loss)}`}`)
    .join("");
  const phases = [...new Set(points.map(({ phase }) => phase).filter(Boolean))].join(", ");
  return [
    `<figure><figcaption><b>${name}</b><br>${loss}: ${most.toFixed(2)} to ${least.toFixed(2)} in ${points.length} answers and ${last.toFixed(1)} million units of work`,
    `<br><i>${phases ? `phases: ${phases}` : ""}</i></figcaption>`,
    `<svg viewBox="0 0 ${width} ${height}"><path d="${line}H${width}" fill="none" stroke="#1f6feb" stroke-width="2"/></svg>`,
    ...pictures,
    "</figure>",
  ].join("\n");
}
