/**
 * Which lines of a page are its title blocks? Cells along the axes that hang together, with texts in them or many by themselves,
 * joined to the border or in a corner of it. What hangs on the border along the axes goes with the frame.
 */
import type { Bounds } from "../../../../base/contract/values/geometry.ts";
import {
  areaOf,
  boundsAround,
  lengthsOf,
  lies,
  meet,
  overlap,
  widened,
} from "../../../../base/geometry/box.ts";
import { Meetings, pureWalls, type Wall, wallsOf } from "../../aids/walls.ts";
import { type Aside, paperOf, type Written } from "../../aids/written.ts";
import { finderOf } from "../../basis/finder.ts";
import { byKey } from "../../basis/groups.ts";
import type { Outlines } from "../../outlines/outlines.ts";
import { cellsOf } from "../cells.ts";
import { isOn, type Side, wallsAround } from "./borders.ts";
import type { Page } from "./page.ts";

const BLOCK = {
  /** So many lines make one that has texts, or so many cells without any. */
  lines: 4,
  cells: 6,
  /** Most of the page that one takes up, and that one cell does. */
  share: 0.35,
  cell: 0.12,
  /** How far it stands from its corner at most, as a share of the shorter side. */
  gap: 0.03,
};
/** So many texts tell a title block. */
export const BLOCK_TEXTS = 2;

/** What hangs together with a frame, around title blocks; whether anything open does, and whether lines go through all of it. */
export interface Joined {
  frame: Set<number>;
  blocks: Bounds[];
  isTied: boolean;
  through: boolean;
}

/** Whether a box lies on two sides of a room that meet. */
export function isInCorner({ min_x, min_y, max_x, max_y }: Bounds, room: Bounds): boolean {
  return (min_x <= room.min_x || max_x >= room.max_x) && (min_y <= room.min_y || max_y >= room.max_y);
}

export class BlockSearch {
  private readonly sides: readonly Side[];

  /** In a room of a page: its border, or all of it. */
  constructor(
    private readonly page: Page,
    private readonly room: Bounds,
  ) {
    this.sides = [page.outer, room].flatMap(wallsAround);
  }

  /**
   * The frame with all lines along the axes that meet it, or each other, and so on; boxes around such lines in it; and whether
   * any such lines go through the whole room, as the walls of cells do. Boxes of fewer lines are in a corner, with so many texts.
   */
  run(texts: number): Joined {
    const { page, room, sides } = this;
    const { contours } = page.rooms;
    const { frame, walls } = this.frameAndOthers();
    // What is closed by itself meets only what it touches: parts lie apart by less than lines are broad.
    const loose = (wall: Wall) =>
      contours.isClosed(wall.contour) ? wall : { ...wall, box: widened(wall.box, page.slack / 2) };
    const meetings = new Meetings(walls.map(loose), page.near);
    const blocks: Bounds[] = [];
    let [isTied, through] = [false, false];
    const isOnFrame = (own: Bounds) => sides.some(({ box }) => meet(widened(own, page.slack / 2), box));
    for (const { box } of sides)
      for (const { group, whole } of meetings.groups(box)) {
        through ||= areaOf(whole) > BLOCK.share * areaOf(room);
        if (this.isPart(group)) continue;
        // Witness lines and axes may end on the frame, too, and parts on those: a block is made of cells.
        const found = this.blocksOf(group, sides, 1);
        for (const { box: own, contour } of group) {
          const isOpen = !contours.isClosed(contour);
          if (!(isOpen && isOnFrame(own)) && !found.some((block) => lies(own, block))) continue;
          frame.add(contour);
          isTied ||= isOpen && isInCorner(whole, room);
        }
        for (const block of found)
          if (group.length >= BLOCK.lines || (isInCorner(block, room) && page.textsIn(block) >= texts))
            blocks.push(block);
      }
    for (const block of this.apart(meetings, blocks.length > 0)) blocks.push(block);
    return { frame, blocks, isTied, through };
  }

  /** The contours that draw the sides of the frame; what may be joined to them. */
  private frameAndOthers(): { frame: Set<number>; walls: Wall[] } {
    const { page, room, sides } = this;
    const { rooms, near, slack } = page;
    const pure = pureWalls(rooms.contours, rooms.walls(page.outer));
    const shut = pure.filter(({ contour }) => rooms.contours.isClosed(contour));
    const isOnSide = (wall: Wall, reach: number) => sides.some((side) => isOn(wall, side, reach));
    // Where a closed one is the frame, others a hair off it are none.
    const isWhole = ({ contour }: Wall) => lies(room, widened(rooms.boxOf(contour), near));
    const close = shut.some(isWhole) ? near : slack;
    // What is closed and has other sides too is a part that lies along the frame, or a title block.
    const others = new Set(shut.flatMap((wall) => (isOnSide(wall, close) ? [] : [wall.contour])));
    const frame = new Set<number>();
    const walls: Wall[] = [];
    // Sides may go on into the margin.
    for (const wall of pure)
      if (isOnSide(wall, slack) && !others.has(wall.contour)) frame.add(wall.contour);
      // What stands in the margin goes with the frame, and joins nothing to its title block.
      else if (overlap(wall.box, widened(room, -near))) walls.push(wall);
    return { frame, walls };
  }

  /**
   * Boxes around cells of some lines and sides that lie side by side: with so many texts or, as blocks may not be filled in,
   * many cells; or any cells where there are no texts at all.
   */
  private blocksOf(group: readonly Wall[], sides: readonly Side[], texts: number): Bounds[] {
    const { page, room } = this;
    const border = sides.map(({ upright, at, box }) => {
      const span: Wall["span"] = upright ? [box.min_y, box.max_y] : [box.min_x, box.max_x];
      return { upright, at, box, span };
    });
    const most = BLOCK.cell * areaOf(room);
    const cells = cellsOf([...group, ...border], page.slack).filter((cell) => areaOf(cell) <= most);
    const side = new Meetings(
      cells.map((box) => ({ box })),
      page.slack,
    );
    const isTold = (cells: readonly unknown[], block: Bounds) =>
      cells.length >= BLOCK.cells || page.texts.length === 0 || page.textsIn(block) >= texts;
    return [...side.groups(room)]
      .map(({ group: own, whole }) => ({ own, block: widened(whole, page.slack) }))
      .filter(({ own, block }) => areaOf(block) <= BLOCK.share * areaOf(room) && isTold(own, block))
      .map(({ block }) => block);
  }

  /** Boxes around lines with texts in them that stand apart from the frame, in a corner of it. */
  private apart(meetings: Meetings<Wall>, isTitled: boolean): Bounds[] {
    const { room } = this;
    const gap = BLOCK.gap * lengthsOf(room)[0];
    const strips = wallsAround(room).map(({ box }) => widened(box, gap));
    return strips.flatMap((strip) =>
      [...meetings.groups(strip)].flatMap(({ group }) => {
        if (this.isPart(group, isTitled)) return [];
        if (group.length < BLOCK.lines) return [];
        return this.blocksOf(group, [], BLOCK_TEXTS).filter((block) => isInCorner(widened(block, gap), room));
      }),
    );
  }

  /** Whether lines are one closed contour where nothing tells of paper, or else like another one in size. */
  private isPart(group: readonly Wall[], isTitled = false): boolean {
    const { rooms, near, isPaper, words, closed } = this.page;
    const contour = group[0]!.contour;
    if (!rooms.contours.isClosed(contour) || group.some((wall) => wall.contour !== contour)) return false;
    if (isTitled || (!isPaper && words === 0)) return true;
    const sides = lengthsOf(rooms.boxOf(contour));
    const isAsLarge = (box: Bounds) => lengthsOf(box).every((side, i) => Math.abs(side - sides[i]!) <= near);
    return closed.some((other) => other !== contour && isAsLarge(rooms.boxOf(other)));
  }
}

/** What lies within title blocks that have a layer of their own: signs of makers and of projections. */
export function findInTitleBlocks({ contours }: Outlines, { framed }: Written, weld: number): Aside[] {
  const near = 10 * weld;
  const layers = byKey(pureWalls(framed, wallsOf(framed, near)), ({ contour }) => framed.layer(contour));
  const grids = [...layers.values()].flatMap((walls) =>
    [...new Meetings(walls, near).groups(framed.bounds())].filter(({ group }) => group.length >= BLOCK.lines),
  );
  const within = finderOf(grids, ({ whole }) => whole);
  const most = BLOCK.share * areaOf(boundsAround([contours.bounds(), framed.bounds()]));
  // What goes around others is the border of a sheet. It may have a title block in its corner.
  const isAround = (whole: Bounds) =>
    within(whole).some((other) => lies(other.whole, whole) && areaOf(other.whole) < areaOf(whole));
  const blocks = grids
    .flatMap(({ group, whole }) => {
      const cells = cellsOf(group, near).filter((cell) => areaOf(cell) <= BLOCK.cell * areaOf(whole));
      const taken = cells.reduce((sum, cell) => sum + areaOf(cell), 0);
      const isCorner = cells.length > 0 && taken <= BLOCK.share * areaOf(whole);
      if (isCorner || areaOf(whole) > most || isAround(whole)) return cells;
      return [whole];
    })
    .map((block) => widened(block, near));
  // Of sheets side by side the title blocks take up no more than of one.
  if (blocks.reduce((sum, block) => sum + areaOf(block), 0) > most) return [];
  const isIn = (outline: number) => blocks.some((block) => lies(contours.boundsOf(outline), block));
  const outlines = blocks.length === 0 ? [] : contours.numbers().filter(isIn);
  return outlines.length === 0 ? [] : [paperOf("signs in a title block", outlines)];
}
