/** Progress as a listener gets it: numbered, never worse, with a bound that grows; and what becomes of what it throws. */
import { afterAll, describe, expect, it } from "vitest";
import { createEngine, type EngineFault } from "../../../engine/index.node.ts";
import { ProgressRelay } from "../../../engine/run/progress.ts";
import { requestFrom } from "../../helpers/nest/jobs.ts";
import { Random } from "../../helpers/random.ts";

interface Told {
  seq: number;
  elapsed_ms: number;
  placed_parts: number;
  sheets_used: number;
  utilization: number;
  lower_bound?: number;
  ended?: string;
}

describe("progress of several searches", () => {
  const relayTo = (told: Told[]) =>
    new ProgressRelay(
      (event) => void told.push(event as Told),
      () => {},
    );

  it("has no gap, and never goes back, whoever tells of it and whoever is lost", () => {
    for (let seed = 1; seed <= 300; seed++) {
      const random = new Random(seed);
      const told: Told[] = [];
      const relay = relayTo(told);
      // Each search finds better and better layouts.
      const found = [0, 1, 2].map(() => ({ placed_parts: 0, utilization: 0 }));
      for (let i = 0; i < 40; i++) {
        const seat = random.int(0, 2);
        if (random.next() < 0.05) relay.lose(seat);
        const own = found[seat]!;
        own.placed_parts += random.int(0, 1);
        own.utilization += random.float(0, 3);
        relay.tell(seat, {
          elapsed_ms: random.int(0, 1000),
          ...own,
          sheets_used: 1,
          ...(random.next() < 0.5 ? { lower_bound: random.int(0, 4) } : {}),
        });
      }
      relay.tell(1, { placed_parts: 5, ended: "done" });
      relay.finish(1);
      relay.tell(0, { placed_parts: 5, sheets_used: 1 });
      expect(told.map(({ seq }) => seq)).toEqual([...told.keys()]);
      expect(told.at(-1)!.ended).toBe("done");
      told.slice(1, -1).forEach((event, i) => {
        const before = told[i]!;
        expect(event.elapsed_ms, `seed ${seed}`).toBeGreaterThanOrEqual(before.elapsed_ms);
        expect(event.lower_bound ?? 0, `seed ${seed}`).toBeGreaterThanOrEqual(before.lower_bound ?? 0);
        expect(event.placed_parts, `seed ${seed}`).toBeGreaterThanOrEqual(before.placed_parts);
        expect(event.utilization, `seed ${seed}`).toBeGreaterThanOrEqual(before.utilization - 1e-9);
      });
    }
  });

  it("goes on when a better layout holds fewer parts, as fewer but larger ones do", () => {
    const told: Told[] = [];
    const relay = relayTo(told);
    relay.tell(0, { placed_parts: 19, sheets_used: 1, utilization: 98.4 });
    relay.tell(0, { placed_parts: 18, sheets_used: 1, utilization: 99 });
    relay.tell(0, { placed_parts: 18, sheets_used: 1, utilization: 99, elapsed_ms: 60 });
    expect(told.map(({ placed_parts }) => placed_parts)).toEqual([19, 18, 18]);
  });

  it("repeats what is known while the search that replaces a lost one is behind", () => {
    const told: (Told & { best?: string })[] = [];
    const relay = relayTo(told);
    relay.tell(0, { placed_parts: 9, sheets_used: 1, utilization: 80, elapsed_ms: 100, best: "first" });
    relay.lose(0);
    relay.tell(0, { placed_parts: 4, sheets_used: 1, utilization: 50, elapsed_ms: 200, best: "behind" });
    relay.tell(0, { placed_parts: 9, sheets_used: 1, utilization: 81, elapsed_ms: 300, best: "ahead" });
    expect(told.map(({ placed_parts, elapsed_ms, best }) => [placed_parts, elapsed_ms, best])).toEqual([
      [9, 100, "first"],
      [9, 200, undefined],
      [9, 300, "ahead"],
    ]);
  });
});

const request = requestFrom({
  parts: (["star", "concave", "frame", "ell"] as const).map((kind, i) => {
    return { kind, size: 40 + 9 * i, turn: 0, offset: 0, quantity: 9, seed: 3 + i };
  }),
  width: 150,
  height: 120,
  spacing: 1,
  edge_margin: 1,
  rotation_step: 90,
  kerf: 0,
});

describe("a listener", () => {
  const faults: EngineFault[] = [];
  const engines = [0, 1].map((workers) => createEngine({ workers, onFault: (fault) => faults.push(fault) }));
  afterAll(async () => {
    for (const engine of engines) await (await engine).close();
  });

  it.each([0, 1])(
    "that throws ends its call with its own error and its own stack (%i workers)",
    async (w) => {
      const engine = await engines[w]!;
      const own = new RangeError("the listener is at fault");
      const stack = own.stack;
      const onProgress = () => {
        throw own;
      };
      const later = async () => onProgress();
      const calls = [
        () => engine.nest(request, { onProgress, timeLimitMs: 60_000 }),
        () => engine.cut(bars, { onProgress, timeLimitMs: 60_000 }),
        () => engine.panels(panels, { onProgress, timeLimitMs: 60_000 }),
        () => engine.nest(request, { onProgress: later, timeLimitMs: 60_000 }),
        // Over before the second event.
        () => engine.nest(request, { onProgress: later, search: false }),
      ];
      for (const call of calls) {
        const error = await call().catch((thrown: unknown) => thrown);
        expect(error).toBe(own);
        expect((error as Error).stack).toBe(stack);
      }
      // Nobody else is blamed, and whoever has worked for it can be used again.
      expect(faults).toEqual([]);
      expect((await engine.nest(request, { workBudget: 1000 })).placed_parts).toBe(36);
    },
  );

  it.each([0, 1])("hears of a bound that grows, without a gap in the numbers (%i workers)", async (w) => {
    const engine = await engines[w]!;
    const told: Told[] = [];
    const plan = await engine.nest(request, {
      workBudget: 3_000_000,
      timeLimitMs: 600_000,
      onProgress: (event) => void told.push(event as unknown as Told),
    });
    expect(told.map(({ seq }) => seq)).toEqual([...told.keys()]);
    const bounds = told.map(({ lower_bound = 0 }) => lower_bound);
    expect(bounds).toEqual([...bounds].sort((a, b) => a - b));
    expect(told.at(-1)).toMatchObject({ ended: plan.ended, sheets_used: plan.sheets_used });
    expect(bounds.at(-1)).toBe(plan.lower_bound);
  });
});

const bars = {
  stocks: [{ length: 6000 }, { id: "long", length: 7100.5, quantity: 9 }],
  pieces: Array.from({ length: 25 }, (_, i) => ({ id: `${i}`, length: 301.3 + 61.7 * i, quantity: 9 })),
  kerf: 3.2,
};

const panels = {
  stocks: [{ length: 2800, width: 2070 }],
  pieces: Array.from({ length: 12 }, (_, i) => {
    return { id: `${i}`, length: 300 + 47 * i, width: 200 + 31 * i, quantity: 4 };
  }),
  kerf: 4,
};
