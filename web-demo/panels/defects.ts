/** Defects of a panel as text: `120:80:400×60 + 900:20:30×30`, from left and bottom, then length and width; lists read it. */
import type { PanelDefect } from "../../engine/index.ts";
import { type DisplayUnit, formatLength } from "../model/units.ts";

export function defectsText(defects: readonly PanelDefect[], unit: DisplayUnit): string {
  const mm = (value: number) => formatLength(value, unit);
  return defects.map(({ x, y, length, width }) => `${mm(x)}:${mm(y)}:${mm(length)}×${mm(width)}`).join(" + ");
}
