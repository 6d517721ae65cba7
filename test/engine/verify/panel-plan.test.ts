/** The judge of panels finds whatever is spoilt in a plan that was right. */
import { beforeAll, describe, expect, it } from "vitest";
import {
  type PanelPlan,
  type PanelPlanRequest,
  type PanelPlanRequestInput,
  panelPlanRequestSchema,
} from "../../../engine/base/contract/panel-plan.ts";
import { verifyPanels } from "../../../engine/verify/panel/panel-judge.ts";
import { overlap } from "../../../engine/verify/panel/tree.ts";
import { panelsVerified } from "../../helpers/panel/panel.ts";

const request = {
  stocks: [
    { id: "board", length: 1000, width: 600, quantity: 5, cost: 7 },
    { id: "rest", length: 500, width: 400, quantity: 1, cost: 2, offcut: true },
  ],
  pieces: [
    { id: "side", length: 400, width: 180, quantity: 5, grain: "length" },
    { id: "shelf", length: 300, width: 150.5, quantity: 6 },
    { id: "door", length: 250, width: 220, quantity: 3, grain: "alike" },
  ],
  kerf: 3.2,
  optimize: "cost",
  options: {
    stages: 3,
    trim_left: 10,
    trim_top: 5,
    min_offcut_length: 200,
    min_offcut_width: 80,
  },
} satisfies PanelPlanRequestInput;

const whole = panelPlanRequestSchema.parse(request);

type Json = { [key: string]: Json } | Json[] | string | number | boolean | null;

/** Every way to a number, a word or a truth in a plan. */
function leavesOf(value: Json, path: string[] = []): string[][] {
  if (value === null || typeof value !== "object") return [path];
  return Object.entries(value).flatMap(([key, child]) => leavesOf(child, [...path, key]));
}

/** A copy in which the value there is another one of its kind. */
function spoilt(plan: PanelPlan, path: string[]): PanelPlan {
  const copy = structuredClone(plan);
  const parent = path
    .slice(0, -1)
    .reduce((at, key) => (at as Record<string, Json>)[key]!, copy as never as Json);
  const at = parent as Record<string, Json>;
  const key = path.at(-1)!;
  const value = at[key]!;
  at[key] = typeof value === "number" ? value + 1 : typeof value === "boolean" ? !value : `${String(value)}x`;
  return copy;
}

/** All nodes of the trees. */
function nodesOf(plan: PanelPlan): Record<string, Json>[] {
  const below = (node: Record<string, Json>): Record<string, Json>[] => [
    node,
    ...((node.parts ?? []) as Record<string, Json>[]).flatMap(below),
  ];
  return plan.patterns.flatMap(({ tree }) => below(tree as never as Record<string, Json>));
}

let plan: PanelPlan;
beforeAll(async () => {
  plan = await panelsVerified(request, { workBudget: 2_000_000 });
});

const wrongAfter = (spoil: (copy: PanelPlan) => void) => {
  const copy = structuredClone(plan);
  spoil(copy);
  expect(copy).not.toEqual(plan);
  return verifyPanels(whole, copy).violations.map(({ code }) => code);
};

describe("a plan of panels that was right", () => {
  it("is wrong with any number, word or truth changed", () => {
    const unnoticed = leavesOf(plan as never as Json).filter((path) => {
      try {
        return verifyPanels(whole, spoilt(plan, path)).ok;
      } catch {
        return false;
      }
    });
    expect(unnoticed.map((path) => path.join("."))).toEqual([]);
  });

  it("is wrong without a pattern, or with one twice", () => {
    expect(wrongAfter(({ patterns }) => patterns.pop())).toContain("unplaced");
    expect(wrongAfter(({ patterns }) => patterns.push(structuredClone(patterns[0]!)))).toContain(
      "patterns-apart",
    );
  });

  it("is wrong where a part is missing", () => {
    const many = nodesOf(plan).findIndex(({ parts }) => Array.isArray(parts) && parts.length > 1);
    expect(many).toBeGreaterThanOrEqual(0);
    const partsIn = (copy: PanelPlan) => nodesOf(copy)[many]!.parts as Json[];
    expect(wrongAfter((copy) => partsIn(copy).pop())).not.toEqual([]);
  });

  it("is judged by a request as it is written, and by no wrong one", () => {
    expect(verifyPanels(request, plan)).toMatchObject({ ok: true, violations: [] });
    expect(() => verifyPanels({ ...request, kerf: -1 }, plan)).toThrow("kerf");
  });

  it("is right with trims all round, and with a remnant that is just worth keeping", async () => {
    const options = { trim_left: 10, trim_right: 6, trim_bottom: 4, trim_top: 5 };
    await panelsVerified({ ...request, options }, { workBudget: 100_000 });
    const exact = await panelsVerified(
      {
        stocks: [{ id: "board", length: 1000, width: 600 }],
        pieces: [{ id: "top", length: 800, width: 600 }],
        options: { min_offcut_length: 200, min_offcut_width: 300 },
      },
      { workBudget: 100_000 },
    );
    expect(nodesOf(exact).filter(({ offcut }) => offcut === true)).toMatchObject([{ length: 200 }]);
  });

  it("is wrong for a request that allows less", () => {
    const judged = (changes: Partial<PanelPlanRequest>) =>
      verifyPanels({ ...whole, ...changes }, plan).violations.map(({ code }) => code);
    const options = (more: PanelPlanRequest["options"]) => ({ options: { ...whole.options, ...more } });
    expect(judged({})).toEqual([]);
    expect(judged(options({ max_pieces: 1 }))).toContain("max-pieces");
    expect(judged(options({ stages: 2, cut_type: "exact" }))).toContain("stage");
    expect(judged(options({ min_cut_distance: 200 }))).toContain("cut-distance");
    expect(judged(options({ trim_right: 400 }))).not.toEqual([]);
    expect(judged({ kerf: 4 })).not.toEqual([]);
    const pieces = whole.pieces.map((piece) => ({ ...piece, grain: "width" as const }));
    expect(judged({ pieces })).toContain("grain");
  });
});

describe("two rectangles", () => {
  const at = (x: number, y: number) => ({ x: BigInt(x), y: BigInt(y), length: 30n, width: 20n });
  it.each([
    [30, 0, false],
    [-30, 0, false],
    [0, 20, false],
    [0, -20, false],
    [29, 19, true],
    [-29, -19, true],
    [29, -19, true],
    [0, 0, true],
    [31, 21, false],
  ])("%d, %d apart overlap: %s", (x, y, expected) => {
    expect(overlap(at(100, 100), at(100 + x, 100 + y))).toBe(expected);
  });
});
