/**
 * Which rectangles are sheets of paper drawn around parts, with a title block? By geometry, as many drawings have everything
 * on one layer, and several sheets side by side. A frame is never the part when something within can be.
 */
import type { Bounds } from "../../../../base/contract/values/geometry.ts";
import { lengthsOf, lies, widened } from "../../../../base/geometry/box.ts";
import { sizeOf } from "../../aids/walls.ts";
import { type Aside, doubtOf, paperOf, type Written } from "../../aids/written.ts";
import type { Outlines } from "../../outlines/outlines.ts";
import { areAlike, Rooms } from "../rooms.ts";
import { MARGIN } from "./borders.ts";
import { type Frame, frameAround } from "./frame.ts";
import { marksAround } from "./marks.ts";

/**
 * Frames with their title blocks; nothing where there are none. One around nothing is a part, but beside others where it has a
 * title block or is as large.
 */
export function findFrames({ contours }: Outlines, written: Written, weld: number): Aside[] {
  const rooms = new Rooms(contours, written, 10 * weld);
  const found: Aside[] = [];
  const known = [...written.frames];
  const isWithin = (frame: Bounds) => known.some((other) => lies(frame, widened(other, rooms.near)));
  const blank: [room: Bounds, frame: Frame][] = [];
  const take = (frame: Bounds, { outlines, blocks }: Frame) => {
    known.push(frame);
    const subject = `drawing frame${blocks.length > 0 ? " and title block" : ""} ${sizeOf(frame)}`;
    const marks = marksAround(rooms, frame, MARGIN.most * lengthsOf(frame)[0]);
    found.push({ ...paperOf(subject, [...new Set([...outlines, ...marks])]), frame });
    const signs = blocks.flatMap((block) => rooms.members(widened(block, lengthsOf(block)[0] / 2)));
    const left = [...new Set(signs)].filter((one) => contours.isClosed(one) && !outlines.has(one));
    found.push(...doubtOf("sign", left));
  };
  const search = (room: Bounds): [Bounds, Frame][] => {
    const frame = frameAround(rooms, room, known.length + blank.length > 0);
    return frame ? [[room, frame]] : [];
  };
  for (const room of rooms.all) {
    // Within a frame there is no other.
    if (isWithin(room)) continue;
    const sheets = room.pieces.flatMap(search);
    for (const [box, frame] of sheets.length > 1 ? sheets : search(room))
      if (frame.isBlank) blank.push([box, frame]);
      else take(box, frame);
  }
  const around = [...known];
  for (const [room, frame] of around.length > 0 ? blank : []) {
    const isSheet = frame.blocks.length > 0 || around.some((other) => areAlike(other, room));
    if (isSheet && !isWithin(room)) take(room, frame);
  }
  return found;
}
