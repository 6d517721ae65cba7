/**
 * What a machine's program differs in. The generator knows the path; a dialect knows how this controller is set up,
 * how its tool is switched and how a program ends. Every dialect is one small file beside this one.
 */
import type { GcodeConfig } from "../../contract/export.ts";
import { formatNumber } from "../../svg/markup.ts";

/** The numbers of one job: the request's configuration and the options with their defaults filled in. */
export interface Settings extends GcodeConfig {
  /** Height of travel above the sheet's surface, which is Z0. */
  safeHeight: number;
  /** Depth of the cut below the surface. */
  depth: number;
  /** Feed of the plunge, mm/min. */
  plungeRate: number;
}

/** Each function gives whole lines. */
export interface Dialect {
  /** Millimetres, absolute, tool off, wherever the machine stands. */
  begin(settings: Settings): string[];
  /** The tool stands over the first point of a contour: start to cut. */
  toolOn(settings: Settings): string[];
  /** The contour is cut: from here on the tool may travel. */
  toolOff(settings: Settings): string[];
  /** After the last cut, before the tool goes home. */
  idle(settings: Settings): string[];
  /** The last lines. */
  end(): string[];
}

/** A coordinate or another value as controllers read it: four decimals at most, no exponent, no negative zero. */
export function word(letter: string, value: number): string {
  return letter + formatNumber(value, 4);
}
