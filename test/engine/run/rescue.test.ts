/** Answers of a call whose search has handed in nothing. */
import { describe, expect, it } from "vitest";
import type { NestPlanRequestInput } from "../../../engine/base/contract/nest-plan.ts";
import { rescue } from "../../../engine/run/tasks/rescue.ts";
import { verifyNest } from "../../../engine/verify/nest/nest-judge.ts";

const rectangle = (width: number, height: number): [number, number][] => [
  [0, 0],
  [width, 0],
  [width, height],
  [0, height],
];
/** Four blades about a square: no order of parts finds that one after the other. */
const PINWHEEL: NestPlanRequestInput = {
  parts: [
    { id: "blade", exterior: rectangle(60, 40), quantity: 4 },
    { id: "hub", exterior: rectangle(20, 20) },
  ],
  sheet: { width: 100, height: 100 },
  config: { spacing: 0, edge_margin: 0, rotation_step: 90 },
};
const WHOLE = [
  { part: 0, x: 0, y: 0, rotation: 0 },
  { part: 0, x: 100, y: 0, rotation: 90 },
  { part: 0, x: 40, y: 60, rotation: 0 },
  { part: 0, x: 40, y: 40, rotation: 90 },
  { part: 1, x: 40, y: 40, rotation: 0 },
];
const LOST = { ended: "worker lost", seed: 1 } as const;

async function rescued(placements: typeof WHOLE | undefined) {
  const start = placements && { sheets: [{ placements }] };
  const request = { ...PINWHEEL, ...(start ? { start } : {}) };
  const { answer } = await rescue("nest", request, [], LOST);
  expect(verifyNest(request, answer).violations).toEqual([]);
  return answer;
}

describe("a nest that is lost before its first layout", () => {
  it("is one part after the other", async () => {
    expect(await rescued(undefined)).toMatchObject({ placed_parts: 5, sheets_used: 2, ended: "worker lost" });
  });

  it("is the layout to begin with, where that holds every part", async () => {
    expect(await rescued(WHOLE)).toMatchObject({ placed_parts: 5, sheets_used: 1 });
    expect(await rescued(WHOLE.slice(1))).toMatchObject({ placed_parts: 5, sheets_used: 2 });
  });
});
