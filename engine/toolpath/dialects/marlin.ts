/**
 * Marlin 2 with a laser: one command per line, dwells in seconds by the letter S, the power in the unit that the
 * firmware was built for. There is no end of program (M30 would delete a file); M5 is the last word on the laser.
 */
import { type Dialect, dwell, word } from "./dialect.ts";

export const marlin: Dialect = {
  movesZ: false,
  pierceDelay: 0,
  comment: (text) => `; ${text}`,
  begin: () => ["G21", "G90", "M5"],
  toolOn: ({ laser_power, pierceDelay }) => [`M3 ${word("S", laser_power)}`, ...dwell("S", pierceDelay)],
  toolOff: () => ["M5"],
  stop: () => [],
  end: ["M5"],
};
