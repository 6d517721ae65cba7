/** Takes a drawing that was read into the project: its contents, and its parts with their exact outlines. */
import { findingsWithout } from "../../../engine/entries/app.ts";
import { LIMITS } from "../../../engine/entries/schemas.ts";
import type { Curve, Part, Point, Drawing as ReadDrawing } from "../../../engine/index.ts";
import type { NewPart, PartOutline } from "../../edit/edit-parts.ts";
import { toldFrom } from "../../edit/materials.ts";
import { curvePoints } from "../../geometry/curves.ts";
import type { ProjectDrawing } from "../../model/project.ts";
import type { Toolbox } from "../../run/workshop.ts";

/** Points of a part's ring lie no further than this from its true outline, in mm. */
const TOLERANCE = 0.01;
const MOST_POINTS = 2000;
const MANY_HOLES = 100;

type Contents = Omit<ProjectDrawing, "id" | "name" | "joinTolerance">;

/** Findings that say what is plain to see: how many parts there are, the unit, and what marks on no part say again. */
const TOLD_OTHERWISE = ["several-parts", "unit-assumed", "open-outside"];

/** Contents of a drawing that the project keeps beside its parts. */
function contentsOf({
  data,
  unit,
  findings,
  groups,
  open_ends: openEnds,
  hints,
  account,
  paths,
  lines_off_parts,
}: ReadDrawing): Contents {
  const linesOf = (...roles: ReadDrawing["paths"][number]["role"][]) =>
    paths.filter(({ role }) => roles.includes(role)).map(({ curves }) => pointsAlong(curves));
  return {
    unit: { name: unit.name, source: unit.source, millimetres: unit.millimetres },
    findings: findingsWithout(findings, TOLD_OTHERWISE).flatMap((finding) => finding.folded ?? [finding]),
    cutPaths: data.cut_paths,
    bendLines: data.bend_lines ?? [],
    groups,
    openEnds,
    hints,
    account,
    markLines: linesOf("engrave", "mark"),
    asideLines: linesOf("construction"),
    offLines: lines_off_parts.map(pointsAlong),
  };
}

/** Contents of a drawing and its parts: named after their file, with a number when there are several. */
export async function takenFrom(
  tools: Toolbox,
  read: ReadDrawing,
  fileName: string,
): Promise<{ parts: NewPart[]; contents: Contents }> {
  const stem = fileName.replace(/\.[^.]+$/, "");
  const contents = contentsOf(read);
  const parts = read.parts.map((part, i) => ({
    marks: part.marks.map(({ role, path, closed }) => ({ role, path, closed })),
    name: read.parts.length === 1 ? stem : `${stem} ${i + 1}`,
    exterior: part.exterior,
    holes: part.holes,
    wanted: read.parts.length > 1 ? part.order.quantity : null,
    told: toldFrom(part),
    exact: () => exactOutline(tools, part),
  }));
  for (const part of parts) {
    if (part.holes.length < MANY_HOLES || part.holes.length > LIMITS.plan.holes) continue;
    // Outlining thousands of holes fills a frame: the page has a turn before each such part.
    await new Promise((resolve) => setTimeout(resolve));
    const outline = part.exact();
    part.exact = () => outline;
  }
  return { parts, contents };
}

/** The curves of a part with rings around them; the rings that were read where there are too many points. */
function exactOutline({ outwardRings }: Toolbox, { exterior, holes, curves }: Part): PartOutline {
  const around = curves && outwardRings(curves, TOLERANCE);
  const whole = around && [around.exterior, ...around.holes].every((ring) => ring.length <= MOST_POINTS);
  return whole ? { ...around, curves } : { exterior, holes, curves };
}

function pointsAlong(curves: readonly Curve[]): Point[] {
  return curves.flatMap((curve, i) => (i === 0 ? curvePoints(curve) : curvePoints(curve).slice(1)));
}
