/** GRBL 1.1 with a spindle. S is the request's `laser_power`, verbatim. */
import { type Dialect, word } from "./dialect.ts";
import { spindle } from "./spindle.ts";

export const grblRouter: Dialect = {
  ...spindle,
  comment: (text) => `; ${text}`,
  begin: ({ laser_power, safeHeight }) => [
    "G21 G90 G17 G94",
    `G0 ${word("Z", safeHeight)}`,
    `M3 ${word("S", laser_power)}`,
  ],
  end: ["M2"],
};
