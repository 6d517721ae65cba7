/** A part as a small picture. */
import type { Ring } from "../../../engine/index.ts";
import { s } from "../../dom.ts";
import { boundsOf } from "../../model/bounds.ts";

const SIDE = 44;

export function thumbnail(exterior: Ring, holes: Ring[], color: number): SVGSVGElement {
  const bounds = boundsOf(exterior);
  const [width, height] = [bounds.max_x - bounds.min_x, bounds.max_y - bounds.min_y];
  const scale = SIDE / Math.max(width, height, 1e-9);
  const [left, top] = [(SIDE - width * scale) / 2, (SIDE - height * scale) / 2];
  const draw = (ring: Ring) => {
    let [lastX, lastY] = [Infinity, Infinity];
    const steps: string[] = [];
    for (const [x, y] of ring) {
      const [px, py] = [left + (x - bounds.min_x) * scale, top + (bounds.max_y - y) * scale];
      // A quarter of a pixel is all that this picture can show.
      if (Math.abs(px - lastX) + Math.abs(py - lastY) < 0.25) continue;
      steps.push(`${steps.length === 0 ? "M" : "L"}${px.toFixed(2)} ${py.toFixed(2)}`);
      [lastX, lastY] = [px, py];
    }
    return `${steps.join("")}Z`;
  };
  return s(
    "svg",
    {
      class: `thumbnail part-color-${color}`,
      viewBox: `-2 -2 ${SIDE + 4} ${SIDE + 4}`,
      "aria-hidden": "true",
    },
    s("path", { d: [exterior, ...holes].map(draw).join(""), "fill-rule": "evenodd" }),
  );
}
