/** The machine that the options of a program name or describe. */
import { type Machine, machineSchema } from "../../../base/contract/machine/machine.ts";
import { MACHINE_PRESETS } from "../../../base/contract/machine/presets.ts";
import { wrongOptions } from "../../../base/contract/program-options.ts";
import { unusable } from "../path/check.ts";
import type { GcodeOptions } from "./options.ts";

/** @throws EngineError INVALID_INPUT for options that make no sense, or a machine that is none */
export function machineOf(options: GcodeOptions): Machine {
  const details = wrongOptions(options);
  if (details.length > 0) throw unusable(details);
  const { machine = {}, arcs } = options;
  const profile: Machine =
    typeof machine === "string" ? MACHINE_PRESETS[machine] : machineSchema.parse(machine);
  return arcs === undefined ? profile : { ...profile, output: { ...profile.output, arcs } };
}
