/**
 * What a machine's program differs in. The generator knows the path; a dialect knows how this controller is set up,
 * how its tool is switched and how a program ends. Every dialect is one small file beside this one.
 */
import type { GcodeConfig } from "../../contract/v1/export.ts";
import { formatNumber } from "../../text.ts";

/** What is cut how, beside what the request says. Lengths in mm. */
export interface MachineSettings {
  /** Height of travel above the sheet's surface, which is Z0; 5 by default. */
  safeHeight: number;
  /** Depth of the cut below the surface where Z moves; 1 by default. */
  depth: number;
  /** Feed of the plunge in mm/min; half of `feed_rate` by default. */
  plungeRate: number;
  /** Rounds per contour: with Z each goes deeper by the same amount, a beam cuts the same again; 1 by default. */
  passes: number;
  /** Length of the way from the pierce in the scrap to the contour; shorter where there is little room; 0 by default. */
  leadIn: number;
  /** Length of the way off the contour into the scrap; 0 by default. */
  leadOut: number;
  /** How far a cut runs on past its closing point; 0 by default. */
  overcut: number;
  /** Seconds to wait after each start of the tool; 0.5 by default for plasma, else 0. */
  pierceDelay: number;
  /** Bridges that hold each exterior in the sheet; 0 by default. */
  tabs: number;
  /** Width of a bridge; 2 by default. */
  tabWidth: number;
  /** Height of a bridge above the bottom of the cut where Z moves; half of `depth` by default. A beam leaves all of it. */
  tabHeight: number;
}

/** The numbers of one job, none left open. */
export interface Settings extends GcodeConfig, MachineSettings {}

/** Each function gives whole lines. */
export interface Dialect {
  /** True where the tool goes down and up; false where a beam is switched on and off. */
  movesZ: boolean;
  /** Seconds to wait after each start unless the options say otherwise. */
  pierceDelay: number;
  comment(text: string): string;
  /** Millimetres, absolute, ready to travel, wherever the machine stands. */
  begin(settings: Settings): string[];
  /** The tool stands over the first point of a cut, or over the end of a tab: start to cut at this height. */
  toolOn(settings: Settings, height: number): string[];
  /** The cut is done: from here on the tool may travel. */
  toolOff(settings: Settings): string[];
  /** After the last cut, before the tool goes home, and after that. */
  stop(settings: Settings): string[];
  end: string[];
}

/** A coordinate or another value as controllers read it: four decimals at most, no exponent, no negative zero. */
export function word(letter: string, value: number): string {
  return letter + formatNumber(value, 4);
}

/** The lines of a dwell, none for no time. */
export function dwell(letter: "P" | "S", seconds: number): string[] {
  return seconds > 0 ? [`G4 ${word(letter, seconds)}`] : [];
}
