/**
 * GRBL 1.1 with a laser ($32=1). M4 is the dynamic mode: power follows the speed and is off at rest, so corners do not
 * burn. M5 stands before every travel, which keeps the beam dark on machines without laser mode too.
 */
import { type Dialect, word } from "./dialect.ts";

export const grblLaser: Dialect = {
  begin: () => ["G21 G90 G17 G94", "M5"],
  toolOn: ({ laser_power }) => [`M4 ${word("S", laser_power)}`],
  toolOff: () => ["M5"],
  idle: () => [],
  end: () => ["M2"],
};
