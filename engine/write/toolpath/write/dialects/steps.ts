/** One line of a program and what it does to the machine, so that text and time come from the same list. */
import type { Words } from "./words.ts";

export interface Step {
  text: string;
  /** Height that the tool goes to, at this rate; rapidly without one. */
  z?: number;
  rate?: number;
  /** Seconds that the machine waits. */
  wait?: number;
  /** The machine comes to rest first. */
  stops?: boolean;
}

/** A line that switches something: the machine comes to rest for it. */
export function say(...words: (string | false | null | undefined)[]): Step {
  return { text: words.filter(Boolean).join(" "), stops: true };
}

/** A dwell, none for no time. */
export function dwell(letter: "P" | "S", seconds: number, words: Words): Step[] {
  return seconds > 0 ? [{ text: `G4 ${words.plain(letter, seconds)}`, wait: seconds, stops: true }] : [];
}

export function lift(height: number, words: Words): Step {
  return { text: `G0 ${words.length("Z", height)}`, z: height };
}

export function plunge(height: number, rate: number, words: Words): Step {
  return { text: `G1 ${words.length("Z", height)} ${words.length("F", rate)}`, z: height, rate };
}
