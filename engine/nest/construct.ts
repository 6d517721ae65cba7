/**
 * A complete layout at once, without the core: bounding boxes in columns, the tallest parts first. It is what is left to
 * answer with when nothing has come from a search.
 */
import { freeRectangle, type Rectangle } from "../geometry/free-rectangle.ts";
import { turnedBounds } from "../geometry/ring.ts";
import type { CorePlacement, CoreSheet } from "./blocks.ts";
import { type Prepared, turnOf } from "./frame.ts";
import type { PreparedSheet } from "./sheets.ts";

/** The bounding box of a part in one orientation, about the part's own origin. */
interface Boxed {
  orientation: number;
  minX: number;
  minY: number;
  width: number;
  height: number;
}

/** What a type of sheet has to offer. */
interface Room {
  type: number;
  sheet: PreparedSheet;
  room: Rectangle;
  left: number;
}

/** Of sums of widths and gaps. */
const ROUNDING = 1e-9;

/** Of sheets that are no rectangles or have bad places one free rectangle is used; those with parts on them stay as they are. */
export function constructSheets(prepared: Prepared): CoreSheet[] {
  const columns = new Columns(prepared);
  const wanted = prepared.kinds.map((kind, part) => {
    const boxes = kind.orientations.map((index) => boxedPart(prepared, part, index));
    return { part, kind, boxes, height: Math.max(...boxes.map(({ height }) => height)) };
  });
  wanted.sort((a, b) => a.kind.level - b.kind.level || b.height - a.height);
  for (const { part, kind, boxes } of wanted) {
    for (let left = kind.quantity; left > 0 && columns.place(part, boxes); left--);
  }
  return columns.sheets.filter(({ placements }) => placements.length > 0);
}

function boxedPart({ kinds, orientations }: Prepared, part: number, index: number): Boxed {
  const turn = turnOf(orientations[index]!);
  const { min_x, min_y, max_x, max_y } = turnedBounds(kinds[part]!.rings[0]!, turn);
  return { orientation: index, minX: min_x, minY: min_y, width: max_x - min_x, height: max_y - min_y };
}

/** The sheet that is being filled: upwards in a column, then to the right of it. */
class Columns {
  readonly sheets: CoreSheet[] = [];
  private readonly gap: number;
  private readonly types: Room[];
  private sheetsLeft: number;
  private room: Rectangle = { x: 0, y: 0, width: 0, height: 0 };
  private column = { x: 0, width: 0, top: 0 };

  constructor({ request, usable }: Prepared) {
    const { strip, config, max_sheets = Infinity, fixed = [] } = request;
    this.gap = config.spacing + config.kerf;
    this.sheetsLeft = strip ? 1 : max_sheets - fixed.length;
    const price = ({ cost, core }: PreparedSheet) => cost / (core.width * core.height);
    this.types = usable
      .flatMap((sheet, type): Room[] => {
        const { width, height, obstacles, quantity } = sheet.core;
        if (sheet.fixed) return [];
        const whole = { x: 0, y: 0, width: strip ? Infinity : width, height };
        const blockers = obstacles.map(({ rings, clearance }) => ({ rings, gap: clearance }));
        const room = obstacles.length > 0 ? freeRectangle(width, height, blockers) : whole;
        return room ? [{ type, sheet, room, left: quantity }] : [];
      })
      .sort((a, b) => price(a.sheet) - price(b.sheet));
  }

  /** Places one copy; false when no sheet has room for it. */
  place(part: number, boxes: readonly Boxed[]): boolean {
    const { column, gap, room } = this;
    const onTop = boxes.find(
      ({ width, height }) =>
        column.top + height <= room.height + ROUNDING && column.x + width <= room.width + ROUNDING,
    );
    if (onTop) return this.put(part, onTop);
    const x = column.width === 0 ? 0 : column.x + column.width + gap;
    const beside = boxes.find(
      ({ width, height }) => height <= room.height + ROUNDING && x + width <= room.width + ROUNDING,
    );
    if (!beside) return this.openFor(boxes) && this.place(part, boxes);
    this.column = { x, width: 0, top: 0 };
    return this.put(part, beside);
  }

  private put(part: number, { orientation, minX, minY, width, height }: Boxed): boolean {
    const { column } = this;
    const x = this.room.x + column.x - minX;
    const y = this.room.y + column.top - minY;
    const placement: CorePlacement = { part, orientation, x, y };
    this.sheets.at(-1)!.placements.push(placement);
    column.top += height + this.gap;
    column.width = Math.max(column.width, width);
    return true;
  }

  /** Begins a sheet on which one of the boxes has room. */
  private openFor(boxes: readonly Boxed[]): boolean {
    const found = this.types.find(
      ({ room, left }) =>
        left > 0 && boxes.some(({ width, height }) => width <= room.width && height <= room.height),
    );
    if (!found || this.sheetsLeft <= 0) return false;
    found.left--;
    this.sheetsLeft--;
    this.room = found.room;
    this.column = { x: 0, width: 0, top: 0 };
    this.sheets.push({ type: found.type, copies: 1, placements: [] });
    return true;
  }
}
