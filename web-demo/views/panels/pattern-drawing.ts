/** A panel to scale: its pieces, what is kept, the way the grain runs, and its cuts numbered in the order of sawing. */
import { type PanelCutStep, panelCuts, panelLeaves } from "../../../engine/entries/sawing.ts";
import type { PanelPattern } from "../../../engine/index.ts";
import { s } from "../../dom.ts";
import { PALETTE_SIZE, type PanelResult } from "../../model/project.ts";
import { count, type DisplayUnit, sizeText } from "../../model/units.ts";
import { partStyle } from "../../theme.ts";

/** The longer side of a drawing in its own units, which pixels are close to. */
const LONG = 1000;
const FONT = 22;
/** Numbers nearer to each other than this would be unreadable. */
const BADGE = 15;
/** Letters are about this wide, as a share of their height. */
const LETTER = 0.58;

export interface PanelView {
  unit: DisplayUnit;
  /** Cuts that are done already; all of them are shown when absent. */
  done?: number;
}

export function panelDrawing(
  pattern: PanelPattern,
  { plan, request }: PanelResult,
  { unit, done }: PanelView,
): SVGSVGElement {
  const { length, width } = pattern;
  const scale = LONG / Math.max(length, width);
  const y = (up: number) => (width - up) * scale;
  const cuts = panelCuts(pattern, plan.kerf);
  const words = `Panel ${sizeText(length, width, unit)}, ${count(cuts.length, "cut")}`;
  return s(
    "svg.panel-drawing",
    {
      viewBox: `-2 -2 ${length * scale + 4} ${width * scale + 4}`,
      role: "img",
      "aria-label": words,
    },
    s("rect.panel-ground", { x: 0, y: 0, width: length * scale, height: width * scale }),
    ...grainLines(pattern, request.stocks[pattern.stock]?.grain ?? "length", scale),
    ...panelLeaves(pattern, plan.kerf).flatMap((leaf) => {
      const box = {
        x: leaf.x * scale,
        y: y(leaf.y + leaf.width),
        width: leaf.length * scale,
        height: leaf.width * scale,
      };
      const size = sizeText(leaf.length, leaf.width, unit);
      if (leaf.piece !== undefined) {
        return [
          s(
            "rect.panel-piece.part-color",
            { style: partStyle(leaf.piece % PALETTE_SIZE), ...box },
            s("title", `${leaf.piece_id}, ${size}${leaf.rotated ? ", turned" : ""}`),
          ),
          ...bandLines(request.pieces[leaf.piece]?.edges ?? {}, box, leaf.rotated === true),
          ...nameOf([leaf.piece_id ?? "", size], box),
        ];
      }
      if (!leaf.offcut) return [];
      return [s("rect.panel-offcut", { ...box }), ...nameOf(["offcut", size], box)];
    }),
    ...defectMarks(pattern, scale, unit),
    ...cutMarks(cuts, { pattern, kerf: plan.kerf, scale, done }),
  );
}

/** Defects, which no piece may lie on, crossed out. */
function defectMarks(
  { defects = [], length, width }: PanelPattern,
  scale: number,
  unit: DisplayUnit,
): SVGElement[] {
  return defects.map((defect) => {
    const right = Math.min(defect.x + defect.length, length) * scale;
    const top = (width - Math.min(defect.y + defect.width, width)) * scale;
    const [x, bottom] = [defect.x * scale, (width - defect.y) * scale];
    const title = `Defect, ${sizeText(defect.length, defect.width, unit)}`;
    return s(
      "g.panel-defect",
      s("title", title),
      s("rect", { x, y: top, width: right - x, height: bottom - top }),
      s("path", { d: `M${x} ${top}L${right} ${bottom}M${right} ${top}L${x} ${bottom}` }),
    );
  });
}

/** Thin lines along the grain; none where there is none. */
function grainLines({ length, width }: PanelPattern, grain: string, scale: number): SVGElement[] {
  if (grain === "none") return [];
  const along = grain === "length";
  const [long, across] = along ? [length * scale, width * scale] : [width * scale, length * scale];
  const count = Math.max(2, Math.round(across / 40));
  let d = "";
  for (let i = 1; i < count; i++) {
    const at = ((across * i) / count).toFixed(1);
    d += along ? `M0 ${at}H${long.toFixed(1)}` : `M${at} 0V${long.toFixed(1)}`;
  }
  return [s("path.panel-grain", { d })];
}

interface DrawnRectangle {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** A thick line on every side that gets an edge band; a turned piece carries its sides along. */
function bandLines(
  edges: Partial<Record<"left" | "right" | "bottom" | "top", string | undefined>>,
  box: DrawnRectangle,
  turned: boolean,
): SVGElement[] {
  const { x, y, width, height } = box;
  const inset = 4;
  const sides = {
    left: `M${x + inset} ${y + inset}v${height - 2 * inset}`,
    right: `M${x + width - inset} ${y + inset}v${height - 2 * inset}`,
    bottom: `M${x + inset} ${y + height - inset}h${width - 2 * inset}`,
    top: `M${x + inset} ${y + inset}h${width - 2 * inset}`,
  };
  // Turned by a quarter to the left: what was on top is on the left.
  const where = { left: "bottom", bottom: "right", right: "top", top: "left" } as const;
  return (["left", "right", "bottom", "top"] as const).flatMap((side) =>
    edges[side] ? [s("path.panel-band", { d: sides[turned ? where[side] : side] })] : [],
  );
}

/** Name and size where they have room, else the size, else nothing: the title says both. */
function nameOf(lines: [name: string, size: string], { x, y, width, height }: DrawnRectangle): SVGElement[] {
  const [cx, cy] = [x + width / 2, y + height / 2];
  const longest = Math.max(...lines.map((line) => line.length)) * LETTER;
  const upright = height > width && longest * FONT > width - 12;
  const [along, across] = upright ? [height, width] : [width, height];
  const font = Math.min(FONT, (along - 12) / longest, (across - 10) / 2.3);
  if (font < 9) return [];
  const turn = upright ? { transform: `rotate(-90 ${cx} ${cy})` } : {};
  return lines.map((line, i) =>
    s(
      "text.panel-name",
      {
        x: cx,
        y: cy + (i - 0.5) * font * 1.15 + font * 0.35,
        "font-size": font,
        ...turn,
      },
      line,
    ),
  );
}

interface PatternDrawing {
  pattern: PanelPattern;
  kerf: number;
  scale: number;
  done: number | undefined;
}

/** Every cut with its number where that has room; at the saw only those done and the next one. */
function cutMarks(
  cuts: readonly PanelCutStep[],
  { pattern, kerf, scale, done }: PatternDrawing,
): SVGElement[] {
  const taken: [number, number][] = [];
  const shown = done === undefined ? cuts : cuts.slice(0, done + 1);
  const lines: SVGElement[] = [];
  const badges: SVGElement[] = [];
  for (const { number, direction, position, from, length, stage } of shown) {
    const at = (position + kerf / 2) * scale;
    const isRip = direction === "rip";
    const [a, b] = [from * scale, (from + length) * scale];
    const high = pattern.width * scale;
    const [x0, y0, x1, y1] = isRip ? [a, high - at, b, high - at] : [at, high - a, at, high - b];
    const next = done !== undefined && number === done + 1;
    const kind = next ? "next" : done === undefined ? `stage-${Math.min(stage, 3)}` : "done";
    lines.push(s("path", { class: `panel-cut ${kind}`, d: `M${x0} ${y0}L${x1} ${y1}` }));
    if (taken.some(([x, y]) => Math.hypot(x - x0!, y - y0!) < 2 * BADGE)) continue;
    taken.push([x0!, y0!]);
    // Badges at the border are moved in, so that nothing of them is cut off.
    const [bx, by] = [
      Math.min(Math.max(x0!, BADGE), pattern.length * scale - BADGE),
      Math.min(Math.max(y0!, BADGE), high - BADGE),
    ];
    badges.push(
      s("circle", { class: `panel-badge ${kind}`, cx: bx, cy: by, r: BADGE - 1 }),
      s("text.panel-number", { x: bx, y: by + 5.5 }, number),
    );
  }
  return [...lines, ...badges];
}
