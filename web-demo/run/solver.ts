/**
 * One nesting or cutting run from the button to the document. Progress goes to the session; the end commits one
 * undoable change. Every layout is checked by the independent verifier before it may be exported. A pause holds the
 * search and its time where they are.
 */
import { type EngineError, type NestPlanData, PauseSwitch } from "../../engine/index.ts";
import { dataFromPlan, type Finish, makePlanRequest, type NestFrom } from "../model/nest-plan.ts";
import { PLANS, type PlanKind, type PlanMode } from "../model/plans.ts";
import type { BarPlan, LayoutCheck, LayoutRequest, PanelResult, SolvedLayout } from "../model/project.ts";
import { makeNestRequest, sharesEdges } from "../model/request.ts";
import { notify, quiet } from "../model/session.ts";
import { isBetter, sheetsTaken } from "../model/solved-layout.ts";
import type { SolveRun, Store } from "../model/store.ts";
import { count, reasonOf, sum } from "../model/units.ts";
import { verifyAgain } from "./verify-again.ts";
import type { Workshop } from "./workshop.ts";

const MOST_BESTS = 8;
/** Sheets, as a share of one. */
const VISIBLE = 0.01;
const CLOCK_MS = 100;
/** A check that takes longer than this goes on beside the page: the search has ended. */
const CHECK_MS = 200;

type LayoutJob = Pick<SolvedLayout, "request" | "curves" | "check" | "seed">;

export class LayoutSolver {
  /** Ends the present search; there before anybody can ask for its end. */
  private abort = new AbortController();
  private hold = new PauseSwitch();
  private ended: Promise<void> = Promise.resolve();
  private judged: Promise<void> = Promise.resolve();
  private clock: ReturnType<typeof setInterval> | undefined;

  constructor(
    private readonly store: Store,
    private readonly workshop: Workshop,
  ) {}

  /** Starts the run that the project asks for and resolves when it has ended and its result is checked. */
  async start(from: NestFrom = {}, finish: Finish = (layout) => layout): Promise<void> {
    if (this.store.get().session.run) return;
    this.ended = this.begin(from, finish);
    await this.ended;
    await this.judged;
  }

  private async begin(from: NestFrom, finish: Finish): Promise<void> {
    const { project, session } = this.store.get();
    const { mode, budgetMs } = project;
    const run: SolveRun = {
      mode,
      paused: false,
      elapsedMs: 0,
      budgetMs,
      asked: null,
      improvedMs: null,
      best: null,
      improvements: [],
      found: null,
    };
    this.abort = new AbortController();
    this.hold = new PauseSwitch();
    const sheet = from.fixed || from.start ? session.sheet : 0;
    // A copy that was picked is picked no more, and not all copies of its part instead.
    const selected = session.picks.length > 0 ? null : session.selected;
    const shown = { bests: [], spot: null, sheet, toolpath: false, picks: [], selected, cutOff: null };
    this.store.update({ run, ...shown, spoken: "Started." });
    quiet(this.store, mode === "sheets" ? "result" : "plan");
    // Messages about the layout before do not hold for another.
    quiet(this.store, "board");
    if (mode !== "sheets") return this.planCuts(mode);
    const curves = project.parts.map(({ curves: known = null }) => known);
    const request = makeNestRequest(project);
    if (request.sheets?.length === 0) {
      this.store.update({ run: null });
      const text = "No sheet of the rack is of this material and thickness, and nothing is to be bought.";
      notify(this.store, "result", "error", text);
      return;
    }
    await this.nest({ request, curves, check: null, seed: project.seed }, from, finish);
  }

  /** Ends the run, paused or not, and keeps its best. */
  stop(): void {
    this.abort.abort();
  }

  /** Ends the run; its best is in the project once this resolves. */
  async end(): Promise<void> {
    this.stop();
    await this.ended;
  }

  /** Ends the run and begins it again with what the project asks now. */
  async restart(): Promise<void> {
    await this.end();
    await this.start();
  }

  pause(): void {
    this.hold.pause();
    this.stopClock();
    this.patch({ paused: true });
  }

  resume(): void {
    this.patch({ paused: false });
    this.startClock();
    this.hold.resume();
  }

  private get run(): SolveRun | null {
    return this.store.get().session.run;
  }

  private patch(change: Partial<SolveRun>): void {
    if (this.run) this.store.update({ run: { ...this.run, ...change } });
  }

  private async nest(job: LayoutJob, from: NestFrom, finish: Finish): Promise<void> {
    const { request } = job;
    const { project } = this.store.get();
    this.patch({ asked: request });
    const { budgetMs: timeLimitMs, seed } = project;
    const { signal } = this.abort;
    const shares = sharesEdges(project);
    this.startClock();
    const layoutFrom = (plan: NestPlanData, elapsedMs: number) =>
      finish({ ...job, data: dataFromPlan(request, plan), elapsedMs });
    try {
      const engine = await this.workshop.engine();
      const plan = await engine.nest(
        { ...makePlanRequest(request), ...from, ...(shares ? { objective: "shared" as const } : {}) },
        {
          signal,
          pause: this.hold,
          timeLimitMs,
          seed,
          workers: Math.max(1, engine.workers),
          onProgress: ({ best, elapsed_ms, sheets_used, utilization }) => {
            this.patch({ found: `${count(sheets_used, "sheet")} · ${utilization.toFixed(1)} % used` });
            if (best) void this.offer(layoutFrom(best, elapsed_ms));
          },
        },
      );
      void this.offer(layoutFrom(plan, this.run?.elapsedMs ?? 0), shares);
    } catch (error) {
      // Stopped before the search had begun: nothing has failed.
      if (!signal.aborted) this.blame(error, request);
    }
    this.stopClock();
    await this.finish();
  }

  /** Shows a layout if it beats what the run has, or is as good where that is enough, and has it checked beside the search. */
  private async offer(layout: SolvedLayout, evenEqual = false): Promise<void> {
    const known = this.run?.best ?? null;
    const isWanted = known && (evenEqual ? !isBetter(known, layout) : isBetter(layout, known));
    if (known?.request === layout.request && !isWanted) return;
    const placed = layout.data.summary.placed_parts;
    if (placed > 0) this.announce(known, layout);
    const moment = { ms: layout.elapsedMs, sheets: sheetsTaken(layout) };
    this.patch({
      best: layout,
      improvedMs: layout.elapsedMs,
      // One that takes less because less lies on it is no better: the curve begins with the first of as many parts.
      improvements: [...(placed === known?.data.summary.placed_parts ? this.run!.improvements : []), moment],
    });
    const check = await this.workshop.checker.check(layout);
    if (!check || this.run?.asked !== layout.request) return;
    const checked = { ...layout, check };
    this.store.update({ bests: withBest(this.store.get().session.bests, checked) });
    if (this.run?.best === layout) this.patch({ best: checked });
  }

  private async finish(): Promise<void> {
    const best = this.run?.best;
    if (!best) {
      this.store.update({ run: null });
      return;
    }
    const checked = this.workshop.checker.checkLast(best);
    const check = await Promise.race([checked, waited(CHECK_MS)]);
    const { elapsedMs = best.elapsedMs, improvements = [] } = this.run ?? {};
    const layout = { ...best, check, elapsedMs, improvements };
    const { bests, sheet } = this.store.get().session;
    const { summary, sheets } = layout.data;
    // The document first: between the two the board would have nothing to show.
    this.store.commit("Nest", (project) => ({ ...project, layout }));
    const others = bests.filter(({ data }) => data !== layout.data);
    this.store.update({
      run: null,
      bests: withBest(others, layout),
      sheet: Math.min(sheet, Math.max(0, sheets.length - 1)),
      spoken: `Finished: ${summary.placed_parts} of ${summary.total_parts} parts on ${count(summary.sheets_used, "sheet")}, ${summary.total_utilization.toFixed(1)} percent used.`,
    });
    this.judged = check ? Promise.resolve() : checked.then((late) => this.judge(layout, late));
  }

  private judge(layout: SolvedLayout, check: LayoutCheck): Promise<void> {
    const { project, session } = this.store.get();
    const judged = { ...layout, check };
    this.store.update({ bests: session.bests.map((one) => (one === layout ? judged : one)) });
    // One that was changed meanwhile is another.
    if (project.layout !== layout) return verifyAgain({ store: this.store, workshop: this.workshop });
    this.store.amend((now) => ({ ...now, layout: judged }));
    return Promise.resolve();
  }

  private async planCuts(mode: PlanMode): Promise<void> {
    const { signal } = this.abort;
    this.startClock();
    try {
      const { planCuts } = await import("./run-plans.ts");
      const plans = await planCuts(this.store.get().project, this.workshop, {
        signal,
        pause: this.hold,
        elapsedMs: () => this.run?.elapsedMs ?? 0,
        found: (found) => this.patch({ found }),
      });
      this.stopClock();
      this.store.commit(mode === "bars" ? "Plan cuts" : "Plan panels", (now) => ({ ...now, ...plans }));
      const { results, noun }: PlanKind<BarPlan | PanelResult> = PLANS[mode];
      const used = sum(results(this.store.get().project), ({ plan }) => plan.summary.stocks_used);
      this.store.update({ spoken: `Finished: ${count(used, noun)}.` });
    } catch (error) {
      this.stopClock();
      notify(this.store, "plan", "error", `Planning failed: ${reasonOf(error)}`);
    }
    this.store.update({ run: null });
  }

  /** Says what failed; a part that is at fault is named and shown. */
  private blame(error: unknown, request: LayoutRequest): void {
    const [detail] = (error as Partial<EngineError>).details ?? [];
    const [list, at] = detail?.path ?? [];
    const part = list === "parts" ? request.parts[Number(at)] : undefined;
    if (part) this.store.update({ selected: part.id });
    if (part) notify(this.store, "parts", "error", `${part.id} cannot be nested: ${detail!.message}`);
    else notify(this.store, "result", "error", `Nesting failed: ${reasonOf(error)}`);
  }

  private startClock(): void {
    const started = performance.now() - (this.run?.elapsedMs ?? 0);
    this.clock = setInterval(() => this.patch({ elapsedMs: performance.now() - started }), CLOCK_MS);
  }

  private stopClock(): void {
    clearInterval(this.clock);
  }

  /** Says the first layout and every change of the number of sheets, no more. */
  private announce(before: SolvedLayout | null, { data }: SolvedLayout): void {
    const sheets = count(data.summary.sheets_used, "sheet");
    if (!before) this.store.update({ spoken: `First layout: ${sheets}.` });
    else if (before.data.summary.sheets_used !== data.summary.sheets_used) {
      this.store.update({ spoken: `Now ${sheets}.` });
    }
  }
}

/** The strip of layouts with one more; of two that differ by nothing one could see, the later. */
function withBest(bests: readonly SolvedLayout[], layout: SolvedLayout): SolvedLayout[] {
  const last = bests.at(-1);
  const alike = last && Math.abs(sheetsTaken(last) - sheetsTaken(layout)) < VISIBLE;
  return [...(alike ? bests.slice(0, -1) : bests), layout].slice(-MOST_BESTS);
}

function waited(ms: number): Promise<null> {
  return new Promise((resolve) => setTimeout(() => resolve(null), ms));
}
