/**
 * Chromium's Web Workers give the same bytes as its page's thread, Node's two kinds and the service, for the same
 * request, seed and work budget.
 */
import { afterAll, describe, expect, it } from "vitest";
import { commands } from "vitest/browser";
import { createEngine, type NestPlanRequestInput, type Point } from "../../engine/index.ts";
import type { CutRequestInput, NestRequestInput } from "../../engine/v1.ts";
import { v1 } from "../../engine/v1.ts";
import { arcEntity, dxf, type Pair, rectangleEntity } from "./app.ts";
import type { Call } from "./commands.ts";

declare module "vitest/browser" {
  interface BrowserCommands {
    askInNode(name: Call, request: object | string, options: object, workers: number): Promise<string>;
    askOverHttp(path: string, request: object | string): Promise<string>;
    endAsked(): Promise<void>;
  }
}

const threaded = await createEngine({ workers: 1 });
const inline = await createEngine({ workers: 0 });
afterAll(async () => {
  await threaded.close();
  await inline.close();
  await commands.endAsked();
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
    const here = JSON.stringify(await v1(threaded).nest(nestRequest, options));
    expect(JSON.stringify(await v1(inline).nest(nestRequest, options))).toBe(here);
    expect(await commands.askInNode("v1.nest", nestRequest, options, 1)).toBe(here);
    expect(await commands.askInNode("v1.nest", nestRequest, options, 0)).toBe(here);
  });

  it("turns parts by any angle to the same bytes in a Web Worker, on the page's thread and in Node", async () => {
    const longer = { ...options, workBudget: 4_000_000 };
    const plan = await threaded.nest(turnedRequest, longer);
    const turned = plan.sheets
      .flatMap(({ placements }) => placements)
      .filter(({ rotation }) => rotation % 1 !== 0);
    expect(turned.length).toBeGreaterThan(0);
    const here = JSON.stringify(plan);
    expect(JSON.stringify(await inline.nest(turnedRequest, longer))).toBe(here);
    expect(await commands.askInNode("nest", turnedRequest, longer, 1)).toBe(here);
    expect(await commands.askInNode("nest", turnedRequest, longer, 0)).toBe(here);
  });

  it("cuts to the same bytes in a Web Worker, on the page's thread and in Node", async () => {
    const here = JSON.stringify(await threaded.cut(cutRequest, options));
    expect(JSON.stringify(await inline.cut(cutRequest, options))).toBe(here);
    expect(await commands.askInNode("cut", cutRequest, options, 1)).toBe(here);
    expect(await commands.askInNode("cut", cutRequest, options, 0)).toBe(here);
  });

  it("nests to the same bytes over HTTP", async () => {
    const here = JSON.stringify(await v1(threaded).nest(shortNest, unhurried));
    expect(await commands.askInNode("v1.nest", shortNest, unhurried, 1)).toBe(here);
    expect(await commands.askOverHttp("solve/nest-2d", shortNest)).toBe(here);
  });

  it("cuts to the same bytes over HTTP", async () => {
    const here = JSON.stringify(await v1(threaded).cut(cutRequest, unhurried));
    expect(await commands.askInNode("v1.cut", cutRequest, unhurried, 1)).toBe(here);
    expect(await commands.askOverHttp("solve/cut-1d", cutRequest)).toBe(here);
  });
});

/** Curves of all kinds at places, angles and of sizes without round numbers. */
function curvesAt(i: number): Pair[] {
  const [x, y] = [20 + 18 * (i % 20), 30 + 40 * Math.floor(i / 20)];
  const ellipse: Pair[] = [
    [0, "ELLIPSE"],
    [8, "0"],
    [10, x],
    [20, y + 90],
    [11, 6.1 - 0.12 * i],
    [21, 1.7 + 0.1 * i],
    [40, 0.35],
    [41, 0.2 * i],
    [42, 0.2 * i + 2.9],
  ];
  const bulged: Pair[] = [
    [0, "LWPOLYLINE"],
    [8, "0"],
    [90, 2],
    [70, 1],
    [10, x - 5],
    [20, y + 180],
    [42, 0.3 + 0.07 * i],
    [10, x + 5],
    [20, y + 190.1],
    [42, 0.21 * (i + 1)],
  ];
  const copy: Pair[] = [
    [0, "INSERT"],
    [2, "PART"],
    [8, "0"],
    [10, 500 + 3 * x],
    [20, 3 * y],
    [50, 7.7 * i],
  ];
  return [...arcEntity(x, y, 3 + 0.1 * i, 7.3 * i, 11.8 * i + 61), ...ellipse, ...bulged, ...copy];
}

const block: Pair[] = [
  [0, "BLOCK"],
  [8, "0"],
  [2, "PART"],
  [10, 0],
  [20, 0],
  ...rectangleEntity(0, 0, 31.7, 17.3),
  ...arcEntity(12, 8, 4.1, 33, 291),
  [0, "ENDBLK"],
];
const drawing = dxf([
  ...rectangleEntity(0, 0, 400, 300),
  ...Array.from({ length: 40 }, (_, i) => curvesAt(i)).flat(),
]).replace(
  "0\nSECTION\n2\nENTITIES\n",
  `0\nSECTION\n2\nBLOCKS\n${block.map(([code, value]) => `${code}\n${value}\n`).join("")}0\nENDSEC\n$&`,
);

const arcs = Array.from(
  { length: 40 },
  (_, i) => `M${20 + 9 * i} 20a${3 + i / 7} ${5 - i / 11} ${13 * i} ${i % 2} ${(i >> 1) % 2} 4.1 2.3z`,
);
const picture = `<svg xmlns="http://www.w3.org/2000/svg" width="400mm" height="100mm" viewBox="0 0 400 100">
  <g transform="rotate(7.3) skewX(3.1)"><path fill="none" stroke="red" d="${arcs.join("")}"/></g></svg>`;

const sheet = {
  sheet_width: 600,
  sheet_height: 400,
  placements: Array.from({ length: 12 }, (_, i) => ({
    part_id: `flower ${i}`,
    exterior: flower(40 - i, 3 + (i % 4)),
    holes: [flower(12, 4)],
    x: 70 + 130 * (i % 4),
    y: 70 + 120 * Math.floor(i / 4),
    rotation: 17.3 * i,
  })),
  config: { kerf: 0.2 },
};
const routed = {
  dialect: "grbl-router",
  depth: 6,
  step_down: 2,
  tabs: 3,
  entry: "helix",
  lead_in: 3,
  arc_tolerance: 0.01,
};
const leads = { lead_in: 3, lead_out: 2, lead_shape: "arc", arc_tolerance: 0.01 };

describe("the same drawing or sheet", () => {
  it.each([
    ["read", drawing, {}, /"kind":"ellipse"/],
    ["read", picture, {}, /"kind":"ellipse"/],
    ["write", sheet, routed, /Z-6/],
    ["write", sheet, leads, /G3/],
    ["draw", sheet, {}, /LWPOLYLINE/],
  ] as const)(
    "has the same bytes in a Web Worker, on the page's thread and in Node, %s",
    async (name, given, options, holds) => {
      const ask = async (engine: typeof inline) => {
        const request = typeof given === "string" ? new TextEncoder().encode(given) : given;
        return JSON.stringify(
          await (engine[name] as (request: unknown, options: unknown) => unknown)(request, options),
        );
      };
      const here = await ask(threaded);
      expect(here).toMatch(holds);
      expect(await ask(inline)).toBe(here);
      expect(await commands.askInNode(name, given, options, 1)).toBe(here);
      expect(await commands.askInNode(name, given, options, 0)).toBe(here);
    },
  );

  it("has the same bytes over HTTP", async () => {
    const { data } = await threaded.read(new TextEncoder().encode(drawing), { name: "drawing.dxf" });
    expect(await commands.askOverHttp("parse/dxf", drawing)).toBe(JSON.stringify(data));
    expect(await commands.askOverHttp("export/gcode", sheet)).toBe((await threaded.write(sheet)).gcode);
  });
});
