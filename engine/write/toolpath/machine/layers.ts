/** Lines of parts as rules and layers see them; the operation of a line by its layer, its colour or LightBurn's number. */
import { colourOfPalette } from "../../../base/contract/lightburn.ts";
import type { LayerOperations } from "../../../base/contract/machine/operations.ts";
import type { Ring } from "../../../base/contract/values/geometry.ts";
import { ringPerimeter, signedArea } from "../../../base/geometry/ring.ts";
import type { PathOptions } from "../path/shape.ts";

/** Where a line stands in its drawing, as far as that is known. */
export interface DrawnAs {
  layer?: string | undefined;
  /** As #rrggbb. */
  colour?: string | undefined;
}

type LayerOperation = LayerOperations[string];

/** The layer by its own name wins over the colour, that over its number in the palette. */
export function layerOperation(
  layers: LayerOperations = {},
  { layer, colour }: DrawnAs,
): LayerOperation | undefined {
  if (layer !== undefined && Object.hasOwn(layers, layer)) return layers[layer];
  if (colour === undefined) return undefined;
  const wanted = colour.toLowerCase();
  const named = (nameOf: (name: string) => string | undefined) =>
    Object.keys(layers).find((name) => nameOf(name)?.toLowerCase() === wanted);
  const name = named((own) => own) ?? named(colourOfPalette);
  return name === undefined ? undefined : layers[name];
}

/** Whether it says how such lines are run, and not only what they are for. */
export function saysSettings(operation: LayerOperation | undefined): boolean {
  return Object.entries(operation ?? {}).some(([key, value]) => key !== "role" && value !== undefined);
}

/** An exterior as rules see it. */
export function outerLine(ring: Ring) {
  return { role: "cut-outer" as const, diameter: 0, length: ringPerimeter(ring) };
}

/** Layer and colour of a hole in the drawing; -1 for the exterior. */
export function drawnAs({ curves }: PathOptions, placement: number, hole: number): DrawnAs {
  const { layers, colours } = curves?.[placement] ?? {};
  if (hole < 0) return { layer: layers?.exterior, colour: colours?.exterior };
  return { layer: layers?.holes[hole], colour: colours?.holes[hole] };
}

/** A hole as rules see it. */
export function holeLine(ring: Ring) {
  const diameter = 2 * Math.sqrt(Math.abs(signedArea(ring)) / Math.PI);
  return { role: "cut-inner" as const, diameter, length: ringPerimeter(ring) };
}
