/**
 * LinuxCNC's QtPlasmaC. M3 $0 S1 strikes the arc and waits for it; heights may come from its material table, and stand
 * in the program where the machine says them. M62 P2 and M63 P2 switch the height control.
 */

import type { Dialect } from "./dialect.ts";
import { plasma } from "./plasma.ts";
import { say } from "./steps.ts";

export const qtplasmac: Dialect = {
  ...plasma,
  switchesThc: true,
  begin: (scene) => {
    const { words, machine } = scene;
    const [, ...rest] = plasma.begin(scene);
    return [
      say(`${words.unit} G90 G17 G94 G40 G49 G80 ${machine.workOffset ?? "G54"}`),
      say("G64", words.length("P", machine.motion?.pathTolerance ?? 0.01)),
      ...rest,
    ];
  },
};
