/**
 * A plasma table with GRBL, LinuxCNC or Mach: M3 strikes the arc, the dwell lets it pierce, M5 ends it. The height of
 * the torch is its height control's affair, unless the machine says where to pierce and where to cut: then the torch
 * goes down to the one, strikes, and goes on to the other.
 */

import { type Dialect, modes, offDelay, pierceTime, power, type Scene } from "./dialect.ts";
import { dwell, lift, plunge, type Step, say } from "./steps.ts";

/** How far down the probe looks for the surface, in mm, and how fast. */
const PROBE = { depth: 50, rate: 500 };

export const plasma: Dialect = {
  movesZ: false,
  dwell: "P",
  switchesThc: false,
  comment: (text) => `(${text})`,
  begin: (scene) => [modes(scene), say("M5"), ...raised(scene)],
  toolOn: (scene) => {
    const { words, pierceHeight, cutHeight, cut, dialect } = scene;
    // Where a linear move to the pierce height were slow for nothing, the torch is still dark: it goes rapidly.
    const down = pierceHeight === null ? [] : [...touchOff(scene), lift(pierceHeight, words)];
    const settle =
      cutHeight === null || cutHeight === pierceHeight ? [] : [plunge(cutHeight, cut.plungeRate, words)];
    const start = dialect === "qtplasmac" ? say("M3 $0", power(scene)) : say("M3", power(scene));
    return [...down, start, ...dwell("P", pierceTime(scene), words), ...settle];
  },
  toolOff: (scene) => [say("M5"), ...dwell("P", offDelay(scene), scene.words), ...raised(scene)],
  stop: (scene) => (touchOff(scene).length > 0 ? [say("G92.1")] : []),
  end: ["M2"],
};

/** Up to where the torch may travel, if the program moves it at all. */
function raised({ cutHeight, safeHeight, words }: Scene) {
  return cutHeight === null ? [] : [lift(safeHeight, words)];
}

/** A probing move where the program finds the surface; after it that is Z0. */
function touchOff({ machine, words }: Scene): Step[] {
  const how = machine.z?.touchOff;
  if (how !== "G31" && how !== "G38.2") return [];
  const probe = `${how} ${words.length("Z", -PROBE.depth)} ${words.length("F", PROBE.rate)}`;
  return [{ text: probe, z: 0, rate: PROBE.rate, stops: true }, say(`G92 ${words.length("Z", 0)}`)];
}

/** Mach3 and Mach4 with a plasma torch. */
export const mach: Dialect = { ...plasma, end: ["M30"] };

/** An abrasive waterjet: M3 opens the nozzle, the dwell lets the jet through, M5 closes it. */
export const waterjet: Dialect = { ...plasma };
