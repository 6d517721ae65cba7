/** Settings for a whole program: how it is written, the machine as its post leaves it, its kerf and heights. */
import { chartedMachine, chartRow, isForThicker } from "../../../base/contract/machine/charted-machine.ts";
import type { ChartRow } from "../../../base/contract/machine/charts.ts";
import { isBuiltOn, machineFor, wholePost } from "../../../base/contract/machine/dialects.ts";
import { type Machine, machineSchema } from "../../../base/contract/machine/machine.ts";
import type { DialectName, Process, WholePost } from "../../../base/contract/machine/post.ts";
import { wrongOptions } from "../../../base/contract/program-options.ts";
import type { GcodeConfig } from "../../../base/contract/v1/export.ts";
import { DEFAULTS } from "../../../base/contract/values/limits.ts";
import { invalidInput } from "../../../base/errors.ts";
import { unusable } from "../path/check.ts";
import type { GcodeOptions } from "./options.ts";

/** Settings for the whole program. */
export interface JobSettings {
  /** How the program is written. */
  post: WholePost;
  /** How far apart one place may be printed, where a post counts in steps, mm. */
  coarse: number;
  process: Process;
  kerf: number;
  travel_rate: number;
  safe_height: number;
  /** The height of travel is higher than asked for, as the torch would travel at the height of its cut. */
  isRaised: boolean;
  /** Heights of a torch where the program moves it, else null. */
  pierce_height: number | null;
  cut_height: number | null;
  machine: Machine;
  /** Thickness of the sheet, or null where nobody says. */
  thickness: number | null;
  /** The row of the chart that the settings come from, and whether it is for a thicker sheet. */
  row: { of: ChartRow; isThicker: boolean } | null;
  common_lines: boolean;
  /** How many sizes of a contour the next cut is to be away from the last ones. */
  spread: number;
  /** Whether travels go round what is cut out. */
  tip_up: boolean;
  /** Most width of the strips that the skeleton is cut to, or null. */
  skeletonPitch: number | null;
}

/** Travel is at least this far above the pierce and the cut, mm. */
const ABOVE = 1;
/** Fewer decimals of an inch are coarser than what a program promises. */
const FEWEST_INCH = 4;
/** The post that the options ask for, else the machine's, else GRBL's. */
function postOf(config: GcodeConfig, { post, dialect }: GcodeOptions, machine: Machine): WholePost {
  const byMachine = machine.post ?? machine.dialect;
  return wholePost(post ?? dialect ?? byMachine ?? dialectOf(config));
}

/** @throws EngineError INVALID_INPUT for options that make no sense, or a machine that is none */
export function machineOf(options: GcodeOptions, config: GcodeConfig): Machine {
  const details = wrongOptions(options);
  if (details.length > 0) throw unusable(details);
  const { machine = {}, arcs } = options;
  const own = typeof machine === "string" ? machine : machineSchema.parse(machine);
  const { output, ...profile } = chartedMachine({ ...options, machine: own }, dialectOf(config));
  const { post = profile.dialect } = profile;
  const said = options.post ?? options.dialect;
  // The machine's output settings are for its own controller. The options may name another one.
  const isOther = said !== undefined && post !== undefined && !isBuiltOn(said, wholePost(post).name);
  return { ...profile, output: { ...(isOther ? {} : output), ...(arcs === undefined ? {} : { arcs }) } };
}

/** The controller where nobody names one. */
function dialectOf({ use_z }: GcodeConfig): DialectName {
  return use_z ? "grbl-router" : "grbl-laser";
}

export function jobOf(config: GcodeConfig, options: GcodeOptions, own: Machine): JobSettings {
  const post = postOf(config, options, own);
  const machine = machineFor(own, post);
  const { process } = post;
  if (
    machine.process !== undefined &&
    machine.process !== process &&
    options.dialect === undefined &&
    options.post === undefined
  )
    throw invalidInput(
      ["options", "machine", "process"],
      `is ${machine.process}, but ${post.name} is for ${process}`,
    );
  if (machine.units === "inch" && post.numbers.units.inch === null)
    throw invalidInput(["options", "machine", "units"], `must be mm, as ${post.name} has no inches`);
  if (machine.units === "inch" && (machine.output?.decimals ?? FEWEST_INCH) < FEWEST_INCH)
    throw invalidInput(
      ["options", "machine", "output", "decimals"],
      `must be ${FEWEST_INCH} or more for inches`,
    );
  const row = chartRow(options, dialectOf(config));
  const { kerf, travel_rate } = config;
  const z = machine.z ?? null;
  const torch = process === "plasma" || process === "waterjet";
  const cutHeight = torch ? (z?.cut ?? null) : null;
  const pierceHeight = cutHeight === null ? null : (z?.pierce ?? cutHeight);
  const safe = options.safe_height ?? z?.safe ?? 5;
  const highest = Math.max(pierceHeight ?? -Infinity, cutHeight ?? -Infinity);
  const isLow = safe <= highest;
  const { scale, decimals } = post.numbers;
  return {
    post,
    coarse: scale === 1 ? 0 : Math.SQRT2 / (scale * 10 ** decimals),
    process,
    machine,
    kerf: kerf > 0 ? kerf : (machine.tool?.kerf ?? machine.tool?.diameter ?? kerf),
    travel_rate:
      travel_rate === DEFAULTS.export.travel_rate
        ? (machine.defaults?.travel_rate ?? travel_rate)
        : travel_rate,
    safe_height: isLow ? highest + ABOVE : safe,
    isRaised: isLow,
    pierce_height: pierceHeight,
    cut_height: cutHeight,
    thickness: options.thickness ?? machine.thickness ?? null,
    row: row && { of: row, isThicker: isForThicker(row, options) },
    common_lines: options.common_lines ?? machine.defaults?.common_lines ?? false,
    spread: options.spread ?? machine.defaults?.spread ?? 0,
    tip_up: options.tip_up ?? machine.defaults?.tip_up ?? false,
    skeletonPitch: (options.skeleton ?? machine.defaults?.skeleton)?.pitch ?? null,
  };
}
