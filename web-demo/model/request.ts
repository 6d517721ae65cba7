/** Requests of the project to the engine, and whether a result still answers them. */
import type { Ring } from "../../engine/index.ts";
import { planSheetTypes, type SheetGrain, type SheetWishes } from "../shop/rack.ts";
import type { LayoutPart, LayoutRequest, Project, TurnRule } from "./project.ts";

const ANGLES: Record<Exclude<TurnRule, "free">, number[]> = {
  fixed: [0],
  half: [0, 180],
  quarter: [0, 90, 180, 270],
};

/** The angles that a part's rule allows, or undefined for those of the job. Grain that runs upwards turns the part. */
function anglesOf(turn: TurnRule, grain: SheetGrain, anyAngle: boolean): number[] | "free" | undefined {
  if (turn === "free") return anyAngle ? "free" : undefined;
  return turn === "half" && grain === "y" ? [90, 270] : ANGLES[turn];
}

export function makeNestRequest(project: Project): LayoutRequest {
  const { parts, sheet, grain, rack, config, anyAngle, remnant } = project;
  const sheets = planSheetTypes(rack, sheetWishes(project));
  return {
    parts: parts.map(({ id, exterior, holes, quantity, turn, priority }): LayoutPart => {
      const angles = anglesOf(turn, grain, anyAngle);
      const part = { id, exterior, holes, quantity, ...(priority ? { priority } : {}) };
      return angles ? { ...part, angles } : part;
    }),
    sheet,
    config,
    ...(sheets ? { sheets } : {}),
    ...(remnant === "strip" ? {} : { remnant }),
  };
}

/** A machine that cuts shared lines once has parts slid to where they share more of them, if nothing keeps them apart. */
export function sharesEdges({ machine, config }: Pick<Project, "machine" | "config">): boolean {
  return machine?.defaults?.common_lines === true && config.spacing === 0;
}

export function sheetWishes({ sheet, rackOnly, material, thickness, grain, parts }: Project): SheetWishes {
  const alongGrain = parts.some(({ turn }) => turn === "half");
  return { sheet, rackOnly, material, thickness, grain, alongGrain };
}

/** True while the layout answers what the project asks now: no input that matters was edited since. */
export function layoutIsCurrent(project: Project): boolean {
  const { layout } = project;
  if (!layout) return false;
  const { request, seed } = layout;
  return (
    (seed === project.seed || layout.data.byHand === true) && asksTheSame(request, makeNestRequest(project))
  );
}

/** True where an answer to one is an answer to the other. */
export function asksTheSame(one: LayoutRequest, other: LayoutRequest): boolean {
  return (
    JSON.stringify(groundsOf(one)) === JSON.stringify(groundsOf(other)) &&
    one.parts.length === other.parts.length &&
    one.parts.every((part, i) => samePart(part, other.parts[i]!))
  );
}

/** All that is asked beside the parts, in one order: what was saved comes back in another. */
function groundsOf({ sheet, config, sheets, remnant }: LayoutRequest): unknown {
  const { spacing, edge_margin, rotation_step, kerf } = config;
  const types = sheets?.map(({ id, width, height, quantity, cost, outline, holes, defects }) => {
    return [id, width, height, quantity, cost, outline ?? null, holes, defects];
  });
  const own = [sheet.width, sheet.height, spacing, edge_margin, rotation_step, kerf];
  return [own, types ?? null, remnant ?? null];
}

function samePart(a: LayoutPart, b: LayoutPart): boolean {
  return (
    a.id === b.id &&
    a.quantity === b.quantity &&
    (a.priority ?? 0) === (b.priority ?? 0) &&
    sameRing(a.exterior, b.exterior) &&
    a.holes.length === b.holes.length &&
    a.holes.every((hole, i) => sameRing(hole, b.holes[i]!)) &&
    String(a.angles) === String(b.angles)
  );
}

/** Nothing changes rings in place: mostly they are one object, and only what was kept or saved comes back as another. */
export function sameRing(a: Ring, b: Ring): boolean {
  return a === b || (a.length === b.length && a.every(([x, y], i) => x === b[i]![0] && y === b[i]![1]));
}
