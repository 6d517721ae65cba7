/** On paper: every pattern with its cuts in order, boxes to tick, and labels with their edge bands. */
import { panelCuts, panelLeaves } from "../../../engine/entries/sawing.ts";
import type { PanelPiece } from "../../../engine/index.ts";
import { h, s } from "../../dom.ts";
import type { PanelResult, Project } from "../../model/project.ts";
import { count, type DisplayUnit, lengthText, sizeText, trim } from "../../model/units.ts";
import { cutWords, listPanels, metresText } from "../plans/job.ts";
import { label, paperTable, ticks, warning } from "../plans/paper.ts";
import { grainText } from "./panel-plan.ts";
import { panelDrawing } from "./pattern-drawing.ts";

export function panelPaper(project: Project, what: "page" | "labels"): HTMLElement[] {
  return what === "labels"
    ? [labelPage(project)]
    : project.panelPlans.flatMap((result) => pagesOf(project, result));
}

function pagesOf({ name, unit }: Project, result: PanelResult): HTMLElement[] {
  const { plan, request, material } = result;
  const { summary } = plan;
  const head = h(
    "section",
    h("h1", material ? `${name}, ${material}` : name),
    h(
      "p",
      `${count(summary.stocks_used, "panel")} · ${trim(summary.waste_percent, 2)} % left over · kerf ${lengthText(plan.kerf, unit)} · ${count(summary.total_cuts, "cut")}, ${metresText(summary.total_cut_length, unit)}`,
    ),
    ...plan.unplaced.map(({ piece_id, count }) => warning(`Not placed: ${count} × ${piece_id}`)),
  );
  const patterns = plan.patterns.map((pattern, i) => {
    const { count, stock_id, length, width } = pattern;
    const grain = request.stocks[pattern.stock]?.grain;
    const rows = panelCuts(pattern, plan.kerf).map((cut) => {
      const { what, result: falls } = cutWords(cut, (mm) => lengthText(mm, unit));
      return [String(cut.number), what, falls];
    });
    return h(
      "section.print-page",
      h(
        "h2",
        `${i + 1}. ${count} × ${stock_id}, ${sizeText(length, width, unit)}${grain === "none" ? "" : `, ${grainText(grain)}`}`,
      ),
      ticks(count),
      panelDrawing(pattern, result, { unit }),
      paperTable([], rows),
    );
  });
  return [head, ...patterns];
}

/** One label per piece, in the order in which they come off the saw. */
function labelPage({ panelPlans, unit, name }: Project): HTMLElement {
  const labels = listPanels(panelPlans).flatMap(({ result, pattern, number }) =>
    panelLeaves(pattern, result.plan.kerf).flatMap(({ piece }) =>
      piece === undefined
        ? []
        : [labelOf(result.request.pieces[piece]!, result.material, `panel ${number} · ${name}`, unit)],
    ),
  );
  return h("ul.labels", ...labels);
}

function labelOf(piece: PanelPiece, material: string, from: string, unit: DisplayUnit): HTMLElement {
  const { id, label: name = "", length, width, grain, edges = {} } = piece;
  const bands = SIDES.filter((side) => edges[side]).map((side) => `${side} ${edges[side]}`);
  const words = [
    name && h("span", name),
    h("span", sizeText(length, width, unit)),
    edgePicture(piece),
    bands.length > 0 && h("small.label-bands", `Band: ${bands.join(", ")}`),
  ];
  return label(id, words, [material, grain === "length" || grain === "width" ? grainText(grain) : "", from]);
}

const SIDES = ["top", "bottom", "left", "right"] as const;

/** The piece with thick lines where it is banded. */
function edgePicture({ length, width, edges = {} }: PanelPiece): SVGSVGElement {
  const scale = 60 / Math.max(length, width);
  const [w, hi] = [Math.max(10, length * scale), Math.max(10, width * scale)];
  const sides = {
    left: `M3 3v${hi}`,
    right: `M${w + 3} 3v${hi}`,
    top: `M3 3h${w}`,
    bottom: `M3 ${hi + 3}h${w}`,
  };
  return s(
    "svg.label-edges",
    { viewBox: `0 0 ${w + 6} ${hi + 6}`, width: w + 6, height: hi + 6 },
    s("rect", { x: 3, y: 3, width: w, height: hi }),
    ...SIDES.filter((side) => edges[side]).map((side) => s("path", { d: sides[side] })),
  );
}
