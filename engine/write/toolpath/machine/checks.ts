/** The machine that the options of a program name or describe. */
import { chartedMachine } from "../../../base/contract/machine/charted-machine.ts";
import { type Machine, machineSchema } from "../../../base/contract/machine/machine.ts";
import type { DialectName } from "../../../base/contract/machine/post.ts";
import { wrongOptions } from "../../../base/contract/program-options.ts";
import { unusable } from "../path/check.ts";
import type { GcodeOptions } from "./options.ts";

/** @throws EngineError INVALID_INPUT for options that make no sense, or a machine that is none */
export function machineOf(options: GcodeOptions, fallback: DialectName): Machine {
  const details = wrongOptions(options);
  if (details.length > 0) throw unusable(details);
  const { machine = {}, arcs } = options;
  const own = typeof machine === "string" ? machine : machineSchema.parse(machine);
  const profile = chartedMachine({ ...options, machine: own }, fallback);
  return arcs === undefined ? profile : { ...profile, output: { ...profile.output, arcs } };
}
