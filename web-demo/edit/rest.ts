/**
 * Nesting what is left: locked copies stay where they are, the others are where the search begins, and what lies
 * nowhere finds a place round about them.
 */
import type { Finish, NestFrom } from "../model/nest-plan.ts";
import type { LaidPart, LayoutRequest, Project, SolvedLayout, SolvedSheet } from "../model/project.ts";
import { copyKey, presentLayout } from "./arrange.ts";

interface RestOfSheet {
  from: NestFrom;
  finish: Finish;
}

/** Whether there is something to go on from; asked by buttons whenever anything changes. */
export function hasRest({ layout, parts }: Project): boolean {
  if (!layout?.data.byHand) return false;
  const names = new Set(parts.map(({ id }) => id));
  return layout.data.sheets.some(({ placements }) => placements.some(({ part_id }) => names.has(part_id)));
}

/** Start of a search, or null when nobody has touched the layout. */
export function restOfSheet(project: Project): RestOfSheet | null {
  const { layout } = project;
  if (!layout?.data.byHand) return null;
  const present = presentLayout(project);
  const { request, data } = present;
  if (data.sheets.length === 0) return null;
  const doubtful = faultyKeys(layout);
  const keeps = (place: LaidPart) =>
    place.locked || (!doubtful.has(copyKey(place)) && mayLie(request, place));
  // The package's order: sheets with something on them for good come first.
  const sheets = [...data.sheets].sort((a, b) => Number(hasLocked(b)) - Number(hasLocked(a)));
  const numbers = new Map(request.parts.map(({ id }, i) => [id, i]));
  const spot = ({ part_id, x, y, rotation, mirrored = false }: LaidPart) => {
    return { part: numbers.get(part_id)!, x, y, rotation, mirrored };
  };
  const named = ({ sheet_id }: SolvedSheet) => (request.sheets && sheet_id !== undefined ? { sheet_id } : {});
  const fixed = sheets.filter(hasLocked).map((sheet) => ({
    ...named(sheet),
    placements: sheet.placements.filter(({ locked }) => locked).map(spot),
  }));
  const begun = sheets.map((sheet) => ({
    ...named(sheet),
    count: 1,
    placements: sheet.placements.filter(keeps).map(spot),
  }));
  // Behind those with locked copies, an empty sheet would be none to begin with.
  const start = begun.filter(({ placements }, s) => s < fixed.length || placements.length > 0);
  return {
    from: {
      ...(fixed.length > 0 ? { fixed } : {}),
      ...(start.length > 0 ? { start: { sheets: start } } : {}),
    },
    finish: (answer) => relocked(answer, sheets.filter(hasLocked)),
  };
}

function hasLocked({ placements }: SolvedSheet): boolean {
  return placements.some(({ locked }) => locked);
}

function faultyKeys({ check, data }: SolvedLayout): Set<string> {
  return new Set(
    (check?.faults ?? []).flatMap(({ sheet, placements }) =>
      placements.flatMap((at) => {
        const place = data.sheets[sheet]?.placements[at];
        return place ? [copyKey(place)] : [];
      }),
    ),
  );
}

/** Whether the job's rules let a part lie like this; the search may only begin with what it could have found. */
function mayLie({ parts, config }: LayoutRequest, { part_id, rotation, mirrored }: LaidPart): boolean {
  const { rotation_step: step } = config;
  const allowed = parts.find(({ id }) => id === part_id)?.angles;
  if (mirrored) return false;
  if (allowed === "free") return true;
  if (allowed) return allowed.includes(rotation);
  return rotation <= 90 && Math.abs(rotation / step - Math.round(rotation / step)) < 1e-9;
}

/** The answer with its locks put back: the first sheets hold what was there, where it was. */
function relocked(answer: SolvedLayout, fixed: readonly SolvedSheet[]): SolvedLayout {
  const sheets = answer.data.sheets.map((sheet, s) => {
    const locked = fixed[s]?.placements.filter((place) => place.locked) ?? [];
    if (locked.length === 0) return sheet;
    const placements = sheet.placements.map((place) =>
      locked.some((one) => one.part_id === place.part_id && one.x === place.x && one.y === place.y)
        ? { ...place, locked: true }
        : place,
    );
    return { ...sheet, placements };
  });
  return { ...answer, data: { ...answer.data, sheets, byHand: true } };
}
