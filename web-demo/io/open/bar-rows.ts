/** Rows of lists as the tables of bars and their pieces have them. */
import { LIMITS } from "../../../engine/entries/schemas.ts";
import type { BarListRow } from "../../../engine/read/lists/index.ts";
import { filled } from "../../collect.ts";
import type { BarPiece, BarStock } from "../../model/project.ts";
import type { ListKind } from "./lists.ts";

const { cut, id_length: idLength } = LIMITS;

export const BARS: ListKind<BarListRow, BarPiece, BarStock> = {
  mode: "bars",
  read: (reader, text, options) => reader.readBarList(text, "", options),
  listOf: (reader, text) => reader.barListOf(text),
  check,
  pieceOf,
  stockOf,
};

function check({
  id,
  length,
  quantity = 1,
  cost = 0,
  material = "",
  ...row
}: BarListRow): string | undefined {
  if (length <= 0 || length > cut.length)
    return `“${length}” is not a length above 0 and up to ${cut.length} mm`;
  if (quantity > cut.quantity) return `“${quantity}” is more than ${cut.quantity} pieces`;
  if (cost < 0) return `“${cost}” is not a cost`;
  if (id.length > idLength || material.length > idLength)
    return `a name in it is longer than ${idLength} characters`;
  const angles = [row.angle_start ?? 0, row.angle_end ?? 0];
  if (angles.some((angle) => Math.abs(angle) > cut.angle))
    return `an angle is from -${cut.angle} to ${cut.angle} degrees, and a square end 0`;
  return undefined;
}

/** One of 0 degrees is not said: the request stays the interface's own. */
function pieceOf({ id, length, quantity = 1, angle_start, angle_end, material }: BarListRow): BarPiece {
  return { id, length, quantity, ...filled({ profile: material, angle_start, angle_end }) };
}

function stockOf({ id, length, quantity = 1, cost = 0, offcut, material, ...row }: BarListRow): BarStock {
  const { trim_start, trim_end } = row;
  return {
    ...{ id, length, quantity, cost, ...filled({ offcut, profile: material }) },
    ...(trim_start === undefined ? {} : { trim_start }),
    ...(trim_end === undefined ? {} : { trim_end }),
  };
}
