/** Account of every millimetre of a drawing. */
import type { LengthAccount } from "../../../engine/index.ts";
import type { App } from "../../app.ts";
import { h } from "../../dom.ts";
import type { ProjectDrawing } from "../../model/project.ts";
import { roundedText } from "../../model/units.ts";

const FATES: readonly (readonly [Exclude<keyof LengthAccount, "drawn" | "more">, string])[] = [
  ["cut", "Outlines and holes"],
  ["open", "Open lines, cut where they lie on a part"],
  ["bend", "Bend lines"],
  ["engrave", "Engraved"],
  ["mark", "Marked"],
  ["construction", "Not made: axes, dimensions, frames"],
  ["duplicate", "Drawn twice"],
  ["overshoot", "Ends beyond corners"],
  ["left_out", "Too short to cut"],
];

/** Shorter ones are read as nothing (mm). */
const LEAST = 0.005;

/** Outlines that two parts share are long enough to be spoken of. */
export function isShared({ more }: LengthAccount): boolean {
  return more.shared > LEAST;
}

export function accountOf(app: App, { name, account }: ProjectDrawing): HTMLElement | null {
  if (!account) return null;
  const { unit } = app.store.get().project;
  const row = (label: string, mm: number) =>
    h("tr", h("th", { scope: "row" }, label), h("td", roundedText(mm, unit)));
  const { closed, shared } = account.more;
  return h(
    "details.account",
    h("summary", `All ${roundedText(account.drawn, unit)} that are drawn`),
    h(
      "table",
      { "aria-label": `Lengths of ${name}` },
      ...FATES.filter(([fate]) => account[fate] > LEAST).map(([fate, label]) => row(label, account[fate])),
    ),
    isShared(account)
      ? h("p", `${roundedText(shared, unit)} of the outlines are shared by two parts.`)
      : null,
    closed > LEAST ? h("p", `Closing gaps added ${roundedText(closed, unit)}.`) : null,
  );
}
