/** Data of a machine's profile that commands use before a program is written. */

import { chartedMachine } from "../base/contract/machine/charted-machine.ts";
import type { Machine } from "../base/contract/machine/machine.ts";
import type { LayerOperations } from "../base/contract/machine/operations.ts";
import { MACHINE_PRESETS } from "../base/contract/machine/presets.ts";
import type { GcodeOptions } from "../write/toolpath/machine/options.ts";

/** Settings by layer and colour, the machine's own and over them those beside it. */
export function layersOf(options: GcodeOptions): LayerOperations {
  return { ...profileOf(options).layers, ...options.layers };
}

/** Kerf of the machine's tool as a field of the nesting's config. */
export function kerfOf(options: GcodeOptions): { kerf?: number } {
  const { tool } = chartedMachine(options);
  const kerf = tool?.kerf ?? tool?.diameter;
  return typeof kerf === "number" ? { kerf } : {};
}

function profileOf({ machine = {} }: GcodeOptions): Machine {
  return typeof machine === "string"
    ? ((MACHINE_PRESETS as Record<string, Machine>)[machine] ?? {})
    : machine;
}
