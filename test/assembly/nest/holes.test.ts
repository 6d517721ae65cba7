/** The work that filling holes may take while a job is opened. */
import { expect, it } from "vitest";
import type { Ring } from "../../../engine/base/contract/values/geometry.ts";
import { encodeProblem } from "../../../engine/plan/nest/nest-blocks.ts";
import { compileProbes } from "../../helpers/probe.ts";

interface Probe {
  memory: WebAssembly.Memory;
  room(bytes: number): number;
  open(at: number): void;
  work(): number;
}

const SOURCE = `
  import { reserve } from "./memory";
  import { openJob } from "./nest/opening";
  import { workSpent } from "./work";
  export function room(bytes: usize): usize { return reserve(bytes); }
  export function open(at: usize): void { openJob(at); }
  export function work(): f64 { return workSpent(); }
`;

/** A circle with waves, whose centre is at (radius, radius). */
function wavy(points: number, radius: number): Ring {
  return Array.from({ length: points }, (_, i) => {
    const angle = (2 * Math.PI * i) / points;
    const reach = radius * (0.95 + 0.05 * Math.cos(9 * angle));
    return [radius + reach * Math.cos(angle), radius + reach * Math.sin(angle)];
  });
}

it("copies of many points are tried in a hole as long as the work for holes lasts", async () => {
  const hole = wavy(40, 400)
    .map(([x, y]): [number, number] => [x + 50, y + 50])
    .reverse();
  const block = encodeProblem({
    seed: 1,
    searchIndex: 0,
    gap: 60,
    types: [
      { width: 2000, height: 2000, quantity: 9, cost: 1, free: false, right: 0, top: 0, obstacles: [] },
    ],
    strip: false,
    mostSheets: 9,
    leastSheets: 0,
    orientations: [{ cos: 1, sin: 0, mirrored: false, rotation: 0 }],
    parts: [
      { quantity: 1, level: 0, orientations: [0], rings: [wavy(40, 450), hole] },
      { quantity: 11, level: 0, orientations: [0], rings: [wavy(1999, 130)] },
    ],
  });
  const probe = await (await compileProbes<Probe>(SOURCE))();
  const at = probe.room(block.byteLength);
  new Float64Array(probe.memory.buffer, at, block.length).set(block);
  probe.open(at);
  expect(probe.work()).toBeLessThan(2e6);
});
