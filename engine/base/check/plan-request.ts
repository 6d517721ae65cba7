/** Checks of a nesting plan's request that need several fields or geometry: its sheets and the parts fixed on them. */

import { copiesAsked, MOST_PARTS_IN_ALL, type NestPlanRequest } from "../contract/nest-plan.ts";
import type { SheetType } from "../contract/nest-sheets.ts";
import type { Ring } from "../contract/values/geometry.ts";
import { invalidInput } from "../errors.ts";
import type { MendedPart } from "./mend.ts";
import { checkNestRequest, checkRings, type FieldPath } from "./part.ts";

/** How far an outline may stick out of its sheet by rounding. */
const TOUCHING = 1e-6;

/**
 * Returns parts that cross themselves by a hair as they are mended.
 * @throws EngineError INVALID_INPUT that names the first field that is wrong
 */
export function checkPlanRequest(request: NestPlanRequest): Map<number, MendedPart> {
  const mended = checkNestRequest(request);
  const { sheet, sheets, strip, start, fixed = [], max_sheets = Infinity } = request;
  if (request.parts.reduce((sum, part) => sum + copiesAsked(part), 0) > MOST_PARTS_IN_ALL) {
    throw invalidInput(["parts"], `there are more than ${MOST_PARTS_IN_ALL} copies in all`);
  }
  if (sheet && sheets) throw invalidInput(["sheets"], "give either sheet or sheets");
  if (!sheet && !sheets) throw invalidInput(["sheet"], "is missing, and so is sheets");
  checkFilling(request);
  if (request.objective === "shared" && request.config.spacing > 0)
    throw invalidInput(["config", "spacing"], "parts share no edge unless it is 0");
  if (strip && request.remnant) throw invalidInput(["remnant"], "a strip is cut off where its parts end");
  if (strip && sheets) throw invalidInput(["sheets"], "a strip has one size, in sheet");
  sheets?.forEach((type, i) => {
    checkSheetType(type, ["sheets", i]);
    if (sheets.findIndex(({ id }) => id === type.id) < i) {
      throw invalidInput(["sheets", i, "id"], "another sheet has this id");
    }
  });
  start?.sheets.forEach(({ sheet_id }, i) => {
    checkSheetId(request, sheet_id, ["start", "sheets", i, "sheet_id"]);
  });
  if (strip && (start?.sheets ?? []).reduce((sum, { count }) => sum + count, 0) > 1) {
    throw invalidInput(["start", "sheets"], "a strip is one sheet");
  }
  if (fixed.length > (strip ? 1 : max_sheets)) {
    throw invalidInput(["fixed"], "there are more of these sheets than sheets may be used");
  }
  checkFixed(request);
  return mended;
}

/** Refuses a part with quantity "fill" where the number of sheets is unlimited. */
function checkFilling({ parts, sheets, strip, max_sheets }: NestPlanRequest): void {
  const filling = parts.findIndex(({ quantity }) => quantity === "fill");
  if (filling < 0) return;
  const limited = max_sheets !== undefined || sheets?.every(({ quantity }) => quantity !== undefined);
  if (strip || !limited) {
    throw invalidInput(["parts", filling, "quantity"], "only a limited number of sheets can be filled");
  }
}

function checkSheetType(type: SheetType, path: FieldPath): void {
  const { width, height, outline, holes, defects } = type;
  const edge: Ring = outline ?? [
    [0, 0],
    [width, 0],
    [width, height],
    [0, height],
  ];
  const paths = [[...path, "outline"], ...holes.map((_, h) => [...path, "holes", h])];
  checkRings([edge, ...holes], paths, path);
  for (const [x, y] of edge) {
    if (Math.min(x, y, width - x, height - y) >= -TOUCHING) continue;
    throw invalidInput([...path, "outline"], "sticks out of 0,0 to width,height");
  }
  defects.forEach((defect, d) => {
    checkRings([defect], [[...path, "defects", d]], path);
  });
}

function checkSheetId({ sheets }: NestPlanRequest, id: string | undefined, path: FieldPath): void {
  if (id === undefined && (sheets?.length ?? 1) > 1) throw invalidInput(path, "which of the sheets?");
  if (id !== undefined && !sheets?.some((type) => type.id === id)) {
    throw invalidInput(path, "there is no sheet with this id");
  }
}

function checkFixed(request: NestPlanRequest): void {
  const { parts, sheets, fixed = [] } = request;
  const left = parts.map(({ quantity }) => (quantity === "fill" ? Infinity : quantity));
  const sheetsLeft = sheets?.map(({ quantity = Infinity }) => quantity);
  fixed.forEach(({ sheet_id, placements }, s) => {
    checkSheetId(request, sheet_id, ["fixed", s, "sheet_id"]);
    const type = sheets?.findIndex(({ id }) => id === (sheet_id ?? id)) ?? 0;
    if (sheetsLeft && --sheetsLeft[type]! < 0) {
      throw invalidInput(["fixed", s], "there are not so many sheets of this type");
    }
    placements.forEach(({ part }, p) => {
      const path = ["fixed", s, "placements", p];
      if (part >= parts.length) throw invalidInput([...path, "part"], "the request has no such part");
      if (--left[part]! < 0) throw invalidInput(path, "one copy more than the request asks for");
    });
  });
}
