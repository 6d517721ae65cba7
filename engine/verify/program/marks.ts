/** Are the marks of the parts drawn, in their places, with their settings, before anything is cut? */
import type { Point } from "../../base/contract/values/geometry.ts";
import { hypot } from "../../base/geometry/trig/hypot.ts";
import { chordsOf, legLength, span, stretchNear } from "../sweep/distance.ts";
import { placed } from "../sweep/outline.ts";
import type { Stretch } from "../sweep/part.ts";
import { lengthOfAll, without } from "../sweep/part.ts";
import type { RunIndex } from "../sweep/run-index.ts";
import type { Judged } from "./judged.ts";
import type { MarkPath } from "./wants.ts";

/** A mark is drawn when it is met this exactly, in mm, but for this much of its length. */
const ON = 0.02;
const LEFT = 0.05;

export function checkMarks(judged: Judged, index: RunIndex): void {
  const { wants } = judged;
  const wished = wants.wishes.marks ?? [];
  for (const [placement, marks] of wished.entries())
    for (const mark of marks ?? []) {
      if (!wants.isDrawn(mark)) continue;
      checkMark(judged, index, placement, mark);
    }
  const first = judged.marks.indexOf(0);
  const late = first < 0 ? -1 : judged.marks.indexOf(1, first);
  if (late >= 0)
    judged.report({
      code: "mark-late",
      severity: "fault",
      line: judged.legs.at(late).line,
      message: "marks after the first cut",
    });
}

function checkMark(judged: Judged, index: RunIndex, placement: number, mark: MarkPath): void {
  const { x, y, rotation } = judged.wants.request.placements[placement]!;
  const path = placed(mark.path, x, y, rotation);
  if (mark.closed) path.push(path[0]!);
  let missing = 0;
  const drawn = new Map<number, number>();
  for (let i = 0; i + 1 < path.length; i++) missing += notDrawn(judged, index, path[i]!, path[i + 1]!, drawn);
  for (const [i, length] of drawn) {
    if (length < 0.9 * legLength(judged.legs.look(i))) continue;
    judged.marks[i] = 1;
    checkSettings(judged, i, mark);
  }
  if (missing > LEFT)
    judged.report({
      code: "mark-missing",
      severity: "fault",
      line: 0,
      placement,
      at: path[0]!,
      amount: missing,
      message: `a ${mark.role} line of part ${placement + 1} is not drawn over ${missing.toFixed(2)} mm`,
    });
}

/** Length of a straight piece of a mark that no leg draws; how much of each leg runs along it is added to `drawn`. */
function notDrawn(
  judged: Judged,
  index: RunIndex,
  [ax, ay]: Point,
  [bx, by]: Point,
  drawn: Map<number, number>,
): number {
  const length = hypot(bx - ax, by - ay);
  let left: Stretch[] = [[0, length]];
  const [minX, minY, maxX, maxY] = [Math.min(ax, bx), Math.min(ay, by), Math.max(ax, bx), Math.max(ay, by)];
  for (const i of index.search(minX - ON, minY - ON, maxX + ON, maxY + ON)) {
    const leg = judged.legs.at(i);
    const points = chordsOf(leg, ON / 10);
    let along = 0;
    for (let c = 0; c + 3 < points.length; c += 2) {
      const chord = points.slice(c, c + 4) as [number, number, number, number];
      if (!stretchNear(chord, [ax, ay, bx, by], ON)) continue;
      along += span.high - span.low;
      if (stretchNear([ax, ay, bx, by], chord, ON)) left = without(left, span.low, span.high);
    }
    if (along > 0) drawn.set(i, (drawn.get(i) ?? 0) + along);
  }
  return lengthOfAll(left);
}

function checkSettings({ wants, legs, report }: Judged, i: number, mark: MarkPath): void {
  const { feed, power, line } = legs.at(i);
  const { config } = wants.request;
  const asked = wants.ofMark(mark);
  const [wantedFeed, wantedPower] = [
    asked.feedRate ?? config.feed_rate,
    wants.powerWithin(asked.power ?? config.laser_power),
  ];
  if (asked.feedRate !== undefined && Math.abs(feed - wantedFeed) > 0.01 * wantedFeed)
    report({
      code: "mark-setting",
      severity: "fault",
      line,
      message: `marks at F${feed}, not F${wantedFeed}`,
    });
  if (asked.power !== undefined && Math.abs(power - wantedPower) > 0.01 * wantedPower + 1e-3)
    report({
      code: "mark-setting",
      severity: "fault",
      line,
      message: `marks at S${power}, not S${wantedPower}`,
    });
}
