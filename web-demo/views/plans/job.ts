/** Panels of a plan one by one, and words for their cuts. */
import type { PanelCutStep, PanelLeaf } from "../../../engine/entries/sawing.ts";
import type { PanelPattern } from "../../../engine/index.ts";
import type { PanelResult } from "../../model/project.ts";
import { type DisplayUnit, MM_PER_INCH, trim } from "../../model/units.ts";

/** One panel of the job, as somebody at the saw takes it. */
export interface PanelRow {
  result: PanelResult;
  pattern: PanelPattern;
  /** Among all panels of the job, from 1. */
  number: number;
}

export function listPanels(plans: readonly PanelResult[]): PanelRow[] {
  let number = 0;
  return plans.flatMap((result) =>
    result.plan.patterns.flatMap((pattern) =>
      Array.from({ length: pattern.count }, (): PanelRow => {
        number++;
        return { result, pattern, number };
      }),
    ),
  );
}

export function cutWords(
  { direction, position, size, falls, piece_id }: PanelCutStep,
  long: (mm: number) => string,
): { what: string; result: string } {
  const from = direction === "rip" ? "from the lower edge" : "from the left edge";
  const name = direction === "rip" ? "Rip" : "Cross cut";
  const words = {
    piece: piece_id ?? "a piece",
    part: "a strip",
    offcut: "an offcut to keep",
    waste: "waste",
    trim: "the trim",
  };
  return {
    what: `${name} at ${long(position)} ${from}`,
    result: `${words[falls]}, ${long(size)} wide, comes off`,
  };
}

/** Lengths of a day at the saw are counted in metres, or in feet. */
export function metresText(mm: number, unit: DisplayUnit): string {
  return unit === "mm" ? `${trim(mm / 1000, 1)} m` : `${trim(mm / (12 * MM_PER_INCH), 0)} ft`;
}

export function listOffcuts(leaves: readonly PanelLeaf[]): PanelLeaf[] {
  return leaves.filter(({ offcut }) => offcut === true);
}
