/** Materials of parts, where their drawings name them: a job is cut from one material, and parts may be of several. */
import type { App } from "../app.ts";
import { filled, groupedBy } from "../collect.ts";
import type { Part } from "../model/project.ts";
import { type DisplayUnit, lengthText } from "../model/units.ts";

export type MaterialOfPart = Pick<Part, "material" | "thickness">;

export interface MaterialGroup extends MaterialOfPart {
  parts: Part[];
}

/** Picks the known ones of material and thickness. */
export function toldFrom({ material, thickness }: MaterialOfPart): MaterialOfPart {
  return filled({ material, thickness });
}

/** The materials of parts in the order of the first of each, or none where all may be of one. */
export function severalMaterials(parts: readonly Part[]): MaterialGroup[] {
  const groups = groupedBy(parts, materialKey);
  const named = [...groups.keys()].filter((key) => key !== materialKey({}));
  return named.length > 1 ? [...groups.values()].map((mine) => ({ ...toldFrom(mine[0]!), parts: mine })) : [];
}

/** The same for parts that are of the same. */
export function materialKey({ material = "", thickness = 0 }: MaterialOfPart): string {
  return `${material.trim().toLowerCase()} ${thickness}`;
}

/** `S235, 3 mm`; "" where nothing is said. */
export function materialText({ material, thickness }: MaterialOfPart, unit: DisplayUnit): string {
  const words = [material, thickness === undefined ? undefined : lengthText(thickness, unit)];
  return words.filter((word) => word !== undefined).join(", ");
}

/** From now on the parts are of what the job says. */
export function nestTogether({ store }: App): void {
  store.commit("Nest all materials together", (project) => ({
    ...project,
    parts: project.parts.map(({ material: _material, thickness: _thickness, ...part }) => part),
  }));
}
