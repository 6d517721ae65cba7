/**
 * LinuxCNC with a spindle. Its program starts from a known state, and G64 lets it round corners by a hundredth of a
 * millimetre instead of stopping in each. A file without percent signs must end in M2.
 */

import type { Dialect } from "./dialect.ts";
import { spindle, start } from "./spindle.ts";
import { say } from "./steps.ts";

export const linuxcnc: Dialect = {
  ...spindle,
  changeTool: (scene, tool) => [say("M5"), say(`T${tool} M6`), say(`G43 H${tool}`), ...start(scene)],
  comment: (text) => `(${text})`,
  begin: (scene) => {
    const { words, machine } = scene;
    return [
      say(`${words.unit} G90 G17 G94 G40 G49 G80 ${machine.workOffset ?? "G54"}`),
      say("G64", words.length("P", machine.motion?.pathTolerance ?? 0.01)),
      ...start(scene),
    ];
  },
  end: ["M2"],
};
