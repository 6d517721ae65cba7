/** The package's options of a G-code export, and how they and the request become the settings of a job. */
import type { GcodeConfig } from "../contract/export.ts";
import { unusable } from "./check.ts";
import type { Dialect, Settings } from "./dialects/dialect.ts";
import { grblLaser } from "./dialects/laser.ts";
import { grblRouter } from "./dialects/router.ts";

/** All are optional; without any the program is the one of `/v1/export/gcode`. */
export interface GcodeOptions {
  /** The machine; by default `"grbl-router"` where the request says `use_z`, else `"grbl-laser"`. */
  dialect?: DialectName;
  /** Height of travel above the sheet's surface in mm, 5 by default; for machines with a Z axis. */
  safeHeight?: number;
  /** Depth of the cut below the surface in mm, 1 by default; for machines with a Z axis. */
  depth?: number;
  /** Feed of the plunge in mm/min, half of `feed_rate` by default. */
  plungeRate?: number;
}

/** The range of every number among the options: what prints as zero or with an exponent is outside. */
const LEAST = 1e-3;
const MOST = 1e9;

const DIALECTS = { "grbl-laser": grblLaser, "grbl-router": grblRouter };
export type DialectName = keyof typeof DIALECTS;

/** Throws INVALID_INPUT for an option that makes no sense. */
export function resolveOptions(
  config: GcodeConfig,
  options: GcodeOptions,
): { dialect: Dialect; settings: Settings } {
  const { dialect = config.use_z ? "grbl-router" : "grbl-laser" } = options;
  const { safeHeight = 5, depth = 1, plungeRate = Math.max(config.feed_rate / 2, LEAST) } = options;
  if (!Object.hasOwn(DIALECTS, dialect))
    throw unusable([
      { path: ["options", "dialect"], message: `must be one of ${Object.keys(DIALECTS).join(", ")}` },
    ]);
  const details = Object.entries({ safeHeight, depth, plungeRate })
    .filter(([, value]) => !(value >= LEAST && value <= MOST))
    .map(([name]) => ({ path: ["options", name], message: `must be a number from ${LEAST} to ${MOST}` }));
  if (details.length > 0) throw unusable(details);
  return { dialect: DIALECTS[dialect], settings: { ...config, safeHeight, depth, plungeRate } };
}
