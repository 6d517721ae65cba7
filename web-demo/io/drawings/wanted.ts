/** How many of its parts a drawing asks for, and who says so. */
import type { Hints } from "../../../engine/index.ts";
import { MOST_COPIES } from "../../edit/edit-parts.ts";
import type { Part, ProjectDrawing } from "../../model/project.ts";
import { listed } from "../../model/units.ts";

/** Orders of a drawing: for every part, or for some of them by the text beside each. */
export interface WantedOrders {
  /** Who asks for it: `Its name asks for 4`. */
  sentence: string;
  quantityOf(part: Part): number | null;
}

/** Null for one that asks for nothing, or has what it asks for. */
export function ordersInDrawing(drawing: ProjectDrawing, parts: readonly Part[]): WantedOrders | null {
  const mine = parts.filter((part) => part.drawing === drawing.id);
  const wanted = askedBy(drawing, mine);
  const isOpen = (part: Part) => {
    const asked = wanted?.quantityOf(part) ?? null;
    return asked !== null && part.quantity !== Math.min(asked, MOST_COPIES);
  };
  return mine.some(isOpen) ? wanted : null;
}

function askedBy({ hints }: ProjectDrawing, parts: readonly Part[]): WantedOrders | null {
  const own = parts.filter((part) => part.wanted !== undefined);
  if (own.length > 0) {
    const numbers = listed(
      own.map(({ wanted }) => String(wanted)),
      5,
    );
    return { sentence: `It asks for ${numbers}`, quantityOf: ({ wanted = null }) => wanted };
  }
  if (!hints || hints.quantity === null) return null;
  const { quantity } = hints;
  return { sentence: `${quantitySource(hints)} asks for ${quantity}`, quantityOf: () => quantity };
}

/** Whose word a suggestion is; where several have said something, the notes tell who has said what. */
export function quantitySource({ from }: Hints): string {
  if (from === null || / and (?=file name\b|text\b|layer |attribute )/.test(from)) return "It";
  return from === "file name" ? "Its name" : from === "text" ? "A text in it" : `Its ${from}`;
}
