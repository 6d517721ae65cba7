/**
 * Lists of pieces and stock, dropped or pasted: read as the command line reads them, added to their table, with word of
 * all that was left out or taken for granted.
 */
import type { Advice, List, ListOptions, ListPurpose } from "../../../engine/read/lists/index.ts";
import type { App } from "../../app.ts";
import { PLANS, type PlanMode } from "../../model/plans.ts";
import { notify } from "../../model/session.ts";
import type { MessagePanel, Store } from "../../model/store.ts";
import { count, listed, reasonOf } from "../../model/units.ts";

export type ListReaders = typeof import("../../../engine/read/lists/index.ts");

/** Operations that differ between lists of bars and lists of panels. */
export interface ListKind<Row, Piece, Stock> {
  mode: PlanMode;
  read(reader: ListReaders, text: string, options: ListOptions<Row> & ListPurpose): List<Row>;
  listOf(reader: ListReaders, text: string): ListPurpose["of"];
  /** Why a row cannot be in its table, if it cannot. */
  check(row: Row): string | undefined;
  pieceOf(row: Row): Piece;
  stockOf(row: Row): Stock;
}

const MOST_TOLD = 5;

/** Advice for people whose list was read otherwise than meant. */
const ADVICE: Advice = {
  decimal: (sign) => `: its ${sign === "." ? "point" : "comma"} was taken for the decimal sign`,
  either: "; write it without the sign between",
  inches: "; choose inches above if it is meant so",
};

/**
 * Adds a list to the table that it is of, the pieces where nothing says, and shows them.
 * @throws Error with a sentence where no row can be read
 */
export async function addList<Row, Piece, Stock>(
  app: App,
  text: string,
  kind: ListKind<Row, Piece, Stock>,
): Promise<void> {
  const reader = await import("../../../engine/read/lists/index.ts");
  const of = kind.listOf(reader, text) ?? "pieces";
  const rows = takeList(app, kind, reader, { text, of, verb: "Add" });
  if (of === "pieces") return;
  const why = `${count(rows, "row")} went to the stock, because the list names prices or offcuts.`;
  notify(app.store, "stock", "info", why);
}

/** Adds pasted rows below the table that they were pasted into; says so where none can be read. */
export async function pasteList<Row, Piece, Stock>(
  app: App,
  text: string,
  kind: ListKind<Row, Piece, Stock>,
  of: "pieces" | "stocks",
): Promise<void> {
  const reader = await import("../../../engine/read/lists/index.ts");
  try {
    takeList(app, kind, reader, { text, of, verb: "Paste" });
  } catch (error) {
    const place = of === "pieces" ? "pieces" : "stock";
    notify(app.store, place, "error", `Nothing was pasted: ${reasonOf(error)}.`);
  }
}

function takeList<Row, Piece, Stock>(
  { store }: App,
  kind: ListKind<Row, Piece, Stock>,
  reader: ListReaders,
  { text, of, verb }: { text: string; of: "pieces" | "stocks"; verb: string },
): number {
  const { project } = store.get();
  const { mode } = kind;
  const options = { of, unit: project.unit, skipBad: true, check: kind.check, advice: ADVICE };
  const { rows, notes, refused } = kind.read(reader, text, options);
  if (rows.length === 0 && verb === "Add") throw new Error(`no row could be read: ${refused[0]}`);
  const place = of === "pieces" ? "pieces" : "stock";
  const most = PLANS[mode].limits[of];
  const { kept, over } = fitting(rows, project[mode][of].length, most);
  if (kept.length > 0)
    store.commit(`${verb} ${count(kept.length, of === "pieces" ? "piece" : "row")}`, (now) => {
      const lines = of === "pieces" ? kept.map(kind.pieceOf) : kept.map(kind.stockOf);
      return { ...now, mode, [mode]: { ...now[mode], [of]: [...now[mode][of], ...lines] } };
    });
  if (refused.length > 0) notify(store, place, "error", `Left out: ${listed(refused, MOST_TOLD)}.`);
  const told = notes.map((note) => `${note[0]!.toUpperCase()}${note.slice(1)}.`);
  if (told.length > 0) notify(store, place, "info", told.join(" "));
  tellOver(store, place, over, most);
  return rows.length;
}

/** As many lines as a table has room for, and how many have none. */
export function fitting<Line>(lines: Line[], there: number, most: number): { kept: Line[]; over: number } {
  const kept = lines.slice(0, Math.max(0, most - there));
  return { kept, over: lines.length - kept.length };
}

export function tellOver(store: Store, place: MessagePanel, over: number, most: number): void {
  if (over > 0)
    notify(store, place, "error", `${count(over, "row")} left out: the table takes up to ${most}.`);
}
