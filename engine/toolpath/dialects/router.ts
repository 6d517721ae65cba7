/** GRBL 1.1 with a spindle: it runs throughout, and Z lifts it between the contours. S is `laser_power`, verbatim. */
import { type Dialect, word } from "./dialect.ts";

export const grblRouter: Dialect = {
  begin: ({ laser_power, safeHeight }) => [
    "G21 G90 G17 G94",
    `G0 ${word("Z", safeHeight)}`,
    `M3 ${word("S", laser_power)}`,
  ],
  toolOn: ({ depth, plungeRate }) => [`G1 ${word("Z", -depth)} ${word("F", plungeRate)}`],
  toolOff: ({ safeHeight }) => [`G0 ${word("Z", safeHeight)}`],
  idle: () => ["M5"],
  end: () => ["M2"],
};
