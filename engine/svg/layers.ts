/** What layer is an element on, by what programs call layers and uses of shapes? */
import type { Attributes } from "./shapes.ts";

/** What Shaper Origin, SVGnest and Blender's paper models call what a shape is for, in words that layers have. */
export const USES: Record<string, string | undefined> = {
  outside: "cut",
  exterior: "cut",
  inside: "cut",
  interior: "cut",
  online: "cut",
  bin: "SHEET",
  inner_background: "construction",
  outer_background: "construction",
};

/** What programs number groups by that nobody has named; a text that Inkscape has turned into paths keeps its number. */
const NUMBERED =
  /^(g|a|p|id|svg|use|text|flowroot|group|frame|shape|figure|axes|patch|line2d|xmlid)[-_ ]?\d[\d_-]*$/i;

/** What drawing programs call their layers. */
export function layerOf({ id, ...attributes }: Attributes): string | undefined {
  const name =
    attributes["data-layer"] ??
    attributes["lc:layername"] ??
    attributes["inkscape:label"] ??
    attributes["data-name"] ??
    (NUMBERED.test(id ?? "") ? undefined : id);
  // Illustrator writes characters that an id must not have by their codes.
  return name?.replace(/_x([0-9A-F]{2,4})_/gi, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}
