/**
 * Chromium's Web Workers give the same bytes as its page's thread, Node's two kinds and the service, for the same
 * request, seed and work budget.
 */
import { afterAll, describe, expect, it } from "vitest";
import { commands } from "vitest/browser";
import {
  type CutRequestInput,
  createEngine,
  type NestPlanRequestInput,
  type NestRequestInput,
  type Point,
} from "../../engine/index.ts";

declare module "vitest/browser" {
  interface BrowserCommands {
    solveInNode(
      name: "nest" | "planNest" | "planCut" | "cut",
      request: object,
      options: object,
      workers: number,
    ): Promise<string>;
    solveOverHttp(path: string, request: object): Promise<string>;
  }
}

const threaded = await createEngine({ workers: 1 });
const inline = await createEngine({ workers: 0 });
afterAll(async () => {
  await threaded.close();
  await inline.close();
});

const options = { seed: 42, workBudget: 300_000, timeLimitMs: 120_000 };

const flower = (radius: number, leaves: number): Point[] =>
  Array.from({ length: 60 }, (_, i): Point => {
    const angle = (i / 60) * 2 * Math.PI;
    const r = radius * (1 + 0.3 * Math.sin(leaves * angle));
    return [r * Math.cos(angle), r * Math.sin(angle)];
  });

const nestRequest: NestRequestInput = {
  parts: [
    { id: "three", exterior: flower(40, 3), quantity: 6 },
    { id: "five", exterior: flower(30, 5), holes: [flower(12, 4)], quantity: 9 },
    {
      id: "bar",
      exterior: [
        [0, 0],
        [150, 0],
        [150, 11],
        [0, 11],
      ],
      quantity: 7,
    },
  ],
  sheet: { width: 500, height: 300 },
  config: { rotation_step: 30, spacing: 1.5, kerf: 0.15 },
};

/** Parts that are turned little by little, one kind by any angle; the interface has no such angles. */
const turnedRequest: NestPlanRequestInput = {
  parts: [
    { id: "any", exterior: flower(40, 3), quantity: 6, angles: "free", mirror: true },
    { id: "nearly", exterior: flower(30, 5), quantity: 5, angles: [[-5, 5], [175, 185], 90] },
  ],
  sheet: { width: 300, height: 180 },
  strip: true,
  config: { spacing: 1 },
};

const cutRequest: CutRequestInput = {
  stocks: [{ length: 6000 }, { id: "short", length: 3100.5, quantity: 4, cost: 2 }],
  pieces: Array.from({ length: 12 }, (_, i) => ({
    id: `p${i}`,
    length: 310.7 + 173.3 * i,
    quantity: 3 + (i % 4),
  })),
  kerf: 2.4,
};

/** A search that ends by itself, long before any limit: the service is told neither seed nor budget. */
const shortNest: NestRequestInput = {
  parts: [
    { id: "three", exterior: flower(40, 3) },
    {
      id: "wedge",
      exterior: [
        [0, 0],
        [90, 0],
        [0, 60],
      ],
    },
  ],
  sheet: { width: 200, height: 200 },
};
const unhurried = { timeLimitMs: 10_000 };

describe("the same request, seed and work budget", () => {
  it("nests to the same bytes in a Web Worker, on the page's thread and in Node", async () => {
    const here = JSON.stringify(await threaded.nest(nestRequest, options));
    expect(JSON.stringify(await inline.nest(nestRequest, options))).toBe(here);
    expect(await commands.solveInNode("nest", nestRequest, options, 1)).toBe(here);
    expect(await commands.solveInNode("nest", nestRequest, options, 0)).toBe(here);
  });

  it("turns parts by any angle to the same bytes in a Web Worker, on the page's thread and in Node", async () => {
    const longer = { ...options, workBudget: 4_000_000 };
    const plan = await threaded.planNest(turnedRequest, longer);
    const turned = plan.sheets
      .flatMap(({ placements }) => placements)
      .filter(({ rotation }) => rotation % 1 !== 0);
    expect(turned.length).toBeGreaterThan(0);
    const here = JSON.stringify(plan);
    expect(JSON.stringify(await inline.planNest(turnedRequest, longer))).toBe(here);
    expect(await commands.solveInNode("planNest", turnedRequest, longer, 1)).toBe(here);
    expect(await commands.solveInNode("planNest", turnedRequest, longer, 0)).toBe(here);
  });

  it("cuts to the same bytes in a Web Worker, on the page's thread and in Node", async () => {
    const here = JSON.stringify(await threaded.planCut(cutRequest, options));
    expect(JSON.stringify(await inline.planCut(cutRequest, options))).toBe(here);
    expect(await commands.solveInNode("planCut", cutRequest, options, 1)).toBe(here);
    expect(await commands.solveInNode("planCut", cutRequest, options, 0)).toBe(here);
  });

  it("nests to the same bytes over HTTP", async () => {
    const here = JSON.stringify(await threaded.nest(shortNest, unhurried));
    expect(await commands.solveInNode("nest", shortNest, unhurried, 1)).toBe(here);
    expect(await commands.solveOverHttp("solve/nest-2d", shortNest)).toBe(here);
  });

  it("cuts to the same bytes over HTTP", async () => {
    const here = JSON.stringify(await threaded.cut(cutRequest, unhurried));
    expect(await commands.solveInNode("cut", cutRequest, unhurried, 1)).toBe(here);
    expect(await commands.solveOverHttp("solve/cut-1d", cutRequest)).toBe(here);
  });
});
