/** Bars on paper: the stock to fetch, every pattern with boxes to tick, and labels. */
import { h } from "../../dom.ts";
import { listBars, listPieces, planQuality, restText } from "../../model/cut-plan.ts";
import type { BarPlan, Project } from "../../model/project.ts";
import {
  count,
  type DisplayUnit,
  formatLength,
  lengthText,
  roundedLength,
  roundedText,
  trim,
} from "../../model/units.ts";
import { label, paperTable, tick, ticks } from "../plans/paper.ts";
import { anglesText, barPicture, pieceColors } from "./bars-plan.ts";

export function barPaper(project: Project, what: "page" | "labels"): HTMLElement[] {
  const { plans } = project;
  if (what === "labels") return plans.length > 0 ? [labelPage(project)] : [];
  return plans.flatMap((plan) => barPages(project, plan));
}

function barPages({ name, unit, plans }: Project, of: BarPlan): HTMLElement[] {
  const { plan, request, profile } = of;
  const { summary } = plan;
  const trimmed = request.options?.trim_start;
  const head = h(
    "section",
    h("h1", profile ? `${name}, ${profile}` : name),
    h(
      "p",
      `${count(summary.stocks_used, "bar")}, ${roundedText(summary.total_stock_length, unit)} · ${trim(summary.waste_percent, 2)} % left over · kerf ${lengthText(plan.kerf, unit)} · ${planQuality(plan)}`,
    ),
    trimmed
      ? h("p", `Positions count from the bar's end before ${lengthText(trimmed, unit)} are trimmed off it.`)
      : null,
    h("h2", "Stock list"),
    paperTable(["", "Stock", `Length (${unit})`, "Bars"], stockRows(of, unit)),
  );
  const longest = Math.max(...plans.flatMap((one) => one.plan.patterns.map(({ length }) => length)));
  const colors = pieceColors(plans.flatMap((one) => one.request.pieces));
  const patterns = plan.patterns.map((pattern, i) => {
    const cuts = listPieces(pattern, plan.kerf);
    const rows = cuts.map(({ piece_id, length, position, ...cut }) => [
      tick(),
      piece_id,
      formatLength(length, unit) + anglesText(cut),
      roundedLength(position + length, unit),
    ]);
    return h(
      "section.print-pattern",
      h("h2", `${i + 1}. ${pattern.count} × ${pattern.stock_id}, ${lengthText(pattern.length, unit)}`),
      ticks(pattern.count),
      barPicture(pattern, longest, unit, of, colors),
      paperTable(["", "Piece", `Length (${unit})`, `Cut at (${unit})`], rows),
      h("p", restText(pattern, unit)),
    );
  });
  return [head, ...patterns];
}

/** The bars to fetch: each stock with how many of it are cut. */
function stockRows({ plan }: BarPlan, unit: DisplayUnit): (string | Node)[][] {
  const counts = new Map<string, { id: string; length: number; bars: number }>();
  for (const { stock_id: id, length, count } of plan.patterns) {
    const key = `${length} ${id}`;
    counts.set(key, { id, length, bars: (counts.get(key)?.bars ?? 0) + count });
  }
  return [...counts.values()].map(({ id, length, bars }) => [
    tick(),
    id,
    formatLength(length, unit),
    String(bars),
  ]);
}

function labelPage({ plans, unit, name }: Project): HTMLElement {
  const labels = listBars(plans).flatMap(({ profile, pattern, kerf, number }) =>
    listPieces(pattern, kerf).map(({ piece_id, length, ...cut }) => {
      const words = h("span", `${lengthText(length, unit)}${anglesText(cut)}`);
      return label(piece_id, [words], [profile, `bar ${number}`, name]);
    }),
  );
  return h("ul.labels", ...labels);
}
