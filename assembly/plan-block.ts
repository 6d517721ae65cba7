/** The block in which bars and panels hand out their best plan (`PlanResultHead` in layout.ts). */
import { PlanResultHead } from "./layout";
import { lend } from "./memory";
import { Numbers } from "./vector";
import { workSpent } from "./work";

/** Begins a block with room for `slots` numbers behind its head, which is lent: asking often costs no memory. */
export function beginPlanBlock(slots: i32, revision: i32, phase: i32, patterns: i32): Numbers {
  const all = PlanResultHead.SLOTS + slots;
  const block = changetype<Numbers>(lend((<usize>all) << 3));
  block[PlanResultHead.LENGTH] = <f64>all;
  block[PlanResultHead.REVISION] = <f64>revision;
  block[PlanResultHead.PHASE] = <f64>phase;
  block[PlanResultHead.WORK] = workSpent();
  block[PlanResultHead.PATTERNS] = <f64>patterns;
  return block;
}
