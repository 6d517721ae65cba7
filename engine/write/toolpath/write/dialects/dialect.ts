/**
 * A dialect: the words of one kind of controller. The generator knows the path; a dialect knows how this controller is set up,
 * how its tool is switched and how a program ends. Every dialect is one small file beside this one.
 */
import type { CutSettings, JobSettings } from "../../machine/settings.ts";
import { type Step, say } from "./steps.ts";
import type { Words } from "./words.ts";

/** Scene that a dialect writes about: the job, the line that is cut, and how numbers are printed. */
export interface Scene extends JobSettings {
  cut: CutSettings;
  words: Words;
}

/** Each function gives whole lines. */
export interface Dialect {
  /** True where the tool goes down and up; false where a beam is switched on and off. */
  movesZ: boolean;
  comment(text: string): string;
  /** Millimetres or inches, absolute, ready to travel, wherever the machine stands. */
  begin(scene: Scene): Step[];
  /** Starts a tool that turns throughout, at the speed of the cut that follows; absent where each cut says its own power. */
  turn?(scene: Scene): Step[];
  /** The tool stands over the first point of a cut, or over the end of a tab: start to cut at this height. */
  toolOn(scene: Scene, height: number): Step[];
  /** The cut is done: from here on the tool may travel. */
  toolOff(scene: Scene): Step[];
  /** After the last cut, before the tool goes home, and after that. */
  stop(scene: Scene): Step[];
  end: string[];
  /** Letter of a dwell in seconds. */
  dwell: "P" | "S";
  /** Changes the tool and takes its length; none where the controller knows no tools. */
  changeTool?(scene: Scene, tool: number): Step[];
  /** Whether a torch's height control is switched by M62 to M65. */
  switchesThc: boolean;
}

/** Plane, feed mode and work offset; the unit comes first. */
export function modes({ words, machine }: Scene, more = ""): Step {
  return say(`${words.unit} G90 G17 G94`, more, machine.workOffset);
}

/** S with the power, none where the machine has no such word. */
export function power({ cut, words, machine }: Scene): string | null {
  return machine.tool?.power?.word === null ? null : words.plain("S", cut.power);
}

export function offDelay({ machine }: JobSettings): number {
  return machine.tool?.offDelay ?? 0;
}

export function pierceTime({ cut, machine }: Scene): number {
  return cut.pierceDelay + (machine.tool?.onDelay ?? 0);
}
