/**
 * LinuxCNC with a spindle. Its program starts from a known state, and G64 lets it round corners by a hundredth of a
 * millimetre instead of stopping in each. A file without percent signs must end in M2.
 */
import { type Dialect, word } from "./dialect.ts";
import { spindle } from "./spindle.ts";

export const linuxcnc: Dialect = {
  ...spindle,
  comment: (text) => `(${text})`,
  begin: ({ laser_power, safeHeight }) => [
    "G21 G90 G17 G94 G40 G49 G80 G54",
    "G64 P0.01",
    `G0 ${word("Z", safeHeight)}`,
    `M3 ${word("S", laser_power)}`,
  ],
  end: ["M2"],
};
