/**
 * Which dashed lines are bends? Straight ones in the material of a part, from border to border; what else is dashed is an aid.
 */
import { Findings } from "../basis/drawing-findings.ts";
import { byKey } from "../basis/united-groups.ts";
import type { DrawnContours } from "../curves/contours.ts";
import { type Curve, curveAt, curveLength } from "../curves/curves.ts";
import type { ArrangedGround, StripSize } from "../measure/ground.ts";
import type { Sorted } from "./sort.ts";

/** Share of the length of what looks alike that must be bends, if any of it is: plans have dashed lines of all kinds. */
const BENT = 1 / 3;

/** Line types of what lies beside a part, or of the ends of its bends: they tell bends where no other line type does. */
const VAGUE = /^(ACAD_)?(PHANTOM|DIVIDE|BORDER|ISO0[59]|ISO1[25])/;

/** Finds bends among curves with a broken line type; all others are aids. */
export function bendsAmong(drawn: DrawnContours, sorted: Sorted, ground: ArrangedGround): Findings {
  const findings = new Findings();
  const bends = new Set(
    sorted.dashed.filter((number) => {
      const line = drawn.curveId(number, 0);
      return drawn.size(number) === 1 && drawn.table.isLine(line) && isBend(drawn.table.get(line), ground);
    }),
  );
  const lengthOf = (numbers: number[]) => numbers.reduce((sum, number) => sum + drawn.length(number), 0);
  const mayBend = new Set<number>();
  for (const [look, alike] of byKey(sorted.dashed, (number) => drawn.look(number)))
    if (lengthOf(alike.filter((number) => bends.has(number))) >= BENT * lengthOf(alike)) mayBend.add(look);
  const isVague = (number: number) => VAGUE.test(drawn.marks(number).lineType);
  const others = [...bends].filter((number) => !isVague(number));
  for (const number of sorted.dashed) {
    if (others.length > 0 && isVague(number)) bends.delete(number);
    const { lineType, layer } = drawn.marks(number);
    const at = curveAt(drawn.table.get(drawn.curveId(number, 0)), 0.5);
    const place = { subject: lineType, layer, length: drawn.length(number), at };
    if (bends.has(number) && mayBend.has(drawn.look(number))) {
      findings.note("bend-lines", {
        ...place,
        subject: `line type ${lineType}`,
        option: { line_types: { [lineType]: "cut" } },
      });
      sorted.bend.push(number);
    } else {
      findings.note("line-types", place);
      sorted.construction.push(number);
    }
  }
  sorted.dashed = [];
  return findings;
}

/** Whether it is a straight line in the material of a part, from border to border. */
function isBend(line: Curve, ground: ArrangedGround): boolean {
  const middle = curveAt(line, 0.5);
  return ground.inMaterial(middle) && !isEdge(ground.stripAt(middle)) && reachesBorders(line, ground);
}

/**
 * A sheet seen from the side: how thick it is at most (mm), and how many times as long at least. Dashed lines in it are
 * hidden edges.
 */
const EDGE = { thick: 6, slender: 12 };

export function isEdge({ length, width }: StripSize): boolean {
  return width <= EDGE.thick && length >= EDGE.slender * width;
}

/** How far from a border the ends of a bend line may stop: in millimetres, and as a share of its length. */
const SHORT = { length: 1, share: 0.025 };

function reachesBorders(line: Curve, ground: ArrangedGround): boolean {
  const reach = Math.max(SHORT.length, SHORT.share * curveLength(line));
  return ground.isNearBorder([line.x0, line.y0], reach) && ground.isNearBorder([line.x1, line.y1], reach);
}
