/** A sketch of what the clearances mean; the one whose field has the focus is drawn in the accent colour. */
import { s } from "../../dom.ts";

export type Clearance = "width" | "height" | "edge_margin" | "spacing" | "kerf";

export interface Sketch {
  element: SVGSVGElement;
  point(at: Clearance | null): void;
}

export function clearanceSketch(): Sketch {
  const dimension = (name: Clearance, line: string, x: number, text: string) =>
    s("g.sketch-dimension", { "data-name": name }, s("path", { d: line }), s("text", { x, y: 86 }, text));
  const element = s(
    "svg.sketch",
    { viewBox: "0 0 270 92", "aria-hidden": "true", focusable: "false" },
    s("path.sketch-sheet", { d: "M1 70V8H269", "data-name": "width height" }),
    s("path.sketch-part", { d: "M39 70V32H116V70M177 70V32H269.5V70" }),
    s("path.sketch-kerf", { d: "M31 70V24H124V70M169 70V24H269" }),
    dimension("edge_margin", "M1 62H31M1 58V66M31 58V66M16 66V74", 16, "margin"),
    dimension("kerf", "M116 48H124M116 44V52M124 44V52M120 52V74", 107, "½ kerf"),
    dimension("spacing", "M124 62H169M124 58V66M169 58V66M146.5 66V74", 160, "spacing"),
  );
  return {
    element,
    point(at) {
      for (const mark of element.querySelectorAll("[data-name]")) {
        const names = mark.getAttribute("data-name")!.split(" ");
        mark.toggleAttribute("data-pointed", at !== null && names.includes(at));
      }
    },
  };
}
