/**
 * What a machine's program differs in. The generator knows the path; a dialect knows how this controller is set up,
 * how its tool is switched and how a program ends. Every dialect is one small file beside this one.
 */
import { formatNumber } from "../../svg/markup.ts";
import type { Settings } from "../options.ts";

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
