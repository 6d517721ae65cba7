/** What all machines with a spindle share: it runs throughout, and Z takes it down and up. */
import { type Dialect, dwell, word } from "./dialect.ts";

export const spindle: Pick<Dialect, "movesZ" | "pierceDelay" | "toolOn" | "toolOff" | "stop"> = {
  movesZ: true,
  pierceDelay: 0,
  toolOn: ({ plungeRate, pierceDelay }, height) => [
    `G1 ${word("Z", height)} ${word("F", plungeRate)}`,
    ...dwell("P", pierceDelay),
  ],
  toolOff: ({ safeHeight }) => [`G0 ${word("Z", safeHeight)}`],
  stop: () => ["M5"],
};
