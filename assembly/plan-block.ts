/** The block in which bars and panels hand out their best plan (`PlanResultHead` in layout.ts). */
import { PlanResultHead } from "./layout";
import { mark, release, reserve } from "./memory";
import { Numbers } from "./vector";
import { workSpent } from "./work";

/**
 * Begins a block with room for `slots` numbers behind its head. It lies above everything else and is given back at once: it
 * stays readable until the core is called again, and asking often costs no memory.
 */
export function beginPlanBlock(slots: i32, revision: i32, phase: i32, patterns: i32): Numbers {
  const all = PlanResultHead.SLOTS + slots;
  const top = mark();
  const block = changetype<Numbers>(reserve((<usize>all) << 3));
  release(top);
  block[PlanResultHead.LENGTH] = <f64>all;
  block[PlanResultHead.REVISION] = <f64>revision;
  block[PlanResultHead.PHASE] = <f64>phase;
  block[PlanResultHead.WORK] = workSpent();
  block[PlanResultHead.PATTERNS] = <f64>patterns;
  return block;
}
