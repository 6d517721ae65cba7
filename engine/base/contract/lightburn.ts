import type { LayerOperations } from "./machine/operations.ts";

/** The colours of LightBurn's layers 00 to 29, by which drawings for it tell operations apart. */
export const LIGHTBURN_COLOURS = (
  "000000 0000ff ff0000 00e000 d0d000 ff8000 00e0e0 ff00ff b4b4b4 0000a0 a00000 00a000 a0a000 c08000 00a0ff " +
  "a000a0 808080 7d87b9 bb7784 4a6fe3 d33f6a 8cd78c f0b98d f6c4e1 fa9ed4 500a78 b45a00 004754 86fa88 ffdb66"
)
  .split(" ")
  .map((digits) => `#${digits}`);

/** Its tool layers T1 and T2, which are never cut. */
export const LIGHTBURN_TOOLS = ["#f36926", "#0c96d9"] as const;

/** The colour of a layer by its number: C02 is the third of the palette, T1 the first tool layer. */
export function colourOfPalette(name: string): string | undefined {
  const [, kind, number] = /^(C)(\d\d)$/i.exec(name) ?? /^(T)([12])$/i.exec(name) ?? [];
  if (kind === undefined) return undefined;
  return /c/i.test(kind) ? LIGHTBURN_COLOURS[Number(number)] : LIGHTBURN_TOOLS[Number(number) - 1];
}

/** Operations by LightBurn's colours as its users draw: black is marked, blue and red are cut, tool layers are left alone. */
export const LIGHTBURN_LAYERS: LayerOperations = {
  C00: { role: "mark" },
  C01: { role: "cut" },
  C02: { role: "cut" },
  T1: { role: "ignore" },
  T2: { role: "ignore" },
};
