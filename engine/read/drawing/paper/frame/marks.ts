/** Which marks tell how paper is trimmed and centred (ISO 5457), around a frame on paper of which the edges are not drawn? */
import type { Bounds, Point } from "../../../../base/contract/values/geometry.ts";
import { boundsAround, lengthsOf, lies, widened } from "../../../../base/geometry/box.ts";
import { between } from "../../basis/plane.ts";
import type { Rooms } from "../rooms.ts";
import { isPaperSize } from "./formats.ts";

/** Numbers of the contours no larger than `margin` around a frame, where those next to its corners span a sheet of paper. */
export function marksAround(rooms: Rooms, frame: Bounds, margin: number): number[] {
  const inside = widened(frame, rooms.near);
  const small = rooms
    .members(widened(frame, margin))
    .filter((number) => !lies(rooms.boxOf(number), inside) && lengthsOf(rooms.boxOf(number))[1] <= margin);
  if (small.length < 4) return [];
  const { min_x, min_y, max_x, max_y } = frame;
  const away = (number: number, corner: Point) => {
    const box = rooms.boxOf(number);
    return between([(box.min_x + box.max_x) / 2, (box.min_y + box.max_y) / 2], corner);
  };
  const next = [min_x, max_x].flatMap((x) =>
    [min_y, max_y].map((y) => small.reduce((p, q) => (away(q, [x, y]) < away(p, [x, y]) ? q : p))),
  );
  const paper = widened(boundsAround(next.map((number) => rooms.boxOf(number))), rooms.near);
  return isPaperSize(paper) ? small.filter((number) => lies(rooms.boxOf(number), paper)) : [];
}
