/**
 * GRBL 1.1 with a laser ($32=1). M4 is the dynamic mode: power follows the speed and is off at rest, so corners do not
 * burn. M5 stands before every travel, which keeps the beam dark on machines without laser mode too. At rest the beam
 * pierces only in the constant mode M3, and only while the motion mode is G1.
 */

import { type Dialect, modes, offDelay, pierceTime, power } from "./dialect.ts";
import { dwell, say } from "./steps.ts";

export const grblLaser: Dialect = {
  movesZ: false,
  dwell: "P",
  switchesThc: false,
  comment: (text) => `; ${text}`,
  begin: (scene) => [modes(scene), say("M5")],
  toolOn: (scene) => {
    const wait = pierceTime(scene);
    const pierce = wait > 0 ? [say("G1 M3", power(scene)), ...dwell("P", wait, scene.words)] : [];
    return [...pierce, say(scene.machine.tool?.mode === "constant" ? "M3" : "M4", power(scene))];
  },
  toolOff: (scene) => [say("M5"), ...dwell("P", offDelay(scene), scene.words)],
  stop: () => [],
  end: ["M2"],
};
