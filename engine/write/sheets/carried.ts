/** Parts of a drawing as `nest` takes them: with their curves, their marks, and what the drawing says of their order. */

import type { Finding } from "../../base/contract/finding.ts";
import type { Curve, Mark, PartCurves } from "../../base/contract/values/curves.ts";
import type { Drawing } from "../../read/drawing/model/drawing.ts";
import { type SuggestedOrder, suggestedOrders } from "../../read/drawing/orders/suggested.ts";
import { curvesOfPart } from "../toolpath/path/shape.ts";
import { marksOfParts } from "../toolpath/plan/drawn.ts";

/** Curves, marks and orders of a drawing's parts, the lines that lie on no part, and findings about those. */
export interface Carried {
  parts: { curves: PartCurves | null; marks: Mark[]; order: SuggestedOrder }[];
  offParts: Curve[][];
  findings: Finding[];
}

/** Finds for each part of a drawing its curves, the lines on it, and its order. */
export function carriedBy(drawing: Drawing): Carried {
  const { marks, offCurves, findings } = marksOfParts(drawing);
  const orders = suggestedOrders(drawing);
  const parts = drawing.parts.map((_, i) => {
    return { curves: curvesOfPart(drawing, i), marks: marks[i]!, order: orders[i]! };
  });
  return { parts, offParts: offCurves, findings };
}
