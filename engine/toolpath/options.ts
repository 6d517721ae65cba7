/** The package's options of a G-code export, and how they and the request become the settings of a job. */
import type { GcodeConfig } from "../contract/v1/export.ts";
import type { ErrorDetail } from "../errors.ts";
import type { Dialect, MachineSettings, Settings } from "./dialects/dialect.ts";
import { grblLaser } from "./dialects/grbl-laser.ts";
import { grblRouter } from "./dialects/grbl-router.ts";
import { linuxcnc } from "./dialects/linuxcnc.ts";
import { marlin } from "./dialects/marlin.ts";
import { plasma } from "./dialects/plasma.ts";
import { unusable } from "./path/check.ts";
import type { PathOptions } from "./path/shape.ts";

/** All are optional; without any the program is the one of `/v1/export/gcode`. */
export interface GcodeOptions extends PathOptions, Partial<MachineSettings> {
  /** The machine; by default `"grbl-router"` where the request says `use_z`, else `"grbl-laser"`. */
  dialect?: DialectName;
}

const DIALECTS = { "grbl-laser": grblLaser, "grbl-router": grblRouter, linuxcnc, marlin, plasma };
export type DialectName = keyof typeof DIALECTS;

/** The range of every number: what prints as zero or with an exponent is outside. */
const LEAST = 1e-3;
const MOST = 1e9;
/** Lengths that only make sense in proportion to a sheet, and counts that multiply the program. */
const LONG = 1e4;
const MANY = 100;
const LIMITS: Record<keyof MachineSettings, [least: number, most: number]> = {
  safeHeight: [LEAST, LONG],
  depth: [LEAST, LONG],
  plungeRate: [LEAST, MOST],
  passes: [1, MANY],
  leadIn: [0, LONG],
  leadOut: [0, LONG],
  overcut: [0, LONG],
  pierceDelay: [0, LONG],
  tabs: [0, MANY],
  tabWidth: [LEAST, LONG],
  tabHeight: [0, LONG],
};

/** Throws INVALID_INPUT for an option that makes no sense. */
export function resolveOptions(
  config: GcodeConfig,
  options: GcodeOptions,
): { dialect: Dialect; settings: Settings } {
  const { dialect: name = config.use_z ? "grbl-router" : "grbl-laser" } = options;
  const details: ErrorDetail[] = [];
  const complain = (option: string, message: string) => details.push({ path: ["options", option], message });
  if (!Object.hasOwn(DIALECTS, name))
    complain("dialect", `must be one of ${Object.keys(DIALECTS).join(", ")}`);
  const dialect = DIALECTS[details.length === 0 ? name : "grbl-laser"];
  const { depth = 1 } = options;
  const settings: Settings = {
    ...config,
    depth,
    safeHeight: options.safeHeight ?? 5,
    plungeRate: options.plungeRate ?? Math.max(config.feed_rate / 2, LEAST),
    passes: options.passes ?? 1,
    leadIn: options.leadIn ?? 0,
    leadOut: options.leadOut ?? 0,
    overcut: options.overcut ?? 0,
    pierceDelay: options.pierceDelay ?? dialect.pierceDelay,
    tabs: options.tabs ?? 0,
    tabWidth: options.tabWidth ?? 2,
    tabHeight: options.tabHeight ?? depth / 2,
  };
  for (const [option, [least, most]] of Object.entries(LIMITS) as [keyof typeof LIMITS, [number, number]][])
    if (!(settings[option] >= least && settings[option] <= most))
      complain(option, `must be a number from ${least} to ${most}`);
  for (const option of ["passes", "tabs"] as const)
    if (!Number.isInteger(settings[option])) complain(option, "must be a whole number");
  if (settings.tabHeight > depth) complain("tabHeight", "must be at most depth");
  if (details.length > 0) throw unusable(details);
  return { dialect, settings };
}
