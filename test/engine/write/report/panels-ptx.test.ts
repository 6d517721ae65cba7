/** Plans of panels as pattern exchange files, read again by the rules of a public account of the format. */
import Papa from "papaparse";
import { expect, it } from "vitest";
import {
  type PanelPattern,
  type PanelPlanRequestInput,
  panelPlanRequestSchema,
} from "../../../../engine/base/contract/panel-plan.ts";
import { panelLeaves } from "../../../../engine/plan/panel/sawing.ts";
import { panelsToPtx } from "../../../../engine/write/report/panels-ptx.ts";
import { panelJob } from "../../../helpers/mixed-jobs.ts";
import { panelsVerified } from "../../../helpers/panel/panel.ts";

type Row = string[];

/** The rows of each kind of record, without its name. */
function recordsOf(text: string): (name: string) => Row[] {
  const { data, errors } = Papa.parse<Row>(text.trimEnd(), { newline: "\r\n" });
  expect(errors).toEqual([]);
  return (name) => data.filter(([own]) => own === name).map((row) => row.slice(1));
}

interface Cut {
  sequence: number;
  phase: number;
  isTrim: boolean;
  size: number;
  repeats: number;
  reference: string;
  made: number;
  /** What is cut further out of it. */
  parts: Cut[];
}

/** Cuts of a later phase behind a cut belong to what that one makes. */
function nested(rows: Row[]): Cut[] {
  const open: Cut[] = [];
  const first: Cut[] = [];
  for (const [, , , sequence, code, size, repeats, reference, made] of rows) {
    const isTrim = Number(code) >= 90;
    const phase = Number(code) % 90;
    const cut = { sequence, size, repeats, made } as unknown as Record<string, string>;
    const numbers = Object.fromEntries(Object.entries(cut).map(([key, value]) => [key, Number(value)]));
    const own = { ...numbers, phase, isTrim, reference, parts: [] } as unknown as Cut;
    while (open.length > 0 && open.at(-1)!.phase >= phase) open.pop();
    (open.at(-1)?.parts ?? first).push(own);
    open.push(own);
  }
  return first;
}

interface Placed {
  reference: string;
  x: number;
  y: number;
  length: number;
  width: number;
}

/** Where everything lies that has a reference, seen from the top left corner. */
function placedBy(cuts: Cut[], alongLength: boolean, at: Omit<Placed, "reference">, kerf: number): Placed[] {
  const placed: Placed[] = [];
  let from = 0;
  for (const { size, repeats, isTrim, reference, parts } of cuts)
    for (let k = 0; k < Math.max(1, repeats); k++) {
      const own = alongLength
        ? { ...at, x: at.x + from, length: size }
        : { ...at, y: at.y + from, width: size };
      from += size + kerf;
      if (isTrim) expect([reference, parts]).toEqual(["0", []]);
      else if (parts.length > 0) placed.push(...placedBy(parts, !alongLength, own, kerf));
      else if (reference !== "0") placed.push({ reference, ...own });
    }
  // What fills a rectangle takes no cut at its end.
  const end = alongLength ? at.length : at.width;
  const last = cuts.at(-1)!;
  expect(from - kerf).toBeLessThan(end + 1e-3);
  expect(last.repeats === 0).toBe(Math.abs(from - kerf - end) < 1e-3);
  return placed;
}

const micrometres = (value: number) => Math.round(1000 * value);
const asText = ({ reference, x, y, length, width }: Placed) =>
  [reference, ...[x, y, length, width].map(micrometres)].join(" ");

/** Pieces and offcuts of a pattern as the plan has them, seen from its upper edge. */
function wantedOf(pattern: PanelPattern, kerf: number, offcutOf: (sides: number[]) => string): string[] {
  return panelLeaves(pattern, kerf).flatMap(({ piece, offcut, x, y, length, width }) => {
    if (piece === undefined && !offcut) return [];
    const reference = piece === undefined ? offcutOf([length, width]) : `${piece + 1}`;
    return [asText({ reference, x, y, length, width })];
  });
}

async function check(input: PanelPlanRequestInput): Promise<void> {
  const request = panelPlanRequestSchema.parse(input);
  const plan = await panelsVerified(input, { workBudget: 50_000 });
  const records = recordsOf(panelsToPtx(plan, request));
  expect(records("HEADER")).toHaveLength(1);
  const offcuts = new Map(
    records("OFFCUTS").map((row) => [
      row
        .slice(4, 6)
        .map((side) => micrometres(Number(side)))
        .join(" "),
      row,
    ]),
  );
  const offcutOf = (sides: number[]) => `X${offcuts.get(sides.map(micrometres).join(" "))![1]}`;
  const made = new Map<string, number>();
  for (const [i, pattern] of plan.patterns.entries()) {
    const [, number, board, type, run] = records("PATTERNS")[i]!.map(Number);
    expect([number, board, run]).toEqual([i + 1, pattern.stock + 1, pattern.count]);
    const rows = records("CUTS").filter((row) => Number(row[1]) === number);
    expect(rows.map((row) => Number(row[2]))).toEqual(rows.map((_, k) => k + 1));
    const cuts = nested(rows);
    const panel = records("BOARDS")[pattern.stock]!.slice(4, 6).map(Number) as [number, number];
    const room = { x: 0, y: 0, length: panel[0], width: panel[1] };
    const placed = placedBy(cuts, type === 1, room, plan.kerf);
    expect(placed.map(asText).sort()).toEqual(wantedOf(pattern, plan.kerf, offcutOf).sort());
    for (const { reference } of placed) made.set(reference, (made.get(reference) ?? 0) + pattern.count);
    const told = new Map<string, number>();
    for (const row of rows) told.set(row[7]!, (told.get(row[7]!) ?? 0) + Number(row[8]));
    for (const { reference } of placed)
      expect(told.get(reference)).toBe(
        pattern.count * placed.filter((other) => other.reference === reference).length,
      );
    // Each cut of the saw has a number of its own.
    const taken = rows.flatMap(([, , , sequence, , , repeats]) =>
      Array.from({ length: Number(repeats) }, (_, k) => Number(sequence) + k),
    );
    expect(taken.sort((a, b) => a - b)).toEqual(taken.map((_, k) => k + 1));
  }
  for (const row of records("PARTS_REQ")) expect(Number(row[10])).toBe(made.get(row[1]!) ?? 0);
  for (const row of records("OFFCUTS")) expect(Number(row[6])).toBe(made.get(`X${row[1]}`));
}

it.each(Array.from({ length: 24 }, (_, seed) => seed))("the cuts of job %i lead to its plan", (seed) =>
  check(panelJob(seed)),
);

it("tells trims of both kinds, names with commas, edge bands and damaged panels", async () => {
  const input: PanelPlanRequestInput = {
    stocks: [
      { id: "oak, 19", length: 1000, width: 600, cost: 40, quantity: 1, grain: "width", offcut: true },
      { id: "damaged", length: 1000, width: 600, defects: [{ x: 0, y: 0, length: 50, width: 50 }] },
    ],
    pieces: [
      {
        id: 'side "A"',
        length: 470,
        width: 270,
        quantity: 8,
        label: "left, right",
        edges: { top: "ABS 2", left: "ABS 1" },
      },
    ],
    kerf: 4,
    options: { trim_left: 10, trim_right: 12, trim_bottom: 14, trim_top: 16, first_cut: "cross" },
  };
  await check(input);
  const plan = await panelsVerified(input);
  const records = recordsOf(panelsToPtx(plan, panelPlanRequestSchema.parse(input)));
  expect(records("MATERIALS")[0]!.slice(6)).toEqual(["4", "4", "14", "16", "10", "12"]);
  expect(records("PARTS_REQ")[0]![2]).toBe('side "A"');
  const [info] = records("PARTS_INF") as [Row];
  expect([info[2], ...info.slice(7, 11)]).toEqual(["left, right", "", "ABS 2", "ABS 1", ""]);
  const [oak] = records("BOARDS") as [Row];
  expect([oak[2], oak[8], oak[12], oak[13], oak[17]]).toEqual(["oak, 19", "40", "2", "1", "1"]);
  const damaged = plan.patterns.flatMap(({ defects }, i) => (defects ? [i + 1] : []));
  expect(records("NOTES").map((row) => row[2]!.match(/Pattern (\d+):/)![1])).toEqual(damaged.map(String));
  expect(damaged.length).toBeGreaterThan(0);
  expect(records("PATTERNS").map((row) => row[3])).toContain("1");
});
