/** Is the machine safe on every rapid, is every cut at a feed and a power? */
import type { JudgedProgram } from "../wants/judged.ts";

/** No rapid with the tool on or down, no cut at the travel's feed or without power. */
export function checkSafety({ course, legs, wants, report, isRouter }: JudgedProgram): void {
  const add = (code: string, line: number, message: string) => report({ code, line, message });
  let highest = isRouter ? 0 : Number.NEGATIVE_INFINITY;
  if (!isRouter) for (const { z1 } of legs.slice(0, 1000)) highest = Math.max(highest, z1);
  for (const { line, x0, y0, x1, y1, z0, z1, on } of course.rapids) {
    const planar = x0 !== x1 || y0 !== y1;
    if (!isRouter && on) add("rapid-tool-on", line, "travels with the tool on");
    const isTorch = course.usesZ && wants.zStep === 0;
    const low = isRouter ? Math.min(z0, z1) < 1e-9 : isTorch && Math.min(z0, z1) <= highest;
    if (planar && low) add("rapid-low", line, "travels with the tool down");
    if (isRouter && !planar && z1 < Math.min(z0, -1e-9))
      add("rapid-plunge", line, "goes down into the sheet rapidly");
  }
  const borrowed = legs.find((leg) => leg.borrowed);
  if (borrowed) add("travel-feed", borrowed.line, "cuts at the feed of the travel before it");
  const arc = wants.arcs ? undefined : course.legs.find(({ turn }) => turn !== 0);
  if (arc) add("arc-unwanted", arc.line, "is an arc, and none was wanted");
  const dark = course.legs.find(({ on, power }) => on && power === 0);
  if (dark && wants.request.config.laser_power > 0) add("no-power", dark.line, "cuts with power 0");
}
