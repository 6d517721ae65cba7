/**
 * A plasma table with GRBL, LinuxCNC or Mach: M3 strikes the arc, the dwell lets it pierce, M5 ends it. The height of
 * the torch is its height control's affair.
 */
import { type Dialect, dwell, word } from "./dialect.ts";

export const plasma: Dialect = {
  movesZ: false,
  pierceDelay: 0.5,
  comment: (text) => `(${text})`,
  begin: () => ["G21 G90 G17 G94", "M5"],
  toolOn: ({ laser_power, pierceDelay }) => [`M3 ${word("S", laser_power)}`, ...dwell("P", pierceDelay)],
  toolOff: () => ["M5"],
  stop: () => [],
  end: ["M2"],
};
