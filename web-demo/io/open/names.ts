/** What a file's name says beside what is in it: `bracket x4.dxf` is wanted four times. */
import type { Drawing } from "../../model/project.ts";

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

/** How many a drawing asks for, by what stands in it or by its name, and whether it is the name that says so. */
export function wantedOf({ name, hints }: Drawing): { quantity: number | null; named: boolean } {
  const named = quantityIn(name).quantity;
  const quantity = hints?.quantity ?? named;
  return { quantity, named: hints?.from === "file name" || quantity === named };
}
