/**
 * Changes of a layout by hand, as pure functions: what is picked is moved, turned, mirrored, locked, taken off, put on.
 * Every one gives a new layout of the present job that has yet to be checked.
 */
import { boundsAround } from "../../engine/base/geometry/box.ts";
import type { Bounds, Point } from "../../engine/index.ts";
import { type Pose, placementPose, posed, turnByDegrees } from "../geometry/pose.ts";
import { pointBounds } from "../model/bounds.ts";
import type { LaidPart, LayoutPart, Project, SolvedLayout, SolvedSheet } from "../model/project.ts";
import { asksTheSame, layoutIsCurrent, makeNestRequest, sameRing } from "../model/request.ts";
import { newSheetId } from "../shop/rack.ts";
import { reposed, summed } from "./totals.ts";

export function copyKey({ part_id, instance }: Pick<LaidPart, "part_id" | "instance">): string {
  return `${instance} ${part_id}`;
}

/** The layout as an answer to the present job: copies of parts that are gone or redrawn are not on it any more. */
export function presentLayout(project: Project): SolvedLayout {
  const request = makeNestRequest(project);
  const { layout, parts, seed } = project;
  const curves = parts.map(({ curves: known = null }) => known);
  const improvements = layout?.improvements ? { improvements: layout.improvements } : {};
  const base = { request, curves, check: null, seed, elapsedMs: layout?.elapsedMs ?? 0, ...improvements };
  if (layout && asksTheSame(layout.request, request))
    return reposed({ ...base, data: layout.data }, layout.data.sheets);
  const rings = new Map(layout?.request.parts.map(({ id, exterior }) => [id, exterior]));
  const left = new Map(request.parts.map(({ id, quantity }) => [id, quantity]));
  const same = new Set(
    request.parts
      .filter(({ id, exterior }) => rings.has(id) && sameRing(rings.get(id)!, exterior))
      .map(({ id }) => id),
  );
  const bought = layout ? newSheetId(layout.request.sheet) : "";
  const sheets = (layout?.data.sheets ?? []).map(({ sheet_id = bought, ...sheet }) => {
    // A sheet that was bought when there was no rack, or in another size, is the one that would be bought now.
    const type = sheet_id === bought ? newSheetId(request.sheet) : sheet_id;
    const typed = request.sheets ? { ...sheet, sheet_id: type } : sheet;
    const placements = sheet.placements.filter(({ part_id }) => {
      const copies = left.get(part_id) ?? 0;
      left.set(part_id, copies - 1);
      return same.has(part_id) && copies > 0;
    });
    // Facts about a sheet's placements belong to the very list.
    return placements.length === sheet.placements.length ? typed : { ...typed, placements };
  });
  return summed(base, sheets);
}

/**
 * The project with changes that move no copy: a layout that answered it before is one of the project as it is now, to be
 * checked again. So it stays if the gaps still hold.
 */
export function keepLayout(before: Project, change: Partial<Project>): Project {
  const now = { ...before, ...change };
  const { layout, parts } = before;
  if (!layout || !layoutIsCurrent(before) || (now.parts === parts && now.config === before.config))
    return now;
  const curves = now.parts.map(({ curves: known = null }) => known);
  const kept = { ...layout, request: makeNestRequest(now), curves, check: null };
  if (now.parts === parts) return { ...now, layout: kept };
  // A part without a hole fills more of its sheet.
  const { summary, sheets } = summed(kept, layout.data.sheets).data;
  return { ...now, layout: { ...kept, data: { ...layout.data, summary, sheets } } };
}

/** Gives every picked copy the pose that `change` makes of its own; those that are locked stay. */
export function repose(
  layout: SolvedLayout,
  picks: ReadonlySet<string>,
  change: (pose: Pose, place: LaidPart) => Pose,
): SolvedLayout {
  const parts = new Map(layout.request.parts.map((part) => [part.id, part]));
  const mine = new Set(picked(layout, picks));
  return changePlacements(layout, (place) => {
    if (!mine.has(place) || place.locked) return place;
    return placed(place, change(placementPose(place), place), parts.get(place.part_id)!);
  });
}

export function placed(place: LaidPart, pose: Pose, part: Pick<LayoutPart, "exterior">): LaidPart {
  const { part_id, instance, locked } = place;
  const { x, y, mirrored } = pose;
  const rotation = normal(pose.rotation);
  return {
    part_id,
    instance,
    x,
    y,
    rotation,
    bounds: pointBounds(part.exterior.map((point) => posed(point, { x, y, rotation, mirrored }))),
    ...(mirrored ? { mirrored } : {}),
    ...(locked ? { locked } : {}),
  };
}

export function moved(dx: number, dy: number): (pose: Pose) => Pose {
  return (pose) => ({ ...pose, x: pose.x + dx, y: pose.y + dy });
}

export function turned(degrees: number, [cx, cy]: Point): (pose: Pose) => Pose {
  const { cos, sin } = turnByDegrees(degrees);
  return ({ x, y, rotation, mirrored }) => ({
    x: cx + (x - cx) * cos - (y - cy) * sin,
    y: cy + (x - cx) * sin + (y - cy) * cos,
    rotation: rotation + degrees,
    mirrored,
  });
}

/** Turned over about the upright line through `cx`. */
export function flipped(cx: number): (pose: Pose) => Pose {
  return ({ x, y, rotation, mirrored }) => ({ x: 2 * cx - x, y, rotation: -rotation, mirrored: !mirrored });
}

/** Locks what is picked, or unlocks it when all of it is locked already. */
export function toggleLock(layout: SolvedLayout, picks: ReadonlySet<string>): SolvedLayout {
  const mine = new Set(picked(layout, picks));
  const lock = [...mine].some(({ locked }) => !locked);
  return changePlacements(layout, (place) => {
    if (!mine.has(place)) return place;
    const { locked: _before, ...rest } = place;
    return lock ? { ...rest, locked: true } : rest;
  });
}

/** Takes copies off their sheets; a sheet that is left empty goes too. */
export function takeOff(layout: SolvedLayout, picks: ReadonlySet<string>): SolvedLayout {
  if (picked(layout, picks).every(({ locked }) => locked)) return layout;
  const sheets = layout.data.sheets.map((sheet) => ({
    ...sheet,
    placements: sheet.placements.filter((place) => !picks.has(copyKey(place)) || place.locked),
  }));
  return summed(layout, sheets);
}

/** Moves copies onto another sheet as they lie; a sheet behind the last one is begun, a clean copy of it. */
export function toSheet(layout: SolvedLayout, picks: ReadonlySet<string>, target: number): SolvedLayout {
  const taken = picked(layout, picks).filter(({ locked }) => !locked);
  if (taken.length === 0) return layout;
  const names = new Set(taken.map(copyKey));
  const { sheets } = layout.data;
  const grown: SolvedSheet[] = target < sheets.length ? sheets : [...sheets, emptySheet(layout, target)];
  return summed(
    layout,
    grown.map((sheet, s) => {
      const others = sheet.placements.filter((place) => !names.has(copyKey(place)));
      return { ...sheet, placements: s === target ? [...others, ...taken] : others };
    }),
  );
}

/** Puts a copy of a part that lies nowhere yet with the middle of its box at a point of a sheet. */
export function dropPart(
  layout: SolvedLayout,
  id: string,
  sheet: number,
  [x, y]: Point,
): { layout: SolvedLayout; key: string } | null {
  const part = layout.request.parts.find((one) => one.id === id);
  if (!part || !layout.data.unplaced.includes(id)) return null;
  const used = new Set(
    layout.data.sheets
      .flatMap(({ placements }) => placements)
      .filter(({ part_id }) => part_id === id)
      .map(({ instance }) => instance),
  );
  let instance = 0;
  while (used.has(instance)) instance++;
  const rotation = Array.isArray(part.angles) ? (part.angles[0] ?? 0) : 0;
  const start: LaidPart = { part_id: id, instance, x: 0, y: 0, rotation, bounds: pointBounds([[0, 0]]) };
  const { bounds } = placed(start, placementPose(start), part);
  const pose = {
    ...placementPose(start),
    x: x - (bounds.min_x + bounds.max_x) / 2,
    y: y - (bounds.min_y + bounds.max_y) / 2,
  };
  const place = placed(start, pose, part);
  const { sheets } = layout.data;
  const grown: SolvedSheet[] =
    sheet < sheets.length ? sheets : [...sheets, emptySheet(layout, sheets.length)];
  const target = Math.min(sheet, grown.length - 1);
  const laid = grown.map((one, s) =>
    s === target ? { ...one, placements: [...one.placements, place] } : one,
  );
  return { layout: summed(layout, laid), key: copyKey(place) };
}

function emptySheet({ request, data }: SolvedLayout, index: number): SolvedSheet {
  const { sheets } = request;
  // The first type of which sheets are left.
  const left = sheets?.find(
    ({ id, quantity = Infinity }) => data.sheets.filter(({ sheet_id }) => sheet_id === id).length < quantity,
  );
  const type = left ?? sheets?.at(-1);
  return { index, utilization: 0, placements: [], ...(type ? { sheet_id: type.id } : {}) };
}

export function picked(layout: SolvedLayout, picks: ReadonlySet<string>): LaidPart[] {
  // The name of every copy of thousands would have to be made: of those with the same number it is enough.
  const numbers = new Set([...picks].map((key) => Number.parseInt(key, 10)));
  return layout.data.sheets.flatMap(({ placements }) =>
    placements.filter((place) => numbers.has(place.instance) && picks.has(copyKey(place))),
  );
}

export function boundsOfPlaced(places: readonly Pick<LaidPart, "bounds">[]): Bounds {
  return boundsAround(places.map(({ bounds }) => bounds));
}

export function middlePoint({ min_x, min_y, max_x, max_y }: Bounds): Point {
  return [(min_x + max_x) / 2, (min_y + max_y) / 2];
}

/** The same layout when nothing is another one. */
function changePlacements(layout: SolvedLayout, change: (place: LaidPart) => LaidPart): SolvedLayout {
  let changed = false;
  const sheets = layout.data.sheets.map((sheet) => {
    let same = true;
    const placements = sheet.placements.map((place) => {
      const next = change(place);
      same &&= next === place;
      return next;
    });
    changed ||= !same;
    return same ? sheet : { ...sheet, placements };
  });
  return changed ? reposed(layout, sheets) : layout;
}

function normal(degrees: number): number {
  const turn = ((degrees % 360) + 360) % 360;
  return Number(turn.toFixed(9)) % 360;
}
