/**
 * GRBL 1.1 with a laser ($32=1). M4 is the dynamic mode: power follows the speed and is off at rest, so corners do not
 * burn. M5 stands before every travel, which keeps the beam dark on machines without laser mode too. At rest the beam
 * pierces only in the constant mode M3, and only while the motion mode is G1.
 */
import { type Dialect, dwell, word } from "./dialect.ts";

export const grblLaser: Dialect = {
  movesZ: false,
  pierceDelay: 0,
  comment: (text) => `; ${text}`,
  begin: () => ["G21 G90 G17 G94", "M5"],
  toolOn: ({ laser_power, pierceDelay }) => {
    const power = word("S", laser_power);
    const pierce = pierceDelay > 0 ? [`G1 M3 ${power}`, ...dwell("P", pierceDelay)] : [];
    return [...pierce, `M4 ${power}`];
  },
  toolOff: () => ["M5"],
  stop: () => [],
  end: ["M2"],
};
