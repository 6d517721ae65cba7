/** The cutting plan: one line per pattern with how often it is cut, pieces to scale, where every cut falls. */
import type { CutPattern } from "../../../engine/index.ts";
import type { App } from "../../app.ts";
import { countsOf } from "../../collect.ts";
import { h } from "../../dom.ts";
import { EXAMPLES, openExample } from "../../io/open/examples.ts";
import { type BarPiece, listPieces, restText } from "../../model/cut-plan.ts";
import { type BarPlan, type BarsProject, PALETTE_SIZE, type Project } from "../../model/project.ts";
import {
  type DisplayUnit,
  formatLength,
  lengthText,
  roundedLength,
  roundedText,
  trim,
} from "../../model/units.ts";
import { partStyle } from "../../theme.ts";
import { patternsView } from "../plans/pattern-list.ts";
import { button } from "../shell/controls.ts";

/** Patterns drawn at once; a plan can have hundreds. */
const ROWS = 120;

export function barsView(app: App): HTMLElement {
  const wanted = h("ol.wanted.stack.tight", { "aria-label": "Pieces to scale" });
  const example = EXAMPLES.find(({ settings }) => settings.mode === "bars")!;
  const open = () => void openExample(app, example);
  return patternsView<BarPlan>(app, "bars", {
    list: "Cutting patterns",
    region: "Cutting plan",
    most: ROWS,
    nameless: "No profile named",
    rows: patternRows,
    before: wanted,
    drawBefore: ({ bars, unit }) =>
      wanted.replaceChildren(...wantedRows(bars, unit, pieceColors(bars.pieces))),
    welcome: {
      title: "Cut bars with the least waste",
      text: "List the stock you have and the pieces you need. The plan says what to cut from which bar, and whether a better plan can exist.",
      example: button(`Try the ${example.title.toLowerCase()}`, open, { class: "button primary" }),
      ways: "Paste rows from a spreadsheet, or drop a CSV file.",
    },
  });
}

function patternRows({ plans, unit }: Project, most: number): [BarPlan, HTMLElement][] {
  const patterns = plans.flatMap((plan) => plan.plan.patterns.map((pattern) => ({ plan, pattern })));
  const longest = Math.max(...patterns.map(({ pattern }) => pattern.length), 0);
  const colors = pieceColors(plans.flatMap(({ request }) => request.pieces));
  return patterns
    .slice(0, most)
    .map(({ plan, pattern }) => [plan, patternRow(pattern, longest, unit, plan, colors)]);
}

/** The pieces side by side before there is a plan, the longest stock being the full width. */
function wantedRows(
  { stocks, pieces }: BarsProject,
  unit: DisplayUnit,
  colorOf: (id: string) => number,
): HTMLElement[] {
  const longest = Math.max(...stocks.map(({ length }) => length), ...pieces.map(({ length }) => length));
  return pieces.slice(0, ROWS).map(({ id, length, quantity }) =>
    h(
      "li",
      h("p.clip", h("strong", `${quantity} ×`), ` ${id}`),
      h("div.bar-piece", {
        style: `width: ${(100 * length) / longest}%; ${partStyle(colorOf(id))}`,
        "aria-hidden": "true",
      }),
      h("p.soft.number", lengthText(length, unit)),
    ),
  );
}

/** By the order in which pieces are first named. */
export function pieceColors(pieces: readonly { id: string }[]): (id: string) => number {
  const order = new Map<string, number>();
  for (const { id } of pieces) if (!order.has(id)) order.set(id, order.size);
  return (id) => (order.get(id) ?? 0) % PALETTE_SIZE;
}

function patternRow(
  pattern: CutPattern,
  longest: number,
  unit: DisplayUnit,
  of: BarPlan,
  colorOf: (id: string) => number,
): HTMLElement {
  const cuts = listPieces(pattern, of.plan.kerf);
  const positions = cuts.map(({ position, length }) => roundedLength(position + length, unit)).join(" · ");
  return h(
    "li.pattern.card",
    h(
      "p.pattern-head",
      h("strong", `${pattern.count} ×`),
      ` ${pattern.stock_id}`,
      isOffcut(of.request, pattern) ? h("span.tag.quiet", "offcut") : null,
      h("span.pattern-rest.soft", restText(pattern, unit)),
    ),
    barPicture(pattern, longest, unit, of, colorOf),
    h("p.pattern-cuts", wordsOf(cuts, unit)),
    h("p.quiet", h("span", "Cut at "), positions),
  );
}

/** A bar to scale, the longest being the full width, with every piece, its mitres and what is left. */
export function barPicture(
  pattern: CutPattern,
  longest: number,
  unit: DisplayUnit,
  { plan, request }: BarPlan,
  colorOf: (id: string) => number,
): HTMLElement {
  const share = (length: number) => `${(100 * length) / longest}%`;
  const bar = h("div.bar", { "aria-hidden": "true", style: `width: ${share(pattern.length)}` });
  const inBar = (length: number) => `${(100 * length) / pattern.length}%`;
  const { profile_width = 0, measured } = request.options ?? {};
  for (const cut of listPieces(pattern, plan.kerf)) {
    const { piece_id, length, position } = cut;
    const reach = measured === "short" ? length + shortening(cut, profile_width) : length;
    // Mitres of bars of unknown width are drawn as on a bar of a common one.
    const width = profile_width || Math.min(COMMON_WIDTH, reach / 4);
    const place = `left: ${inBar(position)}; width: ${inBar(reach)}`;
    const style = `${place}; ${partStyle(colorOf(piece_id))}${mitreStyle({ ...cut, length: reach }, width)}`;
    const title = `${piece_id}, ${lengthText(length, unit)}${anglesText(cut)}`;
    const words = [h("b", formatLength(length, unit)), h("i", piece_id)];
    bar.append(h("span.bar-piece", { style, title }, ...words));
  }
  bar.append(...barEnds(pattern, unit, inBar));
  return bar;
}

/** In mm. */
const COMMON_WIDTH = 40;

function shortening({ angle_start = 0, angle_end = 0 }: BarPiece, width: number): number {
  const back = (angle: number) => width * Math.tan((angle * Math.PI) / 180);
  const ends = [back(angle_start), back(angle_end)];
  const edge = (sign: number) => ends.reduce((sum, end) => sum + Math.max(0, sign * end), 0);
  return Math.max(edge(1), edge(-1));
}

/** The slanting ends to scale: positive angles have their long point at the far edge. */
function mitreStyle({ length, angle_start = 0, angle_end = 0 }: BarPiece, width: number): string {
  if (angle_start === 0 && angle_end === 0) return "";
  const back = (angle: number) => (100 * width * Math.tan((Math.abs(angle) * Math.PI) / 180)) / length;
  const [start, end] = [back(angle_start), 100 - back(angle_end)];
  const far = [angle_start < 0 ? start : 0, angle_end < 0 ? end : 100];
  const near = [angle_start > 0 ? start : 0, angle_end > 0 ? end : 100];
  return `; clip-path: polygon(${far[0]}% 0, ${far[1]}% 0, ${near[1]}% 100%, ${near[0]}% 100%)`;
}

/** `, 45° / −45°` for a mitred piece. */
export function anglesText({
  angle_start = 0,
  angle_end = 0,
}: Pick<BarPiece, "angle_start" | "angle_end">): string {
  if (angle_start === 0 && angle_end === 0) return "";
  const angle = (degrees: number) => `${trim(degrees, 2).replace("-", "−")}°`;
  return `, ${angle(angle_start)}\u00a0/\u00a0${angle(angle_end)}`;
}

/** `3 × Post 1985 mm, 2 × Brace 740 mm, 45° / −45°`: equal pieces together. */
function wordsOf(cuts: readonly BarPiece[], unit: DisplayUnit): string {
  const names = cuts.map((cut) => `${cut.piece_id} ${lengthText(cut.length, unit)}${anglesText(cut)}`);
  return [...countsOf(names)].map(([name, count]) => `${count}\u00a0×\u00a0${name}`).join(", ");
}

/** Ends of a bar that no piece is cut from: the trims, and the remnant that is worth keeping. */
function barEnds(
  { length, trim_start, trim_end, offcut }: CutPattern,
  unit: DisplayUnit,
  inBar: (length: number) => string,
): HTMLElement[] {
  const stretch = (name: string, text: string, from: number, size: number) =>
    size > 0
      ? [h("span", { class: name, style: `left: ${inBar(from)}; width: ${inBar(size)}`, title: text })]
      : [];
  const kept = stretch("bar-kept", `${roundedText(offcut, unit)} left`, length - trim_end - offcut, offcut);
  for (const element of kept) {
    element.append(h("span", h("b", roundedLength(offcut, unit)), h("i", "left")));
  }
  return [
    ...stretch("bar-trim", `Trim, ${lengthText(trim_start, unit)}`, 0, trim_start),
    ...kept,
    ...stretch("bar-trim", `Trim, ${lengthText(trim_end, unit)}`, length - trim_end, trim_end),
  ];
}

function isOffcut({ stocks }: BarPlan["request"], { stock_id, length }: CutPattern): boolean {
  return stocks.some((stock) => stock.id === stock_id && stock.length === length && stock.offcut === true);
}
