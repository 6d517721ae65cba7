/**
 * Which legs come near a box? Legs that follow each other lie beside each other, so boxes around a few of them are
 * indexed, and only what is within a box that was found is looked at one by one.
 */
import Flatbush from "flatbush";
import type { Leg } from "../controller/legs.ts";
import { boxOfLeg } from "./inspect.ts";
import type { Box } from "./part.ts";

/** Legs in one box. */
const RUN = 8;

export class LegIndex {
  private readonly runs: Flatbush;

  /** @throws for no legs */
  constructor(private readonly legs: Leg[]) {
    this.runs = new Flatbush(Math.ceil(legs.length / RUN));
    for (let first = 0; first < legs.length; first += RUN) {
      const box: Box = [Infinity, Infinity, -Infinity, -Infinity];
      for (let i = first; i < Math.min(first + RUN, legs.length); i++) widen(box, legs[i]!);
      this.runs.add(...box);
    }
    this.runs.finish();
  }

  /** Numbers of the legs whose boxes meet this one, in ascending order. */
  search(x0: number, y0: number, x1: number, y1: number): number[] {
    const found: number[] = [];
    for (const run of this.runs.search(x0, y0, x1, y1).sort((a, b) => a - b)) {
      const end = Math.min(RUN * (run + 1), this.legs.length);
      for (let i = RUN * run; i < end; i++) if (meets(this.legs[i]!, x0, y0, x1, y1)) found.push(i);
    }
    return found;
  }
}

function widen(box: Box, leg: Leg): void {
  if (leg.turn === 0) {
    const { x0, y0, x1, y1 } = leg;
    box[0] = Math.min(box[0], x0, x1);
    box[1] = Math.min(box[1], y0, y1);
    box[2] = Math.max(box[2], x0, x1);
    box[3] = Math.max(box[3], y0, y1);
    return;
  }
  const own = boxOfLeg(leg);
  box[0] = Math.min(box[0], own[0]);
  box[1] = Math.min(box[1], own[1]);
  box[2] = Math.max(box[2], own[2]);
  box[3] = Math.max(box[3], own[3]);
}

function meets(leg: Leg, x0: number, y0: number, x1: number, y1: number): boolean {
  if (leg.turn !== 0) {
    const own = boxOfLeg(leg);
    return own[0] <= x1 && own[2] >= x0 && own[1] <= y1 && own[3] >= y0;
  }
  const { x0: ax, y0: ay, x1: bx, y1: by } = leg;
  return Math.min(ax, bx) <= x1 && Math.max(ax, bx) >= x0 && Math.min(ay, by) <= y1 && Math.max(ay, by) >= y0;
}
