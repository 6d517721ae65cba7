/** Is everything in the museum read and solved as the sign beside it says? */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { verifyCut, verifyNest } from "../../engine/entries/verify.ts";
import { createEngine, type Engine } from "../../engine/index.node.ts";
import { DRAWINGS } from "../fixtures/museum/drawings.ts";
import { CUTS, NESTS } from "../fixtures/museum/jobs.ts";

const budget = { workBudget: 2_000_000, timeLimitMs: 3_600_000 };

let engine: Engine;
beforeAll(async () => {
  engine = await createEngine({ workers: 0 });
});
afterAll(() => engine.close());

describe("the museum", () => {
  it.each(DRAWINGS)("shows $name: $why", async ({ text, parts, holes }) => {
    const read = await engine.read(new TextEncoder().encode(text));
    expect(read.parts).toHaveLength(parts);
    expect(read.parts.flatMap((part) => part.holes)).toHaveLength(holes);
  });

  it.each(NESTS)("shows $name: $why", async ({ request, sheets }) => {
    const plan = await engine.nest(request, budget);
    expect(verifyNest(request, plan).violations).toEqual([]);
    expect(plan.sheets_used).toBe(sheets);
  });

  it.each(CUTS)("shows $name: $why", async ({ request, length }) => {
    const plan = await engine.cut(request, budget);
    expect(verifyCut(request, plan).violations).toEqual([]);
    expect(plan.objective).toBe(length);
  });
});
