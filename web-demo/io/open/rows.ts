/** The room that tables have. */
import { notify } from "../../model/session.ts";
import type { MessagePanel, Store } from "../../model/store.ts";
import { count } from "../../model/units.ts";

/** As many lines as a table has room for, and how many have none. */
export function fitting<Line>(lines: Line[], there: number, most: number): { kept: Line[]; over: number } {
  const kept = lines.slice(0, Math.max(0, most - there));
  return { kept, over: lines.length - kept.length };
}

export function tellOver(store: Store, place: MessagePanel, over: number, most: number): void {
  if (over > 0)
    notify(store, place, "error", `${count(over, "row")} left out: the table takes up to ${most}.`);
}
