/** Files that name no unit: one question for all of them, with the sizes that either answer gives. */
import type { App } from "../../app.ts";
import { h } from "../../dom.ts";
import { rereadDrawings } from "../../io/drawings/again.ts";
import type { ReadSettings } from "../../io/source.ts";
import { pointBounds } from "../../model/bounds.ts";
import type { Part, ProjectDrawing } from "../../model/project.ts";
import { listed, MM_PER_INCH, sizeText } from "../../model/units.ts";
import { button, SMALL } from "../shell/controls.ts";
import { icon } from "../shell/icons.ts";
import { questionBox } from "../shell/question.ts";

/** Units that a drawing may be in, with their size in millimetres. */
export const UNITS = {
  px: MM_PER_INCH / 96,
  pt: MM_PER_INCH / 72,
  "90 dpi": MM_PER_INCH / 90,
  "300 dpi": MM_PER_INCH / 300,
  mm: 1,
  cm: 10,
  m: 1000,
  inch: MM_PER_INCH,
  foot: 12 * MM_PER_INCH,
};
export type OfferedUnit = keyof typeof UNITS;

export const NAMED: Partial<Record<OfferedUnit, string>> = { px: "96 dpi (px)", pt: "72 dpi (pt)" };

/** How the reader is told of a unit: by its name, or by its size where it has none. */
export function settingOf(unit: OfferedUnit): NonNullable<ReadSettings["unit"]> {
  return unit === "90 dpi" || unit === "300 dpi" ? UNITS[unit] : unit;
}

/** Whether a unit is one of a screen or of print, as drawings in SVG have them. */
export function isDot(unit: string): boolean {
  return ["px", "pt", "90 dpi", "300 dpi"].includes(unit);
}

export function unitQuestion(app: App): HTMLElement {
  return questionBox(
    app,
    "Unit",
    ({ drawings, parts }) => [drawings, parts],
    ({ drawings, parts }) => {
      const open = drawings.filter(({ unit }) => unit.source === "assumed");
      return open.length > 0 ? question(app, open, parts, drawings.length) : [];
    },
  );
}

/** `among` so many drawings. */
function question(app: App, open: readonly ProjectDrawing[], parts: readonly Part[], among: number): Node[] {
  const sizeOf = ({ unit }: ProjectDrawing) => unit.millimetres ?? UNITS[unit.name as OfferedUnit] ?? 1;
  const [first] = open as [ProjectDrawing];
  // Dots are as many to the inch as the program that wrote the file has.
  const same = open.filter((one) => one.unit.name === first.unit.name && sizeOf(one) === sizeOf(first));
  const largest = largestOf(same, parts);
  const dots: OfferedUnit[] = ["px", "90 dpi", "pt"];
  if (sizeOf(first) === UNITS["300 dpi"]) dots.push("300 dpi");
  const answers: OfferedUnit[] = isDot(first.unit.name) ? [...dots, "mm", "inch"] : ["mm", "inch"];
  const answer = (unit: OfferedUnit) => {
    const factor = UNITS[unit] / sizeOf(first);
    const size = sizeText(largest.width * factor, largest.height * factor, "mm");
    const ids = same.map(({ id }) => id);
    const text = `${NAMED[unit] ?? unit}: ${size}${factor === 1 ? ", as read" : ""}`;
    return button(text, () => void rereadDrawings(app, ids, { unit: settingOf(unit) }), SMALL);
  };
  const text =
    same.length === 1
      ? `${among === 1 ? "The file" : first.name} names no unit. Which is right?`
      : `${same.length} files name no unit (${listed(same, 2)}). Which is right?`;
  const evidence = new Set(same.map(evidenceOf));
  const [because] = evidence.size === 1 ? evidence : [];
  return [
    h("p", icon("warning"), text),
    because ? h("p.unit-part.soft", `Read so because ${because}.`) : null,
    largest.name === "" ? null : h("p.unit-part.soft", `Then ${largest.name} measures`),
    h("div.row", ...answers.map(answer)),
  ].filter((node) => node !== null);
}

/** Why the reader has taken this scale, where the drawing gives it a reason. */
function evidenceOf({ findings }: ProjectDrawing): string | undefined {
  return findings.flatMap(({ message }) => / because (.+?): \S+ mm wide/.exec(message)?.[1] ?? [])[0];
}

/** The largest part of these drawings: its size is what one knows. */
function largestOf(
  drawings: readonly ProjectDrawing[],
  parts: readonly Part[],
): { name: string; width: number; height: number } {
  const ids = new Set(drawings.map(({ id }) => id));
  const boxes = parts
    .filter(({ drawing }) => drawing !== null && ids.has(drawing))
    .map(({ id, exterior }) => ({ name: id, box: pointBounds(exterior) }));
  // A drawing without parts still has a size.
  if (boxes.length === 0) boxes.push({ name: "", box: pointBounds(drawings[0]!.cutPaths.flat()) });
  return boxes
    .map(({ name, box }) => ({ name, width: box.max_x - box.min_x, height: box.max_y - box.min_y }))
    .reduce((best, one) => (one.width * one.height > best.width * best.height ? one : best));
}
