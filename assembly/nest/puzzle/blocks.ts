/** Rectangles made of bricks without waste: what merging makes, and where that puts each brick. */
import { reserve } from "../../memory";
import { copyCount, partCount } from "../model/nest-problem";
import { brickAt, clearLaid, layBrick, wallHeight, wallWidth } from "./bricks";

/** A brick, two blocks, or five; a bit says which of them are turned. */
@unmanaged
export class Block {
  width: i32;
  height: i32;
  turns: bool;
  /** The brick that it is, -1 for none. */
  brick: i32;
  /** Axis along which two blocks lie side by side; 2: it is a wheel. */
  axis: i32;
  a: i32;
  b: i32;
  c: i32;
  d: i32;
  e: i32;
  turned: i32;
  /** Where it lies in a solution, on end or not. */
  sheet: i32;
  x: i32;
  y: i32;
  stands: bool;
}

/** Bricks, then the blocks made of them. */
let blocks: usize = 0;

/** Every copy of a brick is a block. */
export function openBlocks(): void {
  blocks = reserve(<usize>(2 * copyCount) * offsetof<Block>());
  let count = 0;
  for (let i = 0; i < partCount; i++) {
    const brick = brickAt(i);
    for (let k = 0; k < brick.count; k++) {
      const block = blockAt(count++);
      block.width = brick.width;
      block.height = brick.height;
      block.turns = brick.turns;
      block.brick = i;
    }
  }
}

export function blockAt(index: i32): Block {
  return changetype<Block>(blocks + <usize>index * offsetof<Block>());
}

/** Is it as large as a whole sheet? */
export function isSheet(block: Block): bool {
  if (block.width === wallWidth && block.height === wallHeight) return true;
  return block.turns && block.width === wallHeight && block.height === wallWidth;
}

/** Width (axis 0) or height (1) of a block, turned or not. */
export function sideOf(index: i32, turned: i32, axis: i32): i32 {
  const block = blockAt(index);
  return (axis === 0) === (turned === 0) ? block.width : block.height;
}

/**
 * Lays the bricks of a solution. Blocks come after what they consist of, so from the last one down each knows its place
 * when its turn comes.
 */
export function layBlocks(count: i32): void {
  let sheet = 0;
  clearLaid();
  for (let i = count - 1; i >= 0; i--) {
    const block = blockAt(i);
    if (isSheet(block)) {
      block.x = 0;
      block.y = 0;
      block.sheet = sheet++;
      block.stands = block.width !== wallWidth || block.height !== wallHeight;
    }
    if (block.brick >= 0) layBrick(block.brick, block.stands, block.sheet, block.x, block.y);
    else placeMembers(block);
  }
}

function placeMembers(block: Block): void {
  const wide = sideOf(block.a, block.turned & 1, 0);
  const high = sideOf(block.a, block.turned & 1, 1);
  placeMember(block, block.a, 1, 0, 0);
  placeMember(block, block.b, 2, block.axis === 1 ? 0 : wide, block.axis === 1 ? high : 0);
  if (block.axis < 2) return;
  const narrow = sideOf(block.d, block.turned & 8, 0);
  placeMember(block, block.c, 4, narrow, sideOf(block.b, block.turned & 2, 1));
  placeMember(block, block.d, 8, 0, high);
  placeMember(block, block.e, 16, narrow, high);
}

/** Places a member of a block, whose bit says whether it is turned, at its place in the block. */
function placeMember(block: Block, index: i32, bit: i32, x: i32, y: i32): void {
  const member = blockAt(index);
  member.sheet = block.sheet;
  member.stands = block.stands !== ((block.turned & bit) !== 0);
  member.x = block.x + (block.stands ? y : x);
  member.y = block.y + (block.stands ? x : y);
}
