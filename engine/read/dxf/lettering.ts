/** Where do texts stand in a drawing? Each of their lines, as far as letters of usual width tell. */
import type { Point } from "../../base/contract/values/geometry.ts";
import { rotation } from "../../base/geometry/ring.ts";
import { hypot } from "../../base/geometry/trig/hypot.ts";
import { compose, type EntityFrame, mapPoint, mapVector, objectFrame } from "../drawing/curves/frame.ts";
import type { DrawnText } from "../drawing/model/text.ts";
import type { NoteEntity } from "./file/entity.ts";

/** Of lines in a text, in heights of its letters. */
const LINE_SPACING = 5 / 3;
/** How wide a letter is with the space behind it, in heights of capitals. */
const LETTER_WIDTH = 0.8;

/** Where a text is held, how high its letters are, and its lines. */
export interface DxfLettering {
  at: Point;
  height: number;
  lines: DrawnText[];
}

/** What a text says is not scaled with the block that it stands in. */
export function letteringOf(entity: NoteEntity, frame: EntityFrame): DxfLettering {
  const { text, tag, height, across, up, spread, extrusion } = entity;
  const { x, y, z } = entity.position;
  const own = compose(frame, objectFrame(extrusion));
  const held = mapPoint(own, x, y, z);
  const { cos, sin } = rotation(entity.rotation);
  const along = mapVector(own, height * cos, height * sin, 0);
  const above = mapVector(own, -height * sin, height * cos, 0);
  const letters = hypot(above.x, above.y);
  const texts = text === "" ? [] : text.split("\n");
  const lines = texts.map((line, i): DrawnText => {
    const place = (run: number, rise: number): Point => {
      const lift = rise + LINE_SPACING * ((1 - up) * (texts.length - 1) - i);
      return [held.x + run * along.x + lift * above.x, held.y + run * along.y + lift * above.y];
    };
    const width = LETTER_WIDTH * spread * line.length;
    const spots = [0, 0.5, 1].map((share) => place((share - across) * width, 0.5 - up));
    return { text: line, tag, at: place(0, 0), height: letters, spots };
  });
  return { at: [held.x, held.y], height: letters, lines };
}
