/** Do the bridges hold every part to the sheet, each part or group of parts by a way of its own and no more than that? */
import { describe, expect, it } from "vitest";
import {
  type ExportRequestInput,
  exportRequestSchema,
} from "../../../../../engine/base/contract/v1/export.ts";
import type { Point } from "../../../../../engine/base/contract/values/geometry.ts";
import { planExport } from "../../../../../engine/write/toolpath/export.ts";
import { box } from "../../../../helpers/rings.ts";

const KERF = 1;

interface Plate {
  x: number;
  y: number;
  width: number;
  height: number;
  hole?: Plate;
}

const ringOf = ({ x, y, width, height }: Plate) => box(x, y, width, height);

function planOf(plates: Plate[], tabs: number, tabWidth: number) {
  const request: ExportRequestInput = {
    sheet_width: 400,
    sheet_height: 200,
    placements: plates.map((plate) => ({
      exterior: ringOf(plate),
      holes: plate.hole ? [ringOf(plate.hole)] : [],
      x: 0,
      y: 0,
    })),
    config: { kerf: KERF },
  };
  return planExport(exportRequestSchema.parse(request), { tabs, tab_width: tabWidth });
}

const lies = ([x, y]: Point, plate: Plate): boolean =>
  x > plate.x &&
  x < plate.x + plate.width &&
  y > plate.y &&
  y < plate.y + plate.height &&
  !(plate.hole && lies([x, y], plate.hole));

/** The numbers of what lies on both sides of a bridge's middle, across the kerf: plates, or -1 for the sheet. */
function sidesOf(plates: Plate[], from: Point, to: Point): [number, number] {
  const length = Math.hypot(to[0] - from[0], to[1] - from[1]);
  const [nx, ny] = [(from[1] - to[1]) / length, (to[0] - from[0]) / length];
  const [x, y] = [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2];
  const at = (far: number) => plates.findIndex((plate) => lies([x + far * nx, y + far * ny], plate));
  return [at(0.6 * KERF), at(-0.6 * KERF)];
}

/** The number of bridges, those that two paths run over counted once, and whether all plates hang on the sheet. */
function hold(plates: Plate[], tabs: number, tabWidth: number) {
  const { picture, findings } = planOf(plates, tabs, tabWidth);
  const places = new Map<string, [number, number]>();
  for (const { from, to } of picture.tabs) {
    const key = `${Math.round((from[0] + to[0]) * 5)} ${Math.round((from[1] + to[1]) * 5)}`;
    places.set(key, sidesOf(plates, from, to));
  }
  const held = new Set([-1]);
  for (let before = 0; before !== held.size; ) {
    before = held.size;
    for (const [p, q] of places.values()) if (held.has(p) || held.has(q)) held.add(p).add(q);
  }
  return { bridges: places.size, held: held.size - 1, codes: findings.map(({ code }) => code) };
}

const grid = (columns: number, rows: number): Plate[] =>
  Array.from({ length: columns * rows }, (_, i) => ({
    x: 20 + 31 * (i % columns),
    y: 20 + 21 * Math.floor(i / columns),
    width: 30,
    height: 20,
  }));

describe("parts that hold each other", () => {
  const frame = { x: 20, y: 20, width: 100, height: 80, hole: { x: 40, y: 40, width: 60, height: 40 } };
  const inHole = [frame, { x: 41, y: 41, width: 28, height: 38 }, { x: 70, y: 41, width: 29, height: 38 }];

  it.each<[string, Plate[]]>([
    ["twelve in a grid", grid(4, 3)],
    ["nine in a grid", grid(3, 3)],
    ["two in a hole", inHole],
  ])("%s hang on the sheet too, by as few bridges as there are parts", (_, plates) => {
    for (const tabWidth of [1, 2, 4]) {
      const { bridges, held, codes } = hold(plates, 1, tabWidth);
      expect(codes).toEqual([]);
      expect(held).toBe(plates.length);
      // One fewer could not hold all of them: a tree over the parts and the sheet.
      expect(bridges).toBe(plates.length);
    }
  });
});
