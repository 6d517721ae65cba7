/** The header that plans of bars and panels share: what the core knows about a plan beside its patterns. */
import { PlanResultHead } from "../../../assembly/layout.ts";
import type { CoreExports } from "./load.ts";

export interface PlanHead {
  revision: number;
  phase: string;
  optimal: boolean;
  /** In steps of the goal. */
  lowerBound: number;
}

/** Where the patterns begin. */
export const FIRST_PATTERN: number = PlanResultHead.SLOTS;

/** How often there has been a better plan, when the best one's block is at this address: without reading it. */
export function revisionAt({ memory }: CoreExports, at: number): number {
  return new Float64Array(memory.buffer, at + 8 * PlanResultHead.REVISION, 1)[0]!;
}

/** A block as the core makes it, with the slots of so many patterns; `phases` are their names by number. */
export function encodePlan(
  { revision, phase, optimal, lowerBound }: PlanHead,
  phases: Record<number, string>,
  count: number,
  patterns: number[],
): Float64Array {
  const head = new Array<number>(PlanResultHead.SLOTS).fill(0);
  head[PlanResultHead.LENGTH] = head.length + patterns.length;
  head[PlanResultHead.REVISION] = revision;
  head[PlanResultHead.PHASE] = Number(Object.keys(phases).find((code) => phases[Number(code)] === phase));
  head[PlanResultHead.OPTIMAL] = Number(optimal);
  head[PlanResultHead.LOWER_BOUND] = lowerBound;
  head[PlanResultHead.PATTERNS] = count;
  return Float64Array.from([...head, ...patterns]);
}

export function decodeHead(
  block: Float64Array,
  phases: Record<number, string>,
): PlanHead & { count: number } {
  return {
    revision: block[PlanResultHead.REVISION]!,
    phase: phases[block[PlanResultHead.PHASE]!]!,
    optimal: block[PlanResultHead.OPTIMAL] === 1,
    lowerBound: block[PlanResultHead.LOWER_BOUND]!,
    count: block[PlanResultHead.PATTERNS]!,
  };
}
