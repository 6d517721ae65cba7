/** Finds the operation of a line by its layer in the drawing, its colour there, or LightBurn's number for that. */
import { colourOfPalette } from "../../../base/contract/lightburn.ts";
import type { LayerOperations } from "../../../base/contract/machine/operations.ts";

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
