/** A plan of panels as a drawing, read back pair by pair. */
import { expect, it } from "vitest";
import type { PanelPlan } from "../../../../engine/base/contract/panel-plan.ts";
import { panelsToDxf } from "../../../../engine/write/report/panels-dxf.ts";
import { panelsVerified } from "../../../helpers/panel/panel.ts";

interface Entity {
  layer: string;
  text: string;
  xs: number[];
  ys: number[];
}

const micrometres = (value: string) => Math.round(Number(value) * 1000);

/** The entities of a drawing with the numbers of their groups 10 and 20 in micrometres. */
function entitiesOf(plan: PanelPlan): Entity[] {
  const lines = panelsToDxf(plan).split(/\r?\n/);
  const pairs = Array.from({ length: lines.length >> 1 }, (_, i) => [
    Number(lines[2 * i]),
    lines[2 * i + 1]!.trim(),
  ]) as [number, string][];
  const from = pairs.findIndex(([code, value]) => code === 2 && value === "ENTITIES");
  const found: Entity[] = [];
  for (const [code, value] of pairs.slice(from + 1)) {
    if (code === 0 && value === "ENDSEC") break;
    if (code === 0) found.push({ layer: "", text: "", xs: [], ys: [] });
    const entity = found.at(-1)!;
    if (code === 8) entity.layer = value;
    if (code === 1) entity.text = value;
    if (code === 10) entity.xs.push(micrometres(value));
    if (code === 20) entity.ys.push(micrometres(value));
  }
  return found;
}

it("a drawing of panels has every piece in its panel, with its size and its name in it", async () => {
  const pieces = [
    { id: "side", length: 720, width: 560, quantity: 7 },
    { id: "plinth", length: 1200, width: 100, quantity: 5 },
  ];
  const plan = await panelsVerified({
    stocks: [{ id: "board", length: 2000, width: 1200 }],
    pieces,
    kerf: 4,
  });
  expect(plan.summary.all_pieces_placed).toBe(true);
  const entities = entitiesOf(plan);
  const boxes = (layer: string) =>
    entities
      .filter((entity) => entity.layer === layer)
      .map(({ xs, ys }) => ({
        x: Math.min(...xs),
        y: Math.min(...ys),
        X: Math.max(...xs),
        Y: Math.max(...ys),
      }));
  const panels = boxes("PANEL");
  expect(panels.map(({ x, X, y, Y }) => [x, X, Y - y])).toEqual(
    plan.patterns.map(() => [0, 2_000_000, 1_200_000]),
  );
  // One above the other.
  for (const [i, { y }] of panels.slice(1).entries()) expect(y).toBeGreaterThan(panels[i]!.Y);
  const names = entities.filter(({ layer }) => layer === "NAME");
  const drawn = new Map<string, number>();
  for (const { x, y, X, Y } of boxes("PIECE")) {
    const around = panels.findIndex((panel) => x >= panel.x && X <= panel.X && y >= panel.y && Y <= panel.Y);
    const within = names.filter(({ xs, ys }) => xs[0]! > x && xs[0]! < X && ys[0]! > y && ys[0]! < Y);
    expect(within).toHaveLength(1);
    const piece = pieces.find(({ id }) => id === within[0]!.text)!;
    expect([X - x, Y - y].sort((p, q) => q - p)).toEqual([1000 * piece.length, 1000 * piece.width]);
    drawn.set(piece.id, (drawn.get(piece.id) ?? 0) + plan.patterns[around]!.count);
  }
  expect(Object.fromEntries(drawn)).toEqual({ side: 7, plinth: 5 });
});
