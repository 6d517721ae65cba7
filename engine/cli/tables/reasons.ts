/** Why has a part or piece no place? Said from its size and what there is, in the order in which a shop would look. */
import type { CutPlanRequest } from "../../base/contract/cut-plan.ts";
import type { NestPlanRequest } from "../../base/contract/nest-plan.ts";
import type { PanelPlanRequest } from "../../base/contract/panel-plan.ts";
import { angleSteps, unfitBox } from "../../plan/nest/fit.ts";
import type { LengthUnit } from "../../read/lists/index.ts";
import { lengthWithUnit, sizeText } from "../base/lengths.ts";

export interface ReasonOptions {
  unit: LengthUnit;
  /** The search was ended before it had placed all. */
  interrupted: boolean;
}

/** Numbers of a request hold to so many millimetres. */
const HAIR = 1e-6;

interface PartSize {
  width: number;
  height: number;
}

/** @param part position in `parts` */
export function whyNoSheet(
  request: NestPlanRequest,
  part: number,
  { unit, interrupted }: ReasonOptions,
): string {
  const sheets: ((typeof request.sheets & object)[number] | NonNullable<typeof request.sheet>)[] =
    request.sheets ?? (request.sheet ? [request.sheet] : []);
  const { edge_margin, kerf } = request.config;
  const inside = (side: number) => side - 2 * edge_margin - kerf;
  const rooms = sheets.map(({ width, height }) => {
    return { width: request.strip ? Number.POSITIVE_INFINITY : inside(width), height: inside(height) };
  });
  const asked = request.parts[part]!;
  const { rotation_step } = request.config;
  const box = unfitBox(asked, rotation_step, rooms);
  if (box) {
    const room = largest(rooms);
    const space = request.strip
      ? `${lengthWithUnit(room.height, unit)} high`
      : sizeText(Math.max(0, room.width), Math.max(0, room.height), unit);
    const turned = angleSteps(asked.angles, rotation_step).length > 1 ? ", at any allowed angle" : "";
    return `${sizeText(box.width, box.height, unit)} does not fit on a sheet (${space} inside its margin)${turned}`;
  }
  if (interrupted) return "the search was ended before it had a place";
  const limited =
    request.max_sheets !== undefined || sheets.every((sheet) => "quantity" in sheet && sheet.quantity);
  return limited ? "no more sheets are left" : "it fits at no allowed angle";
}

export function whyNoBar(
  request: CutPlanRequest,
  pieceId: string,
  { unit, interrupted }: ReasonOptions,
): string {
  const { options = {}, stocks, pieces } = request;
  const longest = Math.max(
    ...stocks.map(({ length, trim_start, trim_end }) => {
      return length - (trim_start ?? options.trim_start ?? 0) - (trim_end ?? options.trim_end ?? 0);
    }),
  );
  const shortest = Math.min(...pieces.filter(({ id }) => id === pieceId).map(({ length }) => length));
  if (shortest > longest + HAIR)
    return `${lengthWithUnit(shortest, unit)} is longer than any bar (${lengthWithUnit(longest, unit)})`;
  return interrupted ? "the search was ended before it had a place" : "no more bars are left";
}

export function whyNoPanel(
  request: PanelPlanRequest,
  pieceId: string,
  { unit, interrupted }: ReasonOptions,
): string {
  const { options = {}, stocks, pieces } = request;
  const sides = ["left", "right", "bottom", "top"] as const;
  const rooms = stocks.map((stock) => {
    const [left, right, bottom, top] = sides.map(
      (side) => stock[`trim_${side}`] ?? options[`trim_${side}`] ?? 0,
    ) as [number, number, number, number];
    return { width: stock.length - left - right, height: stock.width - bottom - top, grain: stock.grain };
  });
  const named = pieces.filter(({ id }) => id === pieceId);
  const fits = named.some(({ length, width, grain = "any" }) =>
    rooms.some((room) => {
      const free = grain === "any" || grain === "alike" || room.grain === "none";
      const turned = grain !== (room.grain ?? "length");
      const straight = length <= room.width + HAIR && width <= room.height + HAIR;
      const across = width <= room.width + HAIR && length <= room.height + HAIR;
      return free ? straight || across : turned ? across : straight;
    }),
  );
  if (!fits) {
    const [piece, room] = [named[0]!, largest(rooms)];
    const grain = piece.grain === undefined || piece.grain === "any" ? "" : " with its grain";
    return `${sizeText(piece.length, piece.width, unit)} does not fit on a panel${grain} (${sizeText(room.width, room.height, unit)} inside its trims)`;
  }
  return interrupted ? "the search was ended before it had a place" : "no more panels are left";
}

function largest(rooms: PartSize[]): PartSize {
  return rooms.reduce((best, room) => (room.width * room.height > best.width * best.height ? room : best));
}
