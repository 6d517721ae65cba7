/** Defects of a panel as text: `120:80:400×60 + 900:20:30×30`, from left and bottom, then length and width. */
import type { PanelDefect } from "../../engine/index.ts";
import { formatLength, parseLength, type Unit } from "../model/units.ts";

export function defectsText(defects: readonly PanelDefect[], unit: Unit): string {
  const mm = (value: number) => formatLength(value, unit);
  return defects.map(({ x, y, length, width }) => `${mm(x)}:${mm(y)}:${mm(length)}×${mm(width)}`).join(" + ");
}

/** Null for what is no list of defects. */
export function readDefects(text: string, unit: Unit): PanelDefect[] | null {
  const defects = text.split("+").map((one) => readDefect(one, unit));
  return defects.every((defect) => defect !== null) ? defects : null;
}

function readDefect(text: string, unit: Unit): PanelDefect | null {
  const [left = "", bottom = "", size = "", ...more] = text.split(":");
  const [x = null, y = null, length = null, width = null, ...others] = [
    left,
    bottom,
    ...size.split(/[x×]/i),
  ].map((part) => parseLength(part.trim(), unit));
  if (more.length > 0 || others.length > 0) return null;
  if (x === null || y === null || x < 0 || y < 0 || !length || !width) return null;
  return length > 0 && width > 0 ? { x, y, length, width } : null;
}
