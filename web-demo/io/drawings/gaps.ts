/** Closing gaps that somebody has looked at: the drawing is read again, with ends joined that far apart. */
import type { OpenEnd } from "../../../engine/index.ts";
import type { App } from "../../app.ts";
import { notify } from "../../model/session.ts";
import { count, roundedText } from "../../model/units.ts";
import { rereadDrawings } from "./again.ts";

/** Ends further apart are no ends of one line (mm). */
const WIDEST = 100;

/** Tolerance that closes a gap, a hair more than its width. */
export function gapAt({ width }: OpenEnd): number {
  return Math.ceil(width * 1000 + 1e-6) / 1000;
}

/** Closes all gaps of drawings up to a width (mm), as one step. */
export async function closeGaps(app: App, ids: readonly string[], width: number): Promise<void> {
  const { store } = app;
  if (width > WIDEST) {
    notify(store, "parts", "error", `A gap of more than ${WIDEST} mm is closed in the drawing, not here.`);
    return;
  }
  const before = openEnds(app, ids);
  await rereadDrawings(app, ids, { joinGaps: width });
  const closed = before - openEnds(app, ids);
  if (closed > 0) store.update({ spoken: `${count(closed, "gap")} closed.` });
  // Who has pressed one of them is told of the narrower ones.
  if (closed > 1)
    notify(store, "parts", "info", `${closed} gaps are closed: all up to ${widthText(app, width)}.`);
}

function widthText({ store }: App, width: number): string {
  return roundedText(width, store.get().project.unit);
}

function openEnds({ store }: App, ids: readonly string[]): number {
  const mine = store.get().project.drawings.filter(({ id }) => ids.includes(id));
  return mine.reduce((sum, { openEnds: ends = [] }) => sum + ends.length, 0);
}
