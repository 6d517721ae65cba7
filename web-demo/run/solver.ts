/**
 * One nesting or cutting run from the button to the document. Progress goes to the session; the end commits one
 * undoable change. Every layout is checked by the independent verifier before it may be exported. A pause holds the
 * search and its time where they are.
 */
import {
  type EngineError,
  type NestData,
  type NestEvent,
  type NestPlan,
  type PartCurves,
  PauseSwitch,
} from "../../engine/index.ts";
import { isBetter } from "../model/layout.ts";
import { needsPlan, planRequestOf } from "../model/nest-plan.ts";
import { cutRequestOf, type Layout, type LayoutRequest, nestRequestOf } from "../model/project.ts";
import { notify } from "../model/session.ts";
import type { Run, Store } from "../model/store.ts";
import { count } from "../model/units.ts";
import { nestByService, serviceKey } from "./service.ts";
import type { Workshop } from "./workshop.ts";

const MOST_BESTS = 8;
const CLOCK_MS = 100;

export class Solver {
  /** Of the present search; there before anybody can ask for its end. */
  private abort = new AbortController();
  private hold = new PauseSwitch();
  private clock: ReturnType<typeof setInterval> | undefined;

  constructor(
    private readonly store: Store,
    private readonly workshop: Workshop,
  ) {}

  /** Starts the run that the project asks for and resolves when it has ended. */
  async start(): Promise<void> {
    const { project, session } = this.store.get();
    if (session.run) return;
    const { mode, budgetMs } = project;
    const run: Run = {
      mode,
      paused: false,
      elapsedMs: 0,
      budgetMs,
      improvedMs: null,
      best: null,
      found: null,
    };
    this.abort = new AbortController();
    this.hold = new PauseSwitch();
    this.store.update({ run, bests: [], spot: null, sheet: 0, toolpath: false, spoken: "Started." });
    if (mode === "bars") await this.cut();
    else
      await this.nest(
        nestRequestOf(project),
        project.parts.map(({ curves = null }) => curves),
      );
  }

  /** Ends the run, paused or not, and keeps its best. */
  stop(): void {
    this.abort.abort();
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

  private get run(): Run | null {
    return this.store.get().session.run;
  }

  private patch(change: Partial<Run>): void {
    if (this.run) this.store.update({ run: { ...this.run, ...change } });
  }

  private async nest(request: LayoutRequest, curves: (PartCurves | null)[]): Promise<void> {
    const { budgetMs: timeLimitMs, seed } = this.store.get().project;
    const { signal } = this.abort;
    const job = { request, curves, check: null, seed };
    this.startClock();
    try {
      const engine = await this.workshop.engine();
      const hear = <Best>(dataFrom: (best: Best) => NestData) => ({
        signal,
        pause: this.hold,
        timeLimitMs,
        seed,
        workers: Math.max(1, engine.workers),
        onProgress: ({ best, elapsedMs, sheetsUsed, utilization }: NestEvent<Best>) => {
          this.patch({ found: `${count(sheetsUsed, "sheet")} · ${utilization.toFixed(1)} % used` });
          if (best) void this.offer({ ...job, data: dataFrom(best), elapsedMs });
        },
      });
      const { nestDataFromPlan } = await this.workshop.toolbox();
      const fromPlan = (plan: NestPlan) => nestDataFromPlan(request, plan);
      const key = serviceKey();
      const nested = async () =>
        key === null
          ? engine.nest(
              request,
              hear((best) => best),
            )
          : nestByService(key, request, { signal, timeLimitMs }, await this.workshop.toolbox());
      const data = needsPlan(request)
        ? fromPlan(await engine.planNest(planRequestOf(request), hear(fromPlan)))
        : await nested();
      await this.offer({ ...job, data, elapsedMs: this.run?.elapsedMs ?? 0 });
    } catch (error) {
      // Stopped before the search had begun: nothing has failed.
      if (!signal.aborted) this.blame(error, request);
    }
    this.stopClock();
    await this.finish();
  }

  /** Shows a layout if it beats what the run has, and has it checked beside the search. */
  private async offer(layout: Layout): Promise<void> {
    const { request, data } = layout;
    const known = this.run?.best ?? null;
    if (known?.request === request && !isBetter(layout, known)) return;
    if (data.summary.placed_parts > 0) this.announce(known, layout);
    this.patch({ best: layout, improvedMs: layout.elapsedMs });
    const check = await this.workshop.checker.check(request, data);
    if (!check) return;
    const checked = { ...layout, check };
    this.store.update({ bests: [...this.store.get().session.bests, checked].slice(-MOST_BESTS) });
    if (this.run?.best === layout) this.patch({ best: checked });
  }

  private async finish(): Promise<void> {
    const best = this.run?.best;
    if (!best) {
      this.store.update({ run: null });
      return;
    }
    const check = best.check ?? (await this.workshop.checker.checkLast(best.request, best.data));
    const layout = { ...best, check, elapsedMs: this.run?.elapsedMs ?? best.elapsedMs };
    const { bests, sheet } = this.store.get().session;
    const { summary, sheets } = layout.data;
    // The document first: between the two the board would have nothing to show.
    this.store.commit("Nest", (project) => ({ ...project, layout }));
    this.store.update({
      run: null,
      bests: bests.some(({ data }) => data === layout.data) ? bests : [...bests, layout].slice(-MOST_BESTS),
      sheet: Math.min(sheet, Math.max(0, sheets.length - 1)),
      spoken: `Finished: ${summary.placed_parts} of ${summary.total_parts} parts on ${count(summary.sheets_used, "sheet")}, ${summary.total_utilization.toFixed(1)} percent used.`,
    });
  }

  private async cut(): Promise<void> {
    const { project } = this.store.get();
    const request = cutRequestOf(project);
    this.startClock();
    const { signal } = this.abort;
    try {
      const engine = await this.workshop.engine();
      const plan = await engine.planCut(request, {
        signal,
        pause: this.hold,
        timeLimitMs: project.budgetMs,
        seed: project.seed,
        onProgress: ({ stocksUsed }) => this.patch({ found: count(stocksUsed, "bar") }),
      });
      this.stopClock();
      const check = await this.workshop.checker.checkPlan(request, plan);
      const elapsedMs = this.run?.elapsedMs ?? 0;
      this.store.commit("Plan cuts", (now) => ({ ...now, plan: { request, plan, check, elapsedMs } }));
      this.store.update({ spoken: `Finished: ${count(plan.summary.stocks_used, "bar")}.` });
    } catch (error) {
      this.stopClock();
      if (!signal.aborted) notify(this.store, "error", `Planning failed: ${sentence(error)}`);
    }
    this.store.update({ run: null });
  }

  /** Says what failed; a part that is at fault is named and shown. */
  private blame(error: unknown, request: LayoutRequest): void {
    const [detail] = (error as Partial<EngineError>).details ?? [];
    const [list, at] = detail?.path ?? [];
    const part = list === "parts" ? request.parts[Number(at)] : undefined;
    if (part) this.store.update({ selected: part.id });
    const text = part
      ? `${part.id} cannot be nested: ${detail!.message}`
      : `Nesting failed: ${sentence(error)}`;
    notify(this.store, "error", text);
  }

  /** Keeps the elapsed time going between the engine's reports. */
  private startClock(): void {
    const started = performance.now() - (this.run?.elapsedMs ?? 0);
    this.clock = setInterval(() => this.patch({ elapsedMs: performance.now() - started }), CLOCK_MS);
  }

  private stopClock(): void {
    clearInterval(this.clock);
  }

  /** Says the first layout and every change of the number of sheets, no more. */
  private announce(before: Layout | null, { data }: Layout): void {
    const sheets = count(data.summary.sheets_used, "sheet");
    if (!before) this.store.update({ spoken: `First layout: ${sheets}.` });
    else if (before.data.summary.sheets_used !== data.summary.sheets_used) {
      this.store.update({ spoken: `Now ${sheets}.` });
    }
  }
}

function sentence(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
