/**
 * Marlin 2 with a laser: one command per line, dwells in seconds by the letter S, the power in the unit that the
 * firmware was built for. There is no end of program (M30 would delete a file); M5 is the last word on the laser.
 */

import { type Dialect, offDelay, pierceTime, power } from "./dialect.ts";
import { dwell, say } from "./steps.ts";

export const marlin: Dialect = {
  movesZ: false,
  dwell: "S",
  switchesThc: false,
  comment: (text) => `; ${text}`,
  begin: ({ words, machine }) => [
    say(words.unit),
    say("G90"),
    ...(machine.workOffset ? [say(machine.workOffset)] : []),
    say("M5"),
  ],
  toolOn: (scene) => {
    const { mode } = scene.machine.tool ?? {};
    const start = mode === "dynamic" ? "M4" : mode === "inline" ? "M3 I1" : "M3";
    return [say(start, power(scene)), ...dwell("S", pierceTime(scene), scene.words)];
  },
  toolOff: (scene) => [say("M5"), ...dwell("S", offDelay(scene), scene.words)],
  stop: () => [],
  end: ["M5"],
};
