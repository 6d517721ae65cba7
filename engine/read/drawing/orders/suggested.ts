/** Suggestions for each part of a drawing: the text beside it, or else the text about all. */
import { takenAs } from "../../../base/contract/options.ts";
import type { Drawing, Hints } from "../model/drawing.ts";

/** How many of a part, of what and how thick (mm); null where nothing tells. */
export type SuggestedOrder = Omit<Hints, "from">;

/**
 * Suggests an order for each part of a drawing. A number that stands beside one part is of no other. A material or
 * thickness beside some of them is that of all, unless others stand beside others: then nobody knows that of the rest.
 */
export function suggestedOrders(drawing: Pick<Drawing, "hints" | "parts">): SuggestedOrder[] {
  return takenAs("drawing", "a drawing as read gives it", () => {
    const { hints, parts } = drawing;
    const toldOf = <Key extends keyof SuggestedOrder>(key: Key, mostBeside: number) => {
      const own = parts.map(({ order }) => order[key]);
      const isOfAll = new Set(own.filter((one) => one !== null)).size <= mostBeside;
      return own.map((one) => one ?? (isOfAll ? hints[key] : null));
    };
    const quantities = toldOf("quantity", 0);
    const materials = toldOf("material", 1);
    const thicknesses = toldOf("thickness", 1);
    return parts.map((_, i) => ({
      quantity: quantities[i]!,
      material: materials[i]!,
      thickness: thicknesses[i]!,
    }));
  });
}
