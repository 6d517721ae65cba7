/** What the job takes on the machine: time and cost of the sheet and of all, and the verdict on its program. */
import type { PlannedExport } from "../../../engine/index.ts";
import { exportable } from "../../actions/export.ts";
import type { App } from "../../app.ts";
import { h, setAttributes, show } from "../../dom.ts";
import { canMark, programOf } from "../../io/save/program.ts";
import type { Layout, Project } from "../../model/project.ts";
import { shownLayout } from "../../model/session.ts";
import { count, lengthText, type Unit } from "../../model/units.ts";
import { icon } from "../shell/icons.ts";
import { moneyText, timeText } from "./time.ts";

/** Programs of more sheets than this are not all made to know their time. */
const MOST_SHEETS = 20;

export function programFacts(app: App): HTMLElement {
  const facts = h("dl", { class: "facts" });
  const badge = h("div", { class: "badge", role: "status" });
  const element = h("div", { class: "program-facts", "aria-label": "Program", role: "group" }, badge, facts);
  let latest = 0;
  app.store.watch(
    (state) =>
      [
        exportable(state) ? shownLayout(state) : null,
        state.session.sheet,
        state.project.machine,
        state.project.unit,
      ] as const,
    (layout, sheet, _machine, unit) => {
      const asked = ++latest;
      show(element, layout !== null);
      if (!layout) return;
      setAttributes(badge, { "data-state": "pending" });
      badge.replaceChildren("Writing and checking the program …");
      facts.replaceChildren();
      void tell(app, layout, Math.min(sheet, layout.data.sheets.length - 1), {
        current: () => asked === latest,
        one: (program) => {
          drawVerdict(badge, program, marksLeftOut(app.store.get().project));
          facts.replaceChildren(...rowsOf(program, unit));
        },
        all: (rows) => facts.append(...rows),
        failed: (why) => drawRefusal(badge, why),
      });
    },
  );
  return element;
}

interface Telling {
  current(): boolean;
  one(program: PlannedExport): void;
  all(rows: Node[]): void;
  failed(why: string): void;
}

async function tell(app: App, layout: Layout, sheet: number, telling: Telling): Promise<void> {
  try {
    const program = await programOf(app, layout, sheet);
    if (!telling.current()) return;
    telling.one(program);
    const { sheets } = layout.data;
    if (sheets.length < 2 || sheets.length > MOST_SHEETS) return;
    let [seconds, cost] = [0, 0];
    for (const at of sheets.keys()) {
      const { totals } = await programOf(app, layout, at);
      if (!telling.current()) return;
      seconds += totals.seconds;
      cost += totals.machine_cost ?? 0;
    }
    telling.all(
      fact(
        `All ${sheets.length} sheets`,
        cost > 0 ? `${timeText(seconds)} · ${moneyText(cost)}` : timeText(seconds),
      ),
    );
  } catch (error) {
    if (telling.current()) telling.failed(error instanceof Error ? error.message : String(error));
  }
}

function rowsOf({ totals }: PlannedExport, unit: Unit): Node[] {
  const { seconds, machine_cost, cut_length, travel_length, starts, shared_length } = totals;
  const long = (mm: number) => lengthText(Math.round(mm), unit);
  return [
    ...fact("Time of this sheet", timeText(seconds)),
    ...(machine_cost === undefined || machine_cost === 0
      ? []
      : fact("Cost of this sheet", moneyText(machine_cost))),
    ...fact("Cut", `${long(cut_length)}, ${count(starts, "start")}`),
    ...fact("Travel", long(travel_length)),
    ...(shared_length ? fact("Shared lines", long(shared_length)) : []),
  ];
}

function fact(name: string, value: string): Node[] {
  return [h("dt", {}, name), h("dd", {}, value)];
}

function drawVerdict(badge: HTMLElement, { verified, findings }: PlannedExport, leftOut: string[]): void {
  setAttributes(badge, { "data-state": "good" });
  const notes = findings.map(({ message, count: times }) =>
    h("li", {}, /^\d/.test(message) || times < 2 ? message : `${times} ${message}`),
  );
  notes.push(...leftOut.map((text) => h("li", {}, text)));
  badge.replaceChildren(
    icon("check"),
    h("strong", {}, "Program verified"),
    h(
      "p",
      {},
      `No part is touched, every outline is cut through: ${count(verified.lines, "line")} read again.`,
    ),
    ...(notes.length > 0 ? [h("ul", { class: "program-notes" }, ...notes)] : []),
  );
}

const VERBS = {
  engrave: "to engrave",
  mark: "to mark",
  bend: "to bend along",
  "cut-open": "to cut",
} as const;

/** Lines on parts that the machine says nothing of. */
function marksLeftOut({ parts, machine }: Project): string[] {
  const roles = parts.flatMap(({ marks = [] }) => marks.map(({ role }) => role));
  return [...new Set(roles)]
    .filter((role) => !canMark(machine, role))
    .map((role) => {
      const lines = roles.filter((one) => one === role).length;
      return `${count(lines, "line")} ${VERBS[role]} ${lines === 1 ? "is" : "are"} left out: this machine has no settings for it.`;
    });
}

function drawRefusal(badge: HTMLElement, why: string): void {
  setAttributes(badge, { "data-state": "bad" });
  badge.replaceChildren(icon("warning"), h("strong", {}, "No program"), h("p", {}, why));
}
