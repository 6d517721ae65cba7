/** Boxes found by an index are those that a look at every one of them finds, and copies come back from tables as they were. */
import { expect, it } from "vitest";
import type { Bounds } from "../../../engine/index.ts";
import { boxesNear } from "../../../web-demo/geometry/box-index.ts";
import { packed, unpacked } from "../../../web-demo/io/packed.ts";
import type { LaidData, LaidPart } from "../../../web-demo/model/project.ts";

/** Numbers between 0 and 1, the same in every run. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (1103515245 * state + 12345) % 2 ** 31;
    return state / 2 ** 31;
  };
}

function randomBox(next: () => number, size: number): Bounds {
  const [x, y] = [1000 * next() - 200, 600 * next() - 100];
  return { min_x: x, min_y: y, max_x: x + size * next(), max_y: y + size * next() };
}

it.each([
  ["none", 0, 10],
  ["one", 1, 10],
  ["many small ones", 900, 30],
  ["large ones, each over most of the others", 300, 900],
])("finds the boxes that meet a box: %s", (_, count, size) => {
  const next = numbers(count + 1);
  const boxes = Array.from({ length: count }, () => ({ bounds: randomBox(next, size) }));
  for (let i = 0; i < 50; i++) {
    const { min_x, min_y, max_x, max_y } = randomBox(next, 150);
    const meeting = boxes.flatMap(({ bounds: b }, k) =>
      b.max_x < min_x || b.min_x > max_x || b.max_y < min_y || b.min_y > max_y ? [] : [k],
    );
    expect(boxesNear(boxes, { min_x, min_y, max_x, max_y })).toEqual(meeting);
  }
});

it("gets the copies of a layout back from their table", () => {
  const place = (part_id: string, instance: number, more: Partial<LaidPart> = {}): LaidPart => ({
    part_id,
    instance,
    x: 0.1 + instance,
    y: -1 / 3,
    rotation: 22.5,
    bounds: { min_x: 0.1, min_y: -1 / 3, max_x: 1e-9, max_y: 12345.678901 },
    ...more,
  });
  const places = [place("a", 0), place("b", 3, { mirrored: true }), place("a", 1, { locked: true })];
  const data: LaidData = {
    summary: {
      sheets_used: 2,
      total_parts: 3,
      placed_parts: 3,
      unplaced_parts: 0,
      total_utilization: 1,
      total_waste_percent: 99,
    },
    sheets: [
      { index: 0, utilization: 1, placements: places, sheet_id: "rest" },
      { index: 1, utilization: 0, placements: [] },
    ],
    unplaced: ["c"],
    byHand: true,
  };
  const layout = { data, check: { faults: [{ sheet: 0, placements: [0, 2] }] } };
  const kept = structuredClone(packed(layout)) as typeof layout;
  expect(kept.data.sheets[0]!.placements).toMatchObject({ ids: ["a", "b"] });
  expect(unpacked(kept)).toEqual(layout);
});

it("gets a project back from what is kept of it, with what parts and layout share", () => {
  const ring = [
    [0, 0],
    [1e-9, -1 / 3],
    [5, 7],
    [0, 0],
  ];
  const curves = { exterior: [{ kind: "arc", radius: 1 / 3, sweep: -0 }], holes: [] };
  const holes = [ring, [...ring, [5, 8], [2 / 3, 0]]];
  const project = {
    parts: [{ id: "a", exterior: ring, holes, curves, marks: [], drawing: null }],
    layout: { request: { parts: [{ id: "a", exterior: ring, holes }] }, curves: [curves, null] },
    odd: [[1, 2], [3], ["x", 4], [5, 6, 7], [8, 9]],
    // As earlier versions have it.
    pairs: [
      [1, 2],
      [3, 4],
    ],
  };
  const kept = structuredClone(packed(project)) as typeof project;
  expect(JSON.stringify(kept)).not.toContain("[5,7]");
  const back = unpacked(kept) as typeof project;
  expect(back).toEqual(JSON.parse(JSON.stringify(project)));
  expect(back.layout.request.parts[0]!.exterior).toBe(back.parts[0]!.exterior);
  expect(back.layout.request.parts[0]!.holes).toBe(back.parts[0]!.holes);
  expect(packed(project.parts)).toBe(packed(project.parts));
  expect(unpacked(structuredClone(project))).toEqual(project);
});
