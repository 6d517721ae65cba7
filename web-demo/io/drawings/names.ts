/** What a file's name says beside what is in it: `bracket x4.dxf` is wanted four times. */
import type { Hints } from "../../../engine/index.ts";
import { MOST_COPIES } from "../../edit/parts.ts";
import type { Drawing, Part } from "../../model/project.ts";
import { listed } from "../../model/units.ts";

/** Marks of a number of pieces at the end of a name, behind a blank, a dash or a bracket. */
const MARKS = [
  /[\s_\-([]+x\s?(\d{1,5})[)\]]?$/i,
  /[\s_\-([]+(\d{1,5})\s?x[)\]]?$/i,
  /[\s_\-([]+(?:qty|qte|quantity|anzahl|cant|menge)[\s_\-.:=]*(\d{1,5})[)\]]?$/i,
  /[\s_\-([]+(\d{1,5})[\s_-]?(?:pcs?|st|stk|stück|off|pieces|pz)\.?[)\]]?$/i,
];

/** The file's name without its ending, and how many its name asks for, if it does. */
export function quantityIn(fileName: string): { stem: string; quantity: number | null } {
  const stem = fileName.replace(/\.[^.]+$/, "");
  for (const mark of MARKS) {
    const found = mark.exec(stem);
    const quantity = Number(found?.[1] ?? 0);
    if (found && quantity >= 1) return { stem, quantity };
  }
  return { stem, quantity: null };
}

/** What a drawing asks for: of every part, or of some of them by what stands beside each. */
export interface Wanted {
  /** Who asks for it: `Its name asks for 4`. */
  sentence: string;
  quantityOf(part: Part): number | null;
}

/** Null for one that asks for nothing, or has what it asks for. */
export function wantedOf(drawing: Drawing, parts: readonly Part[]): Wanted | null {
  const mine = parts.filter((part) => part.drawing === drawing.id);
  const wanted = askedBy(drawing, mine);
  const isOpen = (part: Part) => {
    const asked = wanted?.quantityOf(part) ?? null;
    return asked !== null && part.quantity !== Math.min(asked, MOST_COPIES);
  };
  return mine.some(isOpen) ? wanted : null;
}

function askedBy({ name, hints }: Drawing, parts: readonly Part[]): Wanted | null {
  const own = parts.filter((part) => part.wanted !== undefined);
  if (own.length > 0) {
    const numbers = listed(
      own.map(({ wanted }) => String(wanted)),
      5,
    );
    return { sentence: `It asks for ${numbers}`, quantityOf: ({ wanted = null }) => wanted };
  }
  const named = quantityIn(name).quantity;
  const quantity = hints?.quantity ?? named;
  if (quantity === null) return null;
  const isNamed = hints?.quantity == null || quantity === named;
  const source = isNamed ? "Its name" : sourceOf(hints);
  return { sentence: `${source} asks for ${quantity}`, quantityOf: () => quantity };
}

/** Whose word a suggestion is; where several have said something, the notes tell who has said what. */
export function sourceOf({ from }: Hints): string {
  if (from === null || / and (?=file name\b|text\b|layer |attribute )/.test(from)) return "It";
  return from === "file name" ? "Its name" : from === "text" ? "A text in it" : `Its ${from}`;
}
