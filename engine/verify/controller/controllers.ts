/**
 * Limits of each controller: words, line lengths, arcs. Read from the controllers' own sources and manuals (GRBL
 * gcode.c and protocol.h, LinuxCNC interp_arc.cc, Marlin G2_G3.cpp, Mach3's arc check), never from our writers.
 */

export interface Controller {
  /** Most characters of a line. */
  line: number;
  /** Letters of words. */
  letters: string;
  /** Codes that are understood, as printed without leading zeros. */
  g: ReadonlySet<string>;
  m: ReadonlySet<string>;
  /** Most that start and end of an arc may differ in their distance from the centre, in mm, and as a share of it. */
  arcMismatch: number;
  arcShare: number;
  /** Coordinates are held in single precision. */
  single: boolean;
  /** Codes that must stand before the first motion, one of each list. */
  prepared: string[][];
  /** The codes that end a program, none where it just stops. */
  ends: string[];
  /** Letters of a dwell in seconds. */
  dwell: string;
  parens: boolean;
}

const set = (codes: string) => new Set(codes.split(" "));

const GRBL: Controller = {
  line: 79,
  letters: "GMXYZIJKFSPRLNT",
  g: set(
    "0 1 2 3 4 10 17 18 19 20 21 28 28.1 30 30.1 38.2 38.3 38.4 38.5 40 43.1 49 53 54 55 56 57 58 59 61 80 90 91 91.1 92 92.1 93 94",
  ),
  m: set("0 1 2 3 4 5 7 8 9 30"),
  arcMismatch: 0.005,
  arcShare: 0.001,
  single: true,
  prepared: [["20", "21"], ["90", "91"], ["17"], ["94"]],
  ends: ["2", "30"],
  dwell: "P",
  parens: true,
};

const LINUXCNC: Controller = {
  ...GRBL,
  line: 254,
  letters: "GMXYZABCIJKFSPRQLNTHDE$",
  g: set(
    "0 1 2 3 4 5 10 17 18 19 20 21 28 30 31 33 38.2 38.3 38.4 38.5 40 41 42 43 49 53 54 55 56 57 58 59 61 61.1 64 80 90 90.1 91 91.1 92 92.1 93 94 95",
  ),
  m: set("0 1 2 3 4 5 6 7 8 9 30 48 49 50 51 52 53 61 62 63 64 65 66 67 68 190"),
  arcMismatch: 0.0283,
  single: false,
};

const MACH: Controller = { ...LINUXCNC, line: 254, arcMismatch: 0.002, arcShare: 0 };

const MARLIN: Controller = {
  ...GRBL,
  line: 95,
  letters: "GMXYZEIJRFSPNT",
  g: set("0 1 2 3 4 5 17 18 19 20 21 27 28 29 53 54 55 56 57 58 59 60 61 90 91 92 94"),
  m: set("0 1 3 4 5 7 8 9 17 18 42 84 106 107 114 117 204 400"),
  prepared: [
    ["20", "21"],
    ["90", "91"],
  ],
  ends: [],
  dwell: "S",
  parens: false,
};

/** A plasma program is to run on all three, so it keeps the strictest rule of each. */
const ANY_TABLE: Controller = { ...GRBL, arcMismatch: 0.002, arcShare: 0 };

const CONTROLLERS: Record<string, Controller> = {
  "grbl-laser": GRBL,
  "grbl-router": GRBL,
  fluidnc: { ...GRBL, line: 254, m: set("0 1 2 3 4 5 7 8 9 30 62 63 64 65 67") },
  linuxcnc: LINUXCNC,
  qtplasmac: LINUXCNC,
  waterjet: ANY_TABLE,
  mach: MACH,
  marlin: MARLIN,
  plasma: ANY_TABLE,
};

/** The rules for a dialect's name; for programs of unknown origin what most controllers take. */
export function controllerFor(dialect: string | undefined, maxLine?: number, touchOff?: string): Controller {
  const known = dialect !== undefined && Object.hasOwn(CONTROLLERS, dialect) ? CONTROLLERS[dialect]! : null;
  const rules = known ?? { ...LINUXCNC, letters: `${LINUXCNC.letters}O` };
  return {
    ...rules,
    line: maxLine ?? rules.line,
    g: touchOff === "G31" ? new Set([...rules.g, "31"]) : rules.g,
  };
}
