/** Shared by all machines with a spindle: it runs throughout, and Z takes it down and up. */

import { type Dialect, power, type Scene } from "./dialect.ts";
import { dwell, lift, plunge, type Step, say } from "./steps.ts";

export const spindle: Omit<Dialect, "comment" | "begin" | "end"> = {
  movesZ: true,
  dwell: "P",
  switchesThc: false,
  turn,
  toolOn: ({ words, cut }, height) => [
    plunge(height, cut.plungeRate, words),
    ...dwell("P", cut.pierceDelay, words),
  ],
  toolOff: ({ words, safeHeight }) => [lift(safeHeight, words)],
  stop: () => [say("M5")],
};

/** Up, and turning. */
export function start(scene: Scene): Step[] {
  return [lift(scene.safeHeight, scene.words), ...turn(scene)];
}

function turn(scene: Scene): Step[] {
  const { words, machine } = scene;
  return [say("M3", power(scene)), ...dwell("P", machine.tool?.spinUp ?? 0, words)];
}
