/**
 * One nesting or cutting run from the button to the document. Progress goes to the session; the end commits one
 * undoable change. Every layout is checked by the independent verifier before it may be exported. A pause ends the
 * solver and keeps its best; going on searches with the next seed and keeps the better of both.
 */
import type { NestData, NestRequest } from "../engine/index.ts";
import { isBetter } from "./layout.ts";
import { cutRequestOf, type Layout, nestRequestOf } from "./project.ts";
import { notify } from "./session.ts";
import type { Run, Store } from "./store.ts";
import { count } from "./units.ts";
import type { Workshop } from "./workshop.ts";

export interface Solver {
  start(): Promise<void>;
  /** Ends the run and keeps its best. */
  stop(): void;
  pause(): void;
  resume(): Promise<void>;
}

const MOST_BESTS = 8;
const CLOCK_MS = 100;

export function createSolver(store: Store, workshop: Workshop): Solver {
  let abort: AbortController | null = null;
  let pausing = false;
  let legs = 0;

  const run = () => store.get().session.run;
  const patch = (change: Partial<Run>) => {
    const now = run();
    if (now) store.update({ run: { ...now, ...change } });
  };

  /** Shows `data` if it beats what the run has, and checks it beside the solver's own work. */
  async function offer(request: NestRequest, data: NestData, seed: number, elapsedMs: number): Promise<void> {
    const layout: Layout = { request, data, check: null, seed, elapsedMs };
    const known = run()?.best;
    if (known && known.request === request && !isBetter(layout, known)) return;
    if (data.summary.placed_parts > 0) announce(store, known ?? null, layout);
    patch({ best: layout, improvedMs: elapsedMs });
    const check = await workshop.checker.check(request, data);
    if (!check) return;
    const checked = { ...layout, check };
    const bests = [...store.get().session.bests, checked].slice(-MOST_BESTS);
    store.update({ bests });
    if (run()?.best === layout) patch({ best: checked });
  }

  async function nest(request: NestRequest, from: number, budgetMs: number): Promise<void> {
    abort = new AbortController();
    const seed = store.get().project.seed + legs;
    const engine = await workshop.engine();
    const data = await engine.nest(request, {
      signal: abort.signal,
      timeLimitMs: Math.max(1, budgetMs - from),
      seed,
      onProgress: (event) => {
        if (event.best) void offer(request, event.best, seed, from + event.elapsedMs);
      },
    });
    await offer(request, data, seed, run()?.elapsedMs ?? from);
  }

  /** Keeps the elapsed time going between the solver's reports; returns how to stop it. */
  function startClock(from: number): () => void {
    const started = performance.now() - from;
    const tick = () => patch({ elapsedMs: performance.now() - started });
    const timer = setInterval(tick, CLOCK_MS);
    return () => {
      clearInterval(timer);
      tick();
    };
  }

  async function finish(): Promise<void> {
    const best = run()?.best ?? null;
    if (!best) {
      store.update({ run: null });
      return;
    }
    const check = best.check ?? (await workshop.checker.checkLast(best.request, best.data));
    const layout = { ...best, check, elapsedMs: run()?.elapsedMs ?? best.elapsedMs };
    const { bests, sheet } = store.get().session;
    const { summary, sheets } = layout.data;
    // The document first: between the two the board would have nothing to show.
    store.commit("Nest", (project) => ({ ...project, layout }));
    store.update({
      run: null,
      bests: bests.some(({ data }) => data === layout.data) ? bests : [...bests, layout].slice(-MOST_BESTS),
      sheet: Math.min(sheet, Math.max(0, sheets.length - 1)),
      spoken: `Finished: ${summary.placed_parts} of ${summary.total_parts} parts on ${count(summary.sheets_used, "sheet")}, ${summary.total_utilization.toFixed(1)} percent used.`,
    });
  }

  async function leg(request: NestRequest): Promise<void> {
    const { elapsedMs, budgetMs } = run()!;
    const stopClock = startClock(elapsedMs);
    try {
      await nest(request, elapsedMs, budgetMs);
    } catch (error) {
      notify(store, "error", `Nesting failed: ${error instanceof Error ? error.message : String(error)}`);
    }
    stopClock();
    abort = null;
    if (pausing && run()?.best) patch({ paused: true });
    else await finish();
    pausing = false;
  }

  async function cut(): Promise<void> {
    const { project } = store.get();
    const request = cutRequestOf(project);
    const stopClock = startClock(0);
    abort = new AbortController();
    try {
      const engine = await workshop.engine();
      const plan = await engine.planCut(request, {
        signal: abort.signal,
        timeLimitMs: project.budgetMs,
        seed: project.seed,
        onProgress: ({ stocksUsed }) => patch({ bars: stocksUsed }),
      });
      stopClock();
      const check = await workshop.checker.checkPlan(request, plan);
      const elapsedMs = run()?.elapsedMs ?? 0;
      store.commit("Plan cuts", (now) => ({ ...now, plan: { request, plan, check, elapsedMs } }));
      store.update({ run: null, spoken: `Finished: ${count(plan.summary.stocks_used, "bar")}.` });
    } catch (error) {
      stopClock();
      store.update({ run: null });
      notify(store, "error", `Planning failed: ${error instanceof Error ? error.message : String(error)}`);
    }
    abort = null;
  }

  return {
    async start() {
      const { project, session } = store.get();
      if (session.run) return;
      legs = 0;
      pausing = false;
      const { mode, budgetMs } = project;
      const fresh = {
        mode,
        paused: false,
        elapsedMs: 0,
        budgetMs,
        improvedMs: null,
        best: null,
        bars: null,
      };
      store.update({ run: fresh, bests: [], spot: null, sheet: 0, toolpath: false, spoken: "Started." });
      if (mode === "bars") await cut();
      else await leg(nestRequestOf(project));
    },
    stop() {
      pausing = false;
      if (run()?.paused) void finish();
      else abort?.abort();
    },
    pause() {
      pausing = true;
      abort?.abort();
    },
    async resume() {
      const now = run();
      if (!now?.paused || !now.best) return;
      legs++;
      // A run that had used up its time gets the same time again.
      const budgetMs = now.elapsedMs < now.budgetMs - 500 ? now.budgetMs : now.elapsedMs + now.budgetMs;
      patch({ paused: false, budgetMs });
      await leg(now.best.request);
    },
  };
}

function announce(store: Store, before: Layout | null, after: Layout): void {
  const used = after.data.summary.sheets_used;
  if (!before) store.update({ spoken: `First layout: ${count(used, "sheet")}.` });
  else if (before.data.summary.sheets_used !== used) store.update({ spoken: `Now ${count(used, "sheet")}.` });
}
