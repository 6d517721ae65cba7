/** Prices of the job, its sum, and the quote as a page to print. */
import type { App } from "../../app.ts";
import { h, setText, show } from "../../dom.ts";
import { materialText } from "../../edit/materials.ts";
import { printPages } from "../../io/browser.ts";
import { boundsSize, pointBounds } from "../../model/bounds.ts";
import type { Project, Quote } from "../../model/project.ts";
import { readiness } from "../../model/ready.ts";
import { unplacedParts } from "../../model/solved-layout.ts";
import { count, notPlainly, parseNumber, sizeText, sum, trim } from "../../model/units.ts";
import { type Costs, costsOf } from "../../order/costs.ts";
import { hourlyRate } from "../machine/numbers.ts";
import { moneyText, timeText } from "../machine/time.ts";
import { paperTable, warning } from "../plans/paper.ts";
import { button, field, numberField } from "../shell/controls.ts";
import { eachOf } from "./rows.ts";

export function quoteFoot(app: App): HTMLElement {
  const { store } = app;
  app.later.quote = (project, ready) => {
    const costs = costsOf(project, ready);
    return costs ? [quotePage(project, costs)] : [];
  };
  const change = (label: string, quote: Partial<Quote>) =>
    store.commit(label, (project) => ({ ...project, quote: { ...project.quote, ...quote } }));
  const print = button("Print a quote", () => printPages(app, "quote"));
  const hourly = hourlyRate(app);
  const total = h("p.order-total.soft.grow.number", { role: "status" });
  store.watch(
    (state) => [state.project, readiness(state)],
    (project, ready) => {
      const costs = costsOf(project, ready);
      setText(total, costs ? totalText(costs) : "Costs are known once the job is nested and judged.");
      print.disabled = costs === null;
      show(hourly, project.machine !== null);
    },
  );
  return h(
    "div.order-foot.row",
    field(app, {
      label: "Price of a new sheet",
      text: ({ project }) => (project.quote.sheetPrice === null ? "" : trim(project.quote.sheetPrice, 2)),
      commit(text) {
        const price = text.trim() === "" ? null : parseNumber(text);
        if (text.trim() !== "" && (price === null || price < 0)) return notPlainly(text, "a price");
        change("Change price of a sheet", { sheetPrice: price });
        return null;
      },
      attributes: { inputmode: "decimal", placeholder: "none" },
    }),
    hourly,
    numberField(app, {
      label: "Markup",
      value: ({ project }) => project.quote.markup,
      min: 0,
      max: 1000,
      suffix: "%",
      set: (markup) => change("Change markup", { markup }),
    }),
    total,
    print,
  );
}

function totalText({ sheets, total, isOpen }: Costs): string {
  const seconds = sum(sheets, (sheet) => sheet.seconds);
  const time = seconds > 0 ? `${timeText(seconds)} on the machine` : "";
  const money = total > 0 ? `${moneyText(total)} in all` : "";
  const open = isOpen ? "a sheet has no price yet" : "";
  return [count(sheets.length, "sheet"), time, money, open].filter(Boolean).join(" · ");
}

/** What is asked for the parts that are on the sheets; those without a place are named. */
function quotePage(project: Project, costs: Costs): HTMLElement {
  const { name, parts, unit, layout, material, thickness, quote } = project;
  const of = { material, ...(thickness === null ? {} : { thickness }) };
  const rows = parts.flatMap((part) => {
    const { copies = 0, cost = 0 } = costs.parts.get(part.id) ?? {};
    if (copies === 0) return [];
    const { width, height } = boundsSize(pointBounds(part.exterior));
    const made = materialText({ ...of, ...part }, unit);
    const each = moneyText(eachOf(part.id, costs) ?? 0);
    return [
      [String(copies), part.id, sizeText(width, height, unit), made, part.due ?? "", each, moneyText(cost)],
    ];
  });
  const factor = 1 + quote.markup / 100;
  const sheets = costs.sheets.map((sheet, i) => [
    `Sheet ${i + 1}`,
    sheet.material === null ? "no price" : moneyText(sheet.material * factor),
    sheet.seconds > 0 ? timeText(sheet.seconds) : "",
    moneyText(sheet.machine * factor),
  ]);
  return h(
    "section.print-page.quote",
    h("h1", `Quote: ${name}`),
    h("p", new Date().toLocaleDateString()),
    paperTable(["Qty", "Part", "Size", "Material", "Due", "Each", "Sum"], rows, "Parts"),
    ...unplacedParts(layout!).map(({ id, count: copies }) =>
      warning(`Not in this quote: ${copies} × ${id} found no place.`),
    ),
    paperTable(["", "Material", "Machine time", "Machine"], sheets, "Sheets"),
    h("p.quote-sum", h("strong", `Total ${moneyText(costs.total)}`)),
  );
}
