/** The text of a program, judged as one of a laser and of a router for the same sheet. */
import { verifyGcode } from "../../../engine/verify/program/verify.ts";
import { box } from "../../helpers/rings.ts";
import { expectNumbers } from "../engine.ts";

const request = {
  sheet_width: 200,
  sheet_height: 100,
  placements: [
    {
      part_id: "plate",
      x: 10,
      y: 10,
      rotation: 0,
      exterior: box(0, 0, 60, 40) as [number, number][],
      holes: [],
    },
  ],
  config: { kerf: 2 },
};
const MACHINES = ["grbl-laser", "shapeoko"];

export function fuzz(data: Uint8Array): void {
  const text = new TextDecoder().decode(data);
  for (const machine of MACHINES)
    expectNumbers(verifyGcode(text, { request, options: { machine } as never }), machine);
}
