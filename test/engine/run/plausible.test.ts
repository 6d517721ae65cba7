/** Answers that a worker may have sent, of each kind: the whole of it, and with one thing wrong. */
import { describe, expect, it } from "vitest";
import { isPlausible } from "../../../engine/run/plausible.ts";

const placement = { part_id: "a", x: 0, y: 0, rotation: 0, bounds: {} };
const sheets = [{ placements: [placement] }];
const bars = { summary: {}, unplaced: [], patterns: [{ count: 2, length: 6000, cuts: [{ count: 3 }] }] };
const drawing = { data: {}, findings: [], parts: {}, paths: {} };

/** Each with the places whose value is then replaced. */
const ANSWERS = {
  nestV1: [{ summary: {}, unplaced: [], sheets }, ["summary", "unplaced", "sheets"]],
  nest: [{ placed_parts: 1, unplaced: [], sheets }, ["placed_parts", "unplaced", "sheets"]],
  cutV1: [bars, ["summary", "unplaced", "patterns"]],
  cut: [bars, ["summary", "unplaced", "patterns"]],
  panels: [
    { summary: {}, unplaced: [], patterns: [{ count: 1, stock: 0, tree: {} }] },
    ["summary", "unplaced", "patterns"],
  ],
  parse: [drawing, ["data", "findings", "parts", "paths"]],
  svg: [{ data: {}, findings: [] }, ["data", "findings"]],
  write: [{ gcode: "", findings: [] }, ["gcode", "findings"]],
  draw: [{ text: "", findings: [] }, ["text", "findings"]],
} as const;
const KINDS = Object.keys(ANSWERS) as (keyof typeof ANSWERS)[];

describe("an answer", () => {
  it.each(KINDS)("of %s has all of its fields", (kind) => {
    const [answer, fields] = ANSWERS[kind];
    expect(isPlausible(kind, answer)).toBe(true);
    for (const nothing of [undefined, null, 7, "text"]) expect(isPlausible(kind, nothing)).toBe(false);
    for (const field of fields)
      for (const wrong of [undefined, null, -7])
        expect(isPlausible(kind, { ...answer, [field]: wrong }), `${field} ${wrong}`).toBe(false);
  });

  it("has whole counts from 0 on and numbers for lengths", () => {
    const withBar = (change: object) => ({ ...bars, patterns: [{ ...bars.patterns[0], ...change }] });
    expect(isPlausible("cut", withBar({ count: 0 }))).toBe(true);
    const odd = [
      { count: -1 },
      { count: 1.5 },
      { length: Number.NaN },
      { cuts: [{ count: -1 }] },
      { cuts: {} },
    ];
    for (const change of odd) expect(isPlausible("cut", withBar(change)), JSON.stringify(change)).toBe(false);
  });

  it("has boards of a stock, with their cuts", () => {
    const board = { count: 1, stock: 0, tree: {} };
    for (const change of [{ count: -1 }, { stock: 0.5 }, { tree: null }]) {
      const plan = { summary: {}, unplaced: [], patterns: [{ ...board, ...change }] };
      expect(isPlausible("panels", plan), JSON.stringify(change)).toBe(false);
    }
  });

  it("has parts with a name, a place and an extent", () => {
    const odd = [{ part_id: 1 }, { x: Number.NaN }, { y: "0" }, { rotation: null }, { bounds: undefined }];
    for (const change of odd) {
      const answer = {
        placed_parts: 1,
        unplaced: [],
        sheets: [{ placements: [placement, { ...placement, ...change }] }],
      };
      expect(isPlausible("nest", answer), JSON.stringify(change)).toBe(false);
    }
  });
});
