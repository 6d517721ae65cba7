/**
 * Which legs come near a box? Legs that follow each other lie beside each other, so boxes around a few of them are
 * indexed, and only what is within a box that was found is looked at one by one.
 */
import Flatbush from "flatbush";
import type { Legs } from "../controller/legs.ts";
import type { Box } from "./boxes.ts";
import { boxOfLeg } from "./inspect.ts";

/** Legs in one box. */
const RUN = 8;

export class LegIndex {
  private readonly runs: Flatbush;

  /** @throws for no legs */
  constructor(private readonly legs: Legs) {
    this.runs = new Flatbush(Math.ceil(legs.length / RUN));
    for (let first = 0; first < legs.length; first += RUN) {
      const box: Box = [Infinity, Infinity, -Infinity, -Infinity];
      for (let i = first; i < Math.min(first + RUN, legs.length); i++) widen(box, legs, i);
      this.runs.add(...box);
    }
    this.runs.finish();
  }

  /** Numbers of the legs whose boxes meet this one, in ascending order. */
  search(x0: number, y0: number, x1: number, y1: number): number[] {
    const found: number[] = [];
    for (const run of this.runs.search(x0, y0, x1, y1).sort((a, b) => a - b)) {
      const end = Math.min(RUN * (run + 1), this.legs.length);
      for (let i = RUN * run; i < end; i++) if (meets(this.legs, i, x0, y0, x1, y1)) found.push(i);
    }
    return found;
  }
}

function widen(box: Box, legs: Legs, i: number): void {
  const own = boxOfLeg(legs.at(i));
  box[0] = Math.min(box[0], own[0]);
  box[1] = Math.min(box[1], own[1]);
  box[2] = Math.max(box[2], own[2]);
  box[3] = Math.max(box[3], own[3]);
}

function meets(legs: Legs, i: number, x0: number, y0: number, x1: number, y1: number): boolean {
  if (legs.isLine(i)) return legs.meets(i, x0, y0, x1, y1);
  const own = boxOfLeg(legs.at(i));
  return own[0] <= x1 && own[2] >= x0 && own[1] <= y1 && own[3] >= y0;
}
