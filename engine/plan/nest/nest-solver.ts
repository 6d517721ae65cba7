/**
 * Nesting with everything the core can do: a validated plan request in, equal sheets with their count out. Hands the
 * core parts and sheets in its own frame (frame.ts), runs it in slices, and lets every better layout be kept.
 *
 * The folder:
 *
 *     request ─► kinds    equal parts become one kind          angles, fit, open-sheets: read the request
 *                  └ frame     clean rings about the part's own centre
 *                      └ nest-blocks ─► core ─► nest-blocks
 *                                                └► shared   parts slide to share edges ─► plan ─► nest-answer (/v1)
 *     bounds   least number of sheets
 *     series   many copies of few rectangles: column generation of panels, in turns with the search
 *     plain-nest   a layout without the core ─► plan
 */
import type { NestPlan, NestPlanRequest } from "../../base/contract/nest-plan.ts";
import type { NestStart } from "../../base/contract/nest-sheets.ts";
import type { NestEvent, NestProgress } from "../../base/contract/search-options.ts";
import { invalidInput } from "../../base/errors.ts";
import type { Incumbent, PlanMaker } from "../search/incumbent.ts";
import type { SearchJob } from "../search/job.ts";
import { guarded, readBlock, writeBlock } from "../wasm/heap.ts";
import { type CoreExports, Opening, Status } from "../wasm/load.ts";
import type { SheetBound } from "./bounds/bounds.ts";
import {
  orientationInStart,
  type PreparedNest,
  prepare,
  sheetBound,
  sheetsFromStart,
  turnOf,
  withFirstAngle,
} from "./frame.ts";
import type { PartKind } from "./kinds.ts";
import { utilizationOf } from "./nest-answer.ts";
import {
  decodePlan,
  encodePlan,
  encodeProblem,
  givePlan,
  placedOn,
  placementsIn,
  revisionAt,
  scoreOfPlan,
  sheetsIn,
} from "./nest-blocks.ts";
import { constructSheets } from "./plain-nest.ts";
import { planFrom } from "./plan.ts";
import { SERIES_MS, SERIES_WORK, SeriesTurns, seriesOf } from "./series.ts";
import { slidSheets } from "./shared.ts";

/** Milliseconds that unpacking and judging an answer take for a placement and for a point of the request. */
const MS_PER_PLACEMENT = 0.01;
const MS_PER_POINT = 0.0003;
/** Share of the time that is left for the last touch and the judge, and by how much the former may overrun. */
const LAST_SHARE = 0.05;
const COMPACT_LATE_MS = 10;
/** And for sliding parts to share edges, where that is asked for. */
const SLIDE_SHARE = 0.15;
/** By how much reading the parts and the first layout may overrun. */
const OPEN_LATE_MS = 15;

/** Solves a request that has passed the schema and whose parts have passed `checkNestRequest`. */
export async function planNest(
  core: CoreExports,
  request: NestPlanRequest,
  job: SearchJob<NestProgress>,
): Promise<NestPlan> {
  const solver = new NestSolver(request);
  return solver.unpack(await solver.search(core, job, (plan) => plan));
}

/** Work for which each angle of copies that lie alike is tried, by steps, and the most such trials in a share of the time. */
const TRIAL_WORK = 30_000;
const TRIAL_STEP = 1_000;
const MOST_TRIALS = 48;
const TRIAL_SHARE = 0.3;

export class NestSolver implements PlanMaker<NestPlan> {
  private known: PreparedNest | undefined;

  constructor(private readonly request: NestPlanRequest) {}

  /** Only once it is asked for: whoever has others search need not wait for it. */
  private get prepared(): PreparedNest {
    this.known ??= prepare(this.request);
    return this.known;
  }

  unpack({ block, lowerBound }: Incumbent): NestPlan {
    return planFrom(this.prepared, decodePlan(block).sheets, lowerBound);
  }

  /** The layout to begin with, if it leaves nothing out; else one part after the other. */
  construct(): Incumbent {
    return this.givenWhole() ?? this.constructed();
  }

  private constructed(): Incumbent {
    const { prepared } = this;
    const kinds = prepared.kinds.map((kind) => (kind.alike ? withFirstAngle(prepared, kind) : kind));
    return { block: encodePlan(constructSheets({ ...prepared, kinds })), score: [], lowerBound: null };
  }

  nothing(): Incumbent {
    return { block: encodePlan([]), score: [], lowerBound: null };
  }

  /** The core's first layout leaves irregular sheets out: where there are any, a construction may hold more. */
  private firstOf(layout: Incumbent): Incumbent {
    if (this.prepared.usable.every(({ core }) => core.obstacles.length === 0)) return layout;
    const other = this.constructed();
    return placedOn(other.block) > placedOn(layout.block) ? other : layout;
  }

  /** Milliseconds that unpacking and judging an answer like this one will take after the search. */
  private closingMs({ block }: Incumbent): number {
    const points = this.prepared.parts.reduce(
      (sum, { rings }) => sum + rings.reduce((own, { length }) => own + length, 0),
      0,
    );
    return MS_PER_PLACEMENT * placementsIn(block) + MS_PER_POINT * points;
  }

  private givenWhole(): Incumbent | undefined {
    const { start } = this.request;
    if (!start) return undefined;
    const { sheets } = sheetsFromStart(this.prepared, start);
    const placed = sheets.reduce((sum, { copies, placements }) => sum + copies * placements.length, 0);
    const wanted = this.prepared.kinds.reduce((sum, { quantity }) => sum + quantity, 0);
    return placed < wanted ? undefined : { block: encodePlan(sheets), score: [], lowerBound: null };
  }

  /**
   * Resolves with the best layout; `answerFrom` turns a better plan into what its progress event carries, and `panelCore`
   * loads a core for panels, which a series of rectangles asks for.
   */
  async search<Answer>(
    given: CoreExports,
    job: SearchJob<NestEvent<Answer>>,
    answerFrom: (plan: NestPlan) => Answer,
    panelCore?: () => Promise<CoreExports>,
  ): Promise<Incumbent> {
    const { prepared, request } = this;
    if (prepared.usable.length === 0) return this.nothing();
    // Where reading has taken all the time there is, so would the core.
    if (!request.start && job.isLate(OPEN_LATE_MS)) return this.construct();
    const kinds = await withChosenAngles(given, prepared, job);
    const core = kinds === prepared.kinds ? given : await given.renew();
    guarded(core, () => core.nestOpen(writeBlock(core, problemBlock({ ...prepared, kinds }, job))));
    if (!(await openTo(Opening.LAYOUT, core, job, request))) return this.construct();
    const bound = sheetBound(prepared);
    // A bound of the core holds for the angles that the core was given.
    const proven = () => (kinds === prepared.kinds ? core.nestLeastSheets() : 0);
    const leastSheets = () => (bound ? Math.max(bound.value, proven()) : null);
    const best = (): Incumbent => {
      const block = readBlock(core, core.nestBest());
      return { block, score: scoreOfPlan(block), lowerBound: leastSheets() };
    };
    const revision = () => revisionAt(core, core.nestBest());
    const first = this.givenWhole() ?? this.firstOf(best());
    job.keepLast(() => first);
    const opening = bound?.open();
    const proves = () => opening === undefined || opening.next().done === true;
    if (!(await job.prepare(proves, request.start ? Infinity : OPEN_LATE_MS))) return first;
    if (bound) core.nestRaise(bound.value);
    if (!(await openTo(Opening.DONE, core, job, request))) return first;
    if (request.start) begin(core, prepared, request.start);
    job.keep(revision(), best);
    const slides = request.objective === "shared";
    job.reserve(LAST_SHARE + (slides ? SLIDE_SHARE : 0), this.closingMs(first));
    const fewest = () => this.hasFewest(readBlock(core, core.nestBest()), leastSheets());
    const turns = await this.turns(core, kinds, job, fewest, panelCore);
    const step = (work: number) => turns?.step(work) ?? guarded(core, () => core.nestStep(work));
    const afterStep = this.reporter(job, { revision, best, leastSheets }, answerFrom);
    const sharing = {
      offer() {
        const layout = readBlock(core, core.nestBest());
        return { score: scoreOfPlan(layout), layout };
      },
      adopt: (layout: Float64Array) => void givePlan(core, layout, "nestAdopt"),
    };
    const errand = bound && {
      steps: provenUnder(bound, sheetsSeen(core, revision)),
      afterSteps: () => core.nestRaise(bound.value),
    };
    await job.run(step, afterStep, sharing, errand);
    turns?.handOver();
    job.keepLast(best);
    const share = slides ? LAST_SHARE / (LAST_SHARE + SLIDE_SHARE) : 1;
    guarded(core, () => core.nestCompact(share * job.workLeftFor(COMPACT_LATE_MS)));
    const settled = best();
    core.nestClose();
    return slides ? this.slid(settled, job) : settled;
  }

  /**
   * Panels in turns with the nest, where this is a series of rectangles that may take fewer sheets; undefined elsewhere, and
   * where the core for panels cannot be had in time. Of several searches the first has them, and the others its plans.
   */
  private async turns(
    nest: CoreExports,
    kinds: PartKind[],
    job: SearchJob<never>,
    fewest: () => boolean,
    panelCore?: () => Promise<CoreExports>,
  ): Promise<SeriesTurns | undefined> {
    if (!panelCore || job.seat > 0 || fewest()) return undefined;
    if (job.msLeft < SERIES_MS || job.workBudget < SERIES_WORK) return undefined;
    const series = seriesOf({ ...this.prepared, kinds });
    const panels = series && (await job.wait(panelCore()));
    return panels && new SeriesTurns(nest, panels, series, job.seed, fewest);
  }

  /** True where no layout has fewer sheets, and these are all that counts before the remnant. */
  private hasFewest(block: Float64Array, leastSheets: number | null): boolean {
    const { usable, kinds } = this.prepared;
    if (usable.length > 1 || leastSheets === null || sheetsIn(block) > leastSheets) return false;
    return placedOn(block) === kinds.reduce((sum, { quantity }) => sum + quantity, 0);
  }

  /** The layout with longer shared edges; as it was, if that cost any of the remnant. */
  private slid(layout: Incumbent, job: SearchJob<never>): Incumbent {
    const { prepared } = this;
    const sheets = slidSheets(prepared, decodePlan(layout.block).sheets, () => !job.interrupted);
    const slid = { ...layout, block: encodePlan(sheets) };
    // Parts stay within the box that they take: only a rectangle among them can be lost.
    if (prepared.request.remnant !== "largest-rectangle") return slid;
    const area = ({ remnant }: NestPlan) => (remnant ? remnant.width * remnant.height : 0);
    return area(this.unpack(slid)) < area(this.unpack(layout)) - 1e-6 ? layout : slid;
  }

  /** Makes the function that hands over better layouts after a step and reports them. */
  private reporter<Answer>(
    job: SearchJob<NestEvent<Answer>>,
    { revision, best, leastSheets }: SearchView,
    answerFrom: (plan: NestPlan) => Answer,
  ): () => void {
    let reported = -1;
    let event: Omit<NestEvent<Answer>, "seq" | "elapsed_ms" | "best">;
    return () => {
      if (!job.keep(revision(), best)) return;
      const lowerBound = leastSheets();
      const known = lowerBound === null ? {} : { lower_bound: lowerBound };
      if (revision() === reported) return job.report({ ...event, ...known });
      reported = revision();
      const plan = this.unpack(best());
      event = nestEvent(plan);
      job.report({ ...event, best: answerFrom(plan) });
    };
  }
}

/** The steps of a proof for as long as it might show that the best layout takes no sheet too many. */
function* provenUnder(bound: SheetBound, sheets: () => number): Generator<undefined, void> {
  for (const _ of bound.improve()) {
    if (bound.value >= sheets()) return;
    yield;
  }
}

/** How many sheets the best layout takes, counted anew when it is another one. */
function sheetsSeen(core: CoreExports, revision: () => number): () => number {
  let [seen, sheets] = [Number.NaN, 0];
  return () => {
    if (revision() !== seen) {
      seen = revision();
      sheets = sheetsIn(readBlock(core, core.nestBest()));
    }
    return sheets;
  };
}

/** State of a search that can be read between two steps. */
interface SearchView {
  revision(): number;
  best(): Incumbent;
  leastSheets(): number | null;
}

/** Fields of a progress event for a plan. */
export function nestEvent(plan: NestPlan): Omit<NestEvent<unknown>, "seq" | "elapsed_ms" | "best"> {
  return {
    phase: "nest",
    sheets_used: plan.sheets_used,
    placed_parts: plan.placed_parts,
    utilization: utilizationOf(plan),
    ...(plan.lower_bound === undefined ? {} : { lower_bound: plan.lower_bound }),
  };
}

/** Parts with `sameAngle` get one angle each: the one that gives the best layout after a little work. */
async function withChosenAngles(
  core: CoreExports,
  prepared: PreparedNest,
  job: SearchJob<never>,
): Promise<PartKind[]> {
  const open = prepared.kinds.filter(({ alike, orientations }) => alike && orientations.length > 1);
  if (open.length === 0) return prepared.kinds;
  const given = (kind: PartKind) => orientationInStart(prepared, kind);
  const chosen = new Map(open.map((kind) => [kind, given(kind) ?? withFirstAngle(prepared, kind)]));
  const kindsNow = () => prepared.kinds.map((kind) => chosen.get(kind) ?? kind);
  const until = job.msLeft * (1 - TRIAL_SHARE);
  // An instance serves one job: what one has left in its memory and its tables is not for the next.
  const score = async () => trialOf(await core.renew(), { ...prepared, kinds: kindsNow() }, job);
  let best = await score();
  let trials = MOST_TRIALS;
  for (const kind of open) {
    if (given(kind)) continue;
    for (const orientation of kind.orientations) {
      const before = chosen.get(kind)!;
      if (orientation === before.orientations[0]) continue;
      if (!best || job.msLeft < until || --trials < 0) return kindsNow();
      chosen.set(kind, { ...kind, orientations: [orientation] });
      const found = await score();
      if (found && isLess(found, best)) best = found;
      else chosen.set(kind, before);
    }
  }
  return kindsNow();
}

/** How good a layout a little work leads to; undefined when it was interrupted. */
async function trialOf(
  core: CoreExports,
  prepared: PreparedNest,
  job: SearchJob<never>,
): Promise<number[] | undefined> {
  const block = problemBlock(prepared, { seed: job.seed, seat: 0 });
  guarded(core, () => core.nestOpen(writeBlock(core, block)));
  const opens = () => guarded(core, () => core.nestOpenStep()) === Opening.DONE;
  let left = TRIAL_WORK;
  const searches = () => {
    left -= TRIAL_STEP;
    return guarded(core, () => core.nestStep(TRIAL_STEP)) === Status.DONE || left <= 0;
  };
  const done = (await job.prepare(opens, 0)) && (await job.prepare(searches, 0));
  return done ? scoreOfPlan(readBlock(core, core.nestBest())) : undefined;
}

function isLess(a: readonly number[], b: readonly number[]): boolean {
  const first = a.findIndex((value, i) => value !== b[i]);
  return first >= 0 && a[first]! < b[first]!;
}

/** Opens the job in the core so far; false when there was no time for it, which a layout to begin with is given. */
function openTo(
  stage: Opening,
  core: CoreExports,
  job: SearchJob<never>,
  { start }: NestPlanRequest,
): Promise<boolean> {
  const step = () => guarded(core, () => core.nestOpenStep()) >= stage;
  return job.prepare(step, start ? Infinity : OPEN_LATE_MS);
}

export function problemBlock(
  prepared: PreparedNest,
  job: Pick<SearchJob<never>, "seed" | "seat"> & { tenacious?: boolean },
): Float64Array {
  const { strip, config, max_sheets = Infinity, fixed = [] } = prepared.request;
  return encodeProblem({
    seed: job.seed,
    searchIndex: job.seat,
    tenacious: job.tenacious === true,
    remnant: prepared.request.remnant,
    gap: config.spacing + config.kerf,
    types: prepared.usable.map(({ core: type }) => type),
    strip,
    leastSheets: 0,
    mostSheets: strip ? 1 : max_sheets - fixed.length,
    orientations: prepared.orientations.map((orientation) => ({ ...orientation, ...turnOf(orientation) })),
    parts: prepared.kinds,
  });
}

/** Hands the core the layout to begin with. */
function begin(core: CoreExports, prepared: PreparedNest, start: NestStart): void {
  const { sheets, places } = sheetsFromStart(prepared, start);
  if (sheets.length === 0) return;
  const fault = givePlan(core, encodePlan(sheets), "nestStart");
  if (fault === null) return;
  throw invalidInput(places[fault]!, "the part lies off the sheet or too near to something there");
}
