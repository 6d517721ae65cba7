/**
 * Lists as CSV (RFC 4180) for spreadsheets and saws.
 *
 * Numbers have a decimal point and at most four decimals. Names are quoted where they must be, and a name that a
 * spreadsheet would take for a formula gets an apostrophe in front, which makes it text there.
 */
import type { CutPlan } from "../../base/contract/cut-plan.ts";
import { formatNumber } from "../../base/text.ts";

/** The cuts of a plan of bars. Equal bars are one line per cut with their number in front, which is how a saw is fed. */
export function barsToCsv({ patterns }: CutPlan): string {
  const piece = ["piece", "length", "pieces_per_bar", "first_position", "angle_start", "angle_end"];
  const rows = patterns.flatMap(({ count, stock_id, length, cuts, offcut }) =>
    cuts.map((run) => {
      const angles = [run.angle_start ?? 0, run.angle_end ?? 0];
      const where = [safeText(run.piece_id), run.length, run.count, run.position, ...angles];
      return [count, safeText(stock_id), length, ...where, offcut];
    }),
  );
  return csvTable(["bars", "stock", "stock_length", ...piece, "offcut"], rows);
}

export function csvTable(head: string[], rows: (string | number)[][]): string {
  const cell = (value: string | number) => (typeof value === "number" ? formatNumber(value, 4) : value);
  return [head, ...rows].map((row) => `${row.map(cell).join(",")}\r\n`).join("");
}

export function safeText(name: string): string {
  const safe = /^[=+\-@\t\r]/.test(name) ? `'${name}` : name;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
