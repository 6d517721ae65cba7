/**
 * Cut lists as CSV (RFC 4180) for spreadsheets and saws: what lies where on the sheets, and what is cut from the bars.
 *
 * Numbers have a decimal point and at most four decimals. Names are quoted where they must be, and a name that a
 * spreadsheet would take for a formula gets an apostrophe in front, which makes it text there.
 */
import { checkAnswer } from "../../base/contract/options.ts";
import { type CutData, cutDataSchema } from "../../base/contract/v1/cut.ts";
import {
  type NestData,
  type NestRequestInput,
  nestDataSchema,
  nestRequestSchema,
} from "../../base/contract/v1/nest.ts";
import { completed, explained } from "../../base/contract/validate.ts";
import { signedArea } from "../../base/geometry/ring.ts";
import { formatNumber } from "../../base/text.ts";
import { distinctRows } from "../picture/bars-svg.ts";
import { placed_parts } from "../toolpath/plan/placed.ts";

/** One line per placed part, in the order of the answer. Areas are net of holes, in mm². */
export function sheetsToCsv(request: NestRequestInput, data: NestData): string {
  checkAnswer("data", data, "nest", ["sheets"]);
  return explained({ request: [nestRequestSchema, request], data: [nestDataSchema, data] }, () => {
    const asked = completed(nestRequestSchema, request);
    const head = ["sheet", "part", "copy", "x", "y", "rotation", "width", "height", "area"];
    const rows = placed_parts(asked, data).flatMap((placed, at) =>
      placed.map(({ placement: { x, y, rotation, instance, bounds }, part }) => {
        const holes = part.holes.reduce((sum, hole) => sum + Math.abs(signedArea(hole)), 0);
        const size = [bounds.max_x - bounds.min_x, bounds.max_y - bounds.min_y];
        const area = Math.abs(signedArea(part.exterior)) - holes;
        return [data.sheets[at]!.index + 1, safeText(part.id), instance + 1, x, y, rotation, ...size, area];
      }),
    );
    return csvTable(head, rows);
  });
}

/** One line per run of equal pieces on a layout; layouts that repeat stand once, with the number of bars. */
export function barsToCsv(data: CutData): string {
  checkAnswer("data", data, "cut", ["layouts"]);
  return explained({ data: [cutDataSchema, data] }, () => {
    const head = ["layout", "bars", "stock", "stock_length", "piece", "length", "pieces", "position", "left"];
    const rows = distinctRows(data.layouts).flatMap(({ layout, count }, at) => {
      const { stock_id, used_length, waste, cuts } = layout;
      return runsOf(cuts).map(({ piece_id, length, position, pieces }) => {
        const stock = [safeText(stock_id), used_length + waste];
        return [at + 1, count, ...stock, safeText(piece_id), length, pieces, position, waste];
      });
    });
    return csvTable(head, rows);
  });
}

/** Neighbours of one kind together, with where the first one begins. */
function runsOf(cuts: CutData["layouts"][number]["cuts"]) {
  const runs: { piece_id: string; length: number; position: number; pieces: number }[] = [];
  for (const cut of cuts) {
    const last = runs.at(-1);
    if (last && last.piece_id === cut.piece_id && last.length === cut.length) last.pieces++;
    else runs.push({ ...cut, pieces: 1 });
  }
  return runs;
}

export function csvTable(head: string[], rows: (string | number)[][]): string {
  const cell = (value: string | number) => (typeof value === "number" ? formatNumber(value, 4) : value);
  return [head, ...rows].map((row) => `${row.map(cell).join(",")}\r\n`).join("");
}

export function safeText(name: string): string {
  const safe = /^[=+\-@\t\r]/.test(name) ? `'${name}` : name;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
