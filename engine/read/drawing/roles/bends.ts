/**
 * Which lines are bends? Straight ones in the material of a part, from border to border, that are dashed or have a note beside
 * them; what else is dashed is an aid.
 */
import type { Point } from "../../../base/contract/values/geometry.ts";
import type { Findings } from "../basis/findings.ts";
import { PointGrid } from "../basis/grid.ts";
import { byKey } from "../basis/groups.ts";
import { endsOf } from "../basis/plane.ts";
import type { DrawnContours } from "../curves/contours.ts";
import { type Curve, curveAt, curveLength } from "../curves/curves.ts";
import type { CurveId } from "../curves/table.ts";
import type { Ground, Strip } from "../measure/ground.ts";
import type { Outlines } from "../outlines/outlines.ts";
import { type BendNote, ledNotes, NEAR, nearestTo } from "./notes.ts";
import type { LayerRoles } from "./roles.ts";
import { type Sorted, some } from "./sort.ts";

/** Share of the length of what looks alike that must be bends, if any of it is: plans have dashed lines of all kinds. */
const BENT = 1 / 3;

/** Line types of what lies beside a part, or of the ends of its bends: they tell bends where no other line type does. */
const VAGUE = /^(ACAD_)?(PHANTOM|DIVIDE|BORDER|ISO0[59]|ISO1[25])/;

/** Of curves with a broken line type those that are bends, or pieces of one; all others are aids. */
export function bendsAmong(
  drawn: DrawnContours,
  sorted: Sorted,
  { wholes }: Outlines,
  ground: Ground,
  findings: Findings,
): void {
  const bends = new Set(
    sorted.dashed.filter((number) => {
      const line = lineOf(drawn, number, wholes);
      return line !== null && isBend(drawn.table.get(line), ground);
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
      findings.note("bend-lines", { ...place, subject: `line type ${lineType}` });
      sorted.bend.push(number);
    } else {
      findings.note("line-types", place);
      sorted.construction.push(number);
    }
  }
  sorted.dashed = [];
}

/** A line, in one piece or several, and the numbers of these among what is drawn. */
interface Noted {
  line: CurveId;
  numbers: number[];
}

/**
 * Lines drawn like cuts that a note stands at, which says how they are bent; not those that make a corner with one
 * other line alone, as the sides of outlines do.
 */
export function linesOfNotes(
  drawn: DrawnContours,
  { cut, construction }: Sorted,
  roles: LayerRoles,
  notes: readonly BendNote[],
  { wholes }: Outlines,
  weld: number,
): Noted[] {
  if (notes.length === 0) return [];
  const ends = new PointGrid(weld, 2 * cut.length);
  some(drawn, cut).forCurves((id) => {
    for (const end of endsOf(drawn.table.ends(id))) ends.add(...end);
  });
  const isCorner = ([x, y]: Point) => {
    let count = 0;
    ends.near(x, y, weld, () => ++count > 2);
    return count === 2;
  };
  const lines = byKey(cut, (number) => (drawn.isClosed(number) ? null : lineOf(drawn, number, wholes)));
  const found = [...lines].flatMap(([line, numbers]): Noted[] => {
    if (line === null || roles.isChosen(drawn.marks(numbers[0]!))) return [];
    return endsOf(drawn.table.ends(line)).some(isCorner) ? [] : [{ line, numbers }];
  });
  const curves = found.map(({ line }) => [drawn.table.get(line)]);
  const near = NEAR * weld;
  const own = nearestTo(ledNotes(notes, drawn, construction, near), curves, near);
  return [...new Set(own.flat())].map((line) => found[line]!);
}

/** Takes those of some lines that are bends from what is cut. */
export function bendNoted(
  drawn: DrawnContours,
  sorted: Sorted,
  noted: readonly Noted[],
  ground: Ground,
  findings: Findings,
): void {
  const bent = noted.filter(({ line }) => isBend(drawn.table.get(line), ground));
  const bends = new Set(bent.flatMap(({ numbers }) => numbers));
  for (const number of bends) {
    const { layer } = drawn.marks(number);
    const at = curveAt(drawn.table.get(drawn.curveId(number, 0)), 0.5);
    findings.note("bend-lines", { subject: "notes beside them", layer, length: drawn.length(number), at });
    sorted.bend.push(number);
  }
  if (bends.size > 0) sorted.cut = sorted.cut.filter((number) => !bends.has(number));
}

/** Whether it is a straight line in the material of a part, from border to border. */
function isBend(line: Curve, ground: Ground): boolean {
  const middle = curveAt(line, 0.5);
  return ground.inMaterial(middle) && !isEdge(ground.stripAt(middle)) && reachesBorders(line, ground);
}

/** The straight line that something drawn is, or is a piece of. */
function lineOf(drawn: DrawnContours, number: number, wholes: Outlines["wholes"]): CurveId | null {
  const id = drawn.curveId(number, 0);
  return drawn.size(number) === 1 && drawn.table.isLine(id) ? (wholes.get(id) ?? id) : null;
}

/**
 * A sheet seen from the side: how thick it is at most (mm), and how many times as long at least. Dashed lines in it are
 * hidden edges.
 */
const EDGE = { thick: 6, slender: 12 };

export function isEdge({ length, width }: Strip): boolean {
  return width <= EDGE.thick && length >= EDGE.slender * width;
}

/** How far from a border the ends of a bend line may stop: in millimetres, and as a share of its length. */
const SHORT = { length: 1, share: 0.025 };

function reachesBorders(line: Curve, ground: Ground): boolean {
  const reach = Math.max(SHORT.length, SHORT.share * curveLength(line));
  return ground.isNearBorder([line.x0, line.y0], reach) && ground.isNearBorder([line.x1, line.y1], reach);
}
