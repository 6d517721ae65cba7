/**
 * Is a page a frame around parts? Evidence is counted in points: paper sizes, a second rectangle inside, title blocks and their
 * words, that all lies in it; and against it holes at its sides and lines through all of it.
 */
import type { Bounds } from "../../../../base/contract/values/geometry.ts";
import {
  areaOf,
  holds,
  lengthsOf,
  lies,
  marginsOf,
  overlap,
  widened,
} from "../../../../base/geometry/box.ts";
import type { Contours } from "../../curves/contours.ts";
import { areOpposite, type Rooms } from "../rooms.ts";
import { borderIn, bordersIn, isDrawn, MARGIN } from "./borders.ts";
import { Page } from "./page.ts";
import { BLOCK_TEXTS, BlockSearch, isInCorner, type Joined } from "./title-blocks.ts";

/** Evidence for a frame: enough of it makes one. Beside others less does, and beside anything else more. */
const POINTS = {
  holdsAll: 2,
  paper: 2,
  inner: 3,
  titleBlock: 3,
  cells: 1,
  parts: 2,
  word: 1,
  holesAtEdge: -3,
  through: -3,
};
const ENOUGH = { alone: 5, beside: 6, among: 4 };
/** Share of a page that a part takes up at most where nothing else tells it from the second rectangle. */
const PART = 0.75;
/** More closed contours than this are no drawing in a frame. */
const MANY = 5000;

export interface Frame {
  outlines: ReadonlySet<number>;
  /** Around cells of title blocks. */
  blocks: readonly Bounds[];
  /** Nothing is left in it that can be a part. */
  isBlank: boolean;
}

/** The frame around a room; null where there is none. Others may be known. */
export function frameAround(rooms: Rooms, room: Bounds, isAmong: boolean): Frame | null {
  return new FrameSearch(new Page(rooms, room), isAmong).run();
}

class FrameSearch {
  private readonly rooms: Rooms;
  private readonly contours: Contours;
  private readonly outer: Bounds;
  private inner: Bounds | null = null;

  constructor(
    private readonly page: Page,
    private readonly isAmong: boolean,
  ) {
    this.rooms = page.rooms;
    this.contours = page.rooms.contours;
    this.outer = page.outer;
  }

  run(): Frame | null {
    const { page, rooms, outer } = this;
    const { isPaper } = page;
    const mayBeBare = this.contours.count <= MANY && rooms.holdAll(outer);
    if (!isPaper && rooms.written.texts.length === 0 && !mayBeBare) return null;
    this.inner = borderIn(page, outer, MARGIN.least);
    // Marks may go on from the border to the edges of paper that is not drawn.
    const isOuterDrawn = isDrawn(page, outer);
    if (!isOuterDrawn && !(this.inner && isDrawn(page, this.inner))) return null;
    const { words } = page;
    const mayBeTitled = page.texts.length >= BLOCK_TEXTS;
    // A square in a square is a washer as long as nothing tells of paper, nor of parts on it.
    const mayBeCornered = mayBeBare && (this.holdsHoles() || this.holdsDimensions());
    const isLined = !isPaper && words === 0 && mayBeBare && isOuterDrawn && this.isLined();
    if (!(isPaper || words > 0 || mayBeTitled || mayBeCornered || isLined)) return null;
    const isAlone = rooms.holdAll(outer);
    const enough = this.isAmong ? ENOUGH.among : isAlone ? ENOUGH.alone : ENOUGH.beside;
    let points =
      (isAlone ? POINTS.holdsAll : 0) +
      (isPaper ? POINTS.paper : 0) +
      (isOuterDrawn && this.inner ? POINTS.inner : 0) +
      POINTS.word * words;
    // A title block is looked for only where it could tell.
    const most = (mayBeTitled ? POINTS.titleBlock : POINTS.cells) + (mayBeCornered ? POINTS.parts : 0);
    if (points + most < enough) return null;
    const joined = this.innermost(words > 0 || mayBeCornered ? 1 : BLOCK_TEXTS);
    const { blocks, isTied } = joined;
    const isTitled = blocks.some((block) => page.textsIn(block) >= BLOCK_TEXTS);
    const room = this.inner ?? outer;
    const isCornered = mayBeCornered && blocks.some((block) => isInCorner(block, room));
    const members = rooms.members(outer);
    points += isTitled ? POINTS.titleBlock : blocks.length > 0 ? POINTS.cells : 0;
    if (isCornered) points += POINTS.parts;
    if (joined.through) points += POINTS.through;
    if (this.hasHolesAtEdge(joined.frame, members, isTitled)) points += POINTS.holesAtEdge;
    const isTold = words > 0 || (isPaper && (isTied || !this.inner || this.holdsOther(this.inner)));
    if (points < enough || !(isTold || isTitled || isCornered || isLined)) return null;
    return this.frameOf(joined, members, isTitled || isTied);
  }

  private frameOf({ frame, blocks }: Joined, members: readonly number[], isTied: boolean): Frame {
    for (const number of members) {
      const bounds = this.rooms.boxOf(number);
      if (blocks.some((block) => lies(bounds, block)) || this.isInMargin(number, isTied)) frame.add(number);
    }
    return { outlines: frame, blocks, isBlank: !this.leavesPart(frame, members) };
  }

  /**
   * What is joined to the innermost border: within the first one, as far from it on all sides, there may be others, which a
   * title block is joined to. A part may be as far, too.
   */
  private innermost(texts: number): Joined {
    const { page, outer } = this;
    for (const border of bordersIn(page, this.inner).slice(0, -1)) {
      const found = new BlockSearch(page, border).run(texts);
      if (!found.isTied && found.blocks.length === 0) continue;
      this.inner = border;
      return found;
    }
    return new BlockSearch(page, this.inner ?? outer).run(texts);
  }

  /** Whether a contour goes out of the border, and is none of a part that lies over it; or is the border, with round corners. */
  private isInMargin(number: number, isTied: boolean): boolean {
    const { inner, rooms } = this;
    if (!inner) return false;
    const box = rooms.boxOf(number);
    if (lies(box, widened(inner, rooms.near))) return isTied && lies(inner, widened(box, rooms.near));
    return !this.liesOver(number, inner);
  }

  /** Whether something closed lies over the sides of a room, with its middle in it. */
  private liesOver(number: number, room: Bounds): boolean {
    const box = this.rooms.boxOf(number);
    if (!this.contours.isClosed(number) || lies(box, widened(room, this.rooms.near)) || lies(room, box))
      return false;
    return holds(room, (box.min_x + box.max_x) / 2, (box.min_y + box.max_y) / 2);
  }

  /** Whether something that lies alone in the rectangle, around all that is drawn, has holes: of a plate it would be the hole. */
  private holdsHoles(): boolean {
    const { outer, page, rooms } = this;
    return page.closed.some((number) => {
      const box = rooms.boxOf(number);
      return areaOf(box) < PART * areaOf(outer) && page.closedIn(box).length > 1;
    });
  }

  /** Whether all dimensions lie in the rectangle, one of them beside what is closed there: that is measured. */
  private holdsDimensions(): boolean {
    const { outer, page, rooms } = this;
    const { dimensions } = rooms.written;
    if (dimensions.length === 0 || !dimensions.every((box) => lies(box, outer))) return false;
    const closed = page.closed.map((number) => rooms.boxOf(number));
    return dimensions.some((box) => !closed.some((other) => overlap(box, other)));
  }

  /** Whether the margin is as narrow as those of paper are, and more than gaskets stands in it. */
  private isLined(): boolean {
    const { inner, outer, page } = this;
    if (!inner || !isDrawn(page, inner, 1 - MARGIN.least)) return false;
    const [short] = lengthsOf(outer);
    if (marginsOf(inner, outer).filter((margin) => margin <= MARGIN.line * short).length < 3) return false;
    return this.holdsOther(inner);
  }

  /** Whether a part stands in a room, or in what is as far from it on all sides, as gaskets in each other are. */
  private holdsOther(room: Bounds): boolean {
    const { page, rooms, outer } = this;
    const boxes = page.closedIn(widened(room, -2 * rooms.near)).map((number) => rooms.boxOf(number));
    const slack = MARGIN.least * lengthsOf(outer)[0];
    const gaskets = boxes.filter((box) => {
      const margins = marginsOf(box, room);
      return Math.max(...margins) - Math.min(...margins) <= slack;
    });
    // What lies in one side of a gasket alone is a hole.
    return boxes.some(
      (box) => gaskets.filter((side) => lies(box, side)).length % 2 === 0 && !gaskets.includes(box),
    );
  }

  /** Circles near a side of the rectangle that nothing else holds are its holes; beside a title block only opposite ones. */
  private hasHolesAtEdge(frame: ReadonlySet<number>, members: readonly number[], titled: boolean): boolean {
    const { contours, outer, rooms } = this;
    const closed = members.filter((number) => contours.isClosed(number) && !frame.has(number));
    if (closed.length > MANY) return true;
    const boxes = closed.map((number) => rooms.boxOf(number));
    const holes = closed.flatMap((number, i) => {
      if (contours.size(number) !== 1) return [];
      const box = boxes[i]!;
      const radius = (box.max_x - box.min_x) / 2;
      const near = Math.min(...marginsOf(box, outer));
      // A disc with a hole is no hole.
      const isHole =
        near <= 4 * radius && !boxes.some((other, j) => j !== i && (lies(box, other) || lies(other, box)));
      return isHole ? [{ cx: box.min_x + radius, cy: box.min_y + radius, radius }] : [];
    });
    return titled ? areOpposite(holes, outer) : holes.length > 0;
  }

  /** Whether what is left can be a part. */
  private leavesPart(frame: ReadonlySet<number>, members: readonly number[]): boolean {
    const left = members.filter((number) => !frame.has(number));
    if (left.some((number) => this.contours.isClosed(number))) return true;
    return left.reduce((curves, number) => curves + this.contours.size(number), 0) > 2;
  }
}
