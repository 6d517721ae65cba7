/** Columns of an order: what is typed of each part beside its name. */
import { LIMITS } from "../../engine/entries/schemas.ts";
import { MOST_COPIES } from "../edit/edit-parts.ts";
import type { Part } from "../model/project.ts";
import { formatLength, parseLength, parseNumber } from "../model/units.ts";
import { type Column, countColumn, optionalColumn, wordColumn } from "../table/columns.ts";

export type OrderField = "quantity" | "material" | "thickness" | "priority" | "due";

/** In mm. */
export const MOST_THICKNESS = 1000;
const MOST_PRIORITY = 1000;

export const COLUMNS: Record<OrderField, Column<Part>> = {
  quantity: countColumn<Part>("quantity", MOST_COPIES),
  material: wordColumn<Part>("material", "Material", LIMITS.id_length),
  thickness: optionalColumn("thickness", {
    label: "Thickness",
    numeric: true,
    text: formatLength,
    parse(text, unit) {
      const mm = parseLength(text, unit);
      return mm !== null && mm > 0 && mm <= MOST_THICKNESS ? mm : null;
    },
    wanted: `a thickness above 0 and up to ${MOST_THICKNESS} mm`,
  }),
  priority: optionalColumn("priority", {
    label: "Priority",
    numeric: true,
    text: String,
    parse(text) {
      const value = parseNumber(text, true);
      return value !== null && Number.isInteger(value) && Math.abs(value) <= MOST_PRIORITY ? value : null;
    },
    wanted: "a whole number; parts of a higher one go onto the first sheets",
  }),
  due: optionalColumn("due", {
    label: "Due",
    text: String,
    parse: dayOf,
    wanted: "a day such as 2026-12-24",
  }),
};

/** `2026-12-24` of that, of `24.12.2026`, or of `12/24/2026`; null for what is no day. */
function dayOf(text: string): string | null {
  const [, year, month, day] = /^\s*(\d{4})-(\d\d?)-(\d\d?)\s*$/.exec(text) ?? [];
  const [, d, m, y] = /^\s*(\d\d?)\.(\d\d?)\.(\d{4})\s*$/.exec(text) ?? [];
  const [, mm, dd, yy] = /^\s*(\d\d?)\/(\d\d?)\/(\d{4})\s*$/.exec(text) ?? [];
  const two = (value = "") => value.padStart(2, "0");
  const iso = `${year ?? y ?? yy}-${two(month ?? m ?? mm)}-${two(day ?? d ?? dd)}`;
  const date = new Date(`${iso}T00:00:00Z`);
  return Number.isNaN(date.getTime()) || date.toISOString().slice(0, 10) !== iso ? null : iso;
}
