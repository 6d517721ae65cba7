/** Data that parts bring from their drawings to programs: curves, lines on the part, settings of their layers. */

import type { Machine } from "../base/contract/machine/machine.ts";
import type { LayerOperations } from "../base/contract/machine/operations.ts";
import { MACHINE_PRESETS } from "../base/contract/machine/presets.ts";
import type { Drawing } from "../read/drawing/model/drawing.ts";
import type { GcodeOptions, Mark } from "../write/toolpath/machine/options.ts";
import { mirroredCurves, type PartCurves } from "../write/toolpath/path/shape.ts";
import { mirroredMark } from "../write/toolpath/plan/drawn.ts";

/** Data of a part from its drawing, beside its points. */
export interface Drawn {
  curves: PartCurves | null;
  marks: Mark[];
  drawing: Drawing;
  /** The drawing by its name. */
  file: string;
}

/** The same of a part that lies upside down. */
export function turnedOver(drawn: Drawn | undefined): Drawn | undefined {
  if (!drawn) return undefined;
  const { curves, marks } = drawn;
  return { ...drawn, curves: curves && mirroredCurves(curves), marks: marks.map(mirroredMark) };
}

/** As the exports take it, by placement; nothing where there is nothing. */
export function drawnOptions(drawn: (Drawn | undefined)[]): Pick<GcodeOptions, "curves" | "marks"> {
  const isMarked = drawn.some((one) => one !== undefined && one.marks.length > 0);
  return {
    ...(drawn.some((one) => one?.curves) ? { curves: drawn.map((one) => one?.curves ?? null) } : {}),
    ...(isMarked ? { marks: drawn.map((one) => one?.marks ?? null) } : {}),
  };
}

/** Settings by layer and colour, the machine's own and over them those beside it. */
export function layersOf(options: GcodeOptions): LayerOperations {
  return { ...profileOf(options).layers, ...options.layers };
}

/** Kerf of the machine's tool as a field of the nesting's config. */
export function kerfOf(options: GcodeOptions): { kerf?: number } {
  const { tool } = profileOf(options);
  const kerf = tool?.kerf ?? tool?.diameter;
  return typeof kerf === "number" ? { kerf } : {};
}

function profileOf({ machine = {} }: GcodeOptions): Machine {
  return typeof machine === "string"
    ? ((MACHINE_PRESETS as Record<string, Machine>)[machine] ?? {})
    : machine;
}
