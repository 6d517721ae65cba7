/** Modes that a controller keeps between lines, one value for each modal group. Plane, units and motion are among the words. */
import type { ProgramWord } from "./program-words.ts";

export interface Modes {
  /** "17", "18" or "19". */
  readonly plane: string;
  /** "93", "94" or "95". */
  readonly feedMode: string;
  /** "54" to "59.3", empty until a word chooses one. */
  readonly workOffset: string;
  /** Radius compensation: "40", "41", "42". */
  readonly compensation: string;
  /** Number of the length offset that is in force, 0 for none. */
  readonly lengthOffset: number;
  /** How far corners may be rounded in mm: 0 for exact stop, infinity for G64 without P, -1 until a word says so. */
  readonly blend: number;
  /** "3" or "4" while the spindle or beam is on, "5" when it is off. */
  readonly spindle: string;
  /** Value of `$` beside M3, -1 without. */
  readonly spindleNumber: number;
  /** Marlin's inline power (`M3 I1`). */
  readonly inline: boolean;
  /** "7", "8", "78" or empty. */
  readonly coolant: string;
  /** Torch height control, switched by M62 to M65 P2. */
  readonly heightControl: boolean;
  readonly tool: number;
  /** A word of the program has moved the zero in X or Y, or in Z without a probe before. */
  readonly shifted: boolean;
}

/** Before a program says anything: the tool is on. */
export const UNKNOWN_MODES: Modes = {
  plane: "17",
  feedMode: "94",
  workOffset: "",
  compensation: "40",
  lengthOffset: 0,
  blend: -1,
  spindle: "3",
  spindleNumber: -1,
  inline: false,
  coolant: "",
  heightControl: true,
  tool: 0,
  shifted: false,
};

type ModeChange = Partial<Modes>;
type WordValues = ReadonlyMap<string, number>;

/** Number of the output that QtPlasmaC listens to for its height control. */
const HEIGHT_OUTPUT = 2;

/** Modes that a G word changes; null for a word that sets no mode. */
export function changeByG(
  code: string,
  values: WordValues,
  scale: number,
  probed: boolean,
): ModeChange | null {
  if (code === "17" || code === "18" || code === "19") return { plane: code };
  if (code === "93" || code === "94" || code === "95") return { feedMode: code };
  if (/^5[4-9]/.test(code)) return { workOffset: code };
  if (/^4[012]/.test(code)) return { compensation: code };
  if (code === "43") return { lengthOffset: values.get("H") ?? Number.NaN };
  if (code === "43.1") return { lengthOffset: Number.NaN };
  if (code === "49") return { lengthOffset: 0 };
  if (code === "61" || code === "61.1") return { blend: 0 };
  if (code === "64") return { blend: (values.get("P") ?? Number.POSITIVE_INFINITY) * scale };
  if (code === "10") return { shifted: true };
  if (code === "92") return probed && !values.has("X") && !values.has("Y") ? null : { shifted: true };
  if (code === "92.1") return { shifted: false };
  return null;
}

/** Modes that an M word changes; null for a word that sets no mode. */
export function changeByM(
  code: string,
  values: WordValues,
  { coolant }: Modes,
  next: number,
): ModeChange | null {
  if (code === "3" || code === "4")
    return { spindle: code, spindleNumber: values.get("$") ?? -1, inline: values.get("I") === 1 };
  if (code === "5") return { spindle: "5" };
  if (code === "6") return { tool: next };
  if (code === "7" || code === "8") return { coolant: coolant.includes(code) ? coolant : coolant + code };
  if (code === "9") return { coolant: "" };
  if (values.get("P") !== HEIGHT_OUTPUT) return null;
  if (code === "62" || code === "64") return { heightControl: false };
  if (code === "63" || code === "65") return { heightControl: true };
  return null;
}

/** The same object where nothing changes, so that legs may be told apart by it. */
export function changed(modes: Modes, change: ModeChange | null): Modes {
  if (change === null) return modes;
  const differs = (Object.keys(change) as (keyof Modes)[]).some((key) => !Object.is(modes[key], change[key]));
  return differs ? { ...modes, ...change } : modes;
}

/** Codes whose effect on the tool's way is not followed, so that a program with them cannot be judged. */
export function isUnread({ letter, code }: ProgramWord): boolean {
  return letter === "G" && (code === "5" || code === "33" || code === "7" || code === "8");
}
