/**
 * Free rectangles of an empty sheet of each type. Around every edge of an obstacle a rectangle is taken out of it, around
 * a slanted one several; of what is left, a rectangle lies in the material of an obstacle or outside all of them.
 */
import { edgeAt } from "../../geometry/records";
import { insideShape, runAt, Shape } from "../../geometry/shape";
import { reserve } from "../../memory";
import { yieldNow } from "../../pause";
import { EROSION, GRID, SMALL_GAP } from "../model/limits";
import { clearance, partAt, shapeOf, typeAt, typeCount } from "../model/nest-problem";
import { boxedHeights, boxedWidths, onGrid } from "./box-parts";
import { carve, clearSpace, copySpace, dropRect, rectAt, SPACE_BYTES, Space } from "./space";

/** A slanted edge is taken out of a sheet in so many pieces at most, none narrower than this share of the sheet. */
const EDGE_PIECES: f64 = 16;
const PIECE_SHARE: f64 = 1 / 256.0;

let grounds: usize = 0;
/** Narrowest piece of a slanted edge on the sheet at hand, in millimetres. */
let finest: f64 = 0;

/** Carves the obstacles of each type out of its ground. */
export function openGrounds(): void {
  grounds = reserve(<usize>typeCount * SPACE_BYTES);
  for (let type = 0; type < typeCount; type++) {
    const ground = groundOf(type);
    const obstacles = typeAt(type).obstacleCount;
    finest = PIECE_SHARE * min(boxedWidths[type], boxedHeights[type]) * GRID;
    clearSpace(ground, boxedWidths[type], boxedHeights[type]);
    for (let k = 0; k < obstacles; k++) {
      const shape = obstacleOf(type, k);
      for (let run = 0; run < shape.runCount; run++) {
        carveRun(ground, shape, run);
        yieldNow();
      }
    }
    for (let k = 0; k < obstacles; k++) dropInside(ground, obstacleOf(type, k));
  }
}

function obstacleOf(type: i32, index: i32): Shape {
  return shapeOf(partAt(typeAt(type).firstObstacle + index), 0);
}

function groundOf(type: i32): Space {
  return changetype<Space>(grounds + <usize>type * SPACE_BYTES);
}

/** An empty sheet of a type, of which only so much is to be used. */
export function openSpace(space: Space, type: i32, width: f64, height: f64): void {
  copySpace(space, groundOf(type));
  if (width < boxedWidths[type]) carve(space, width, -Infinity, Infinity, Infinity);
  if (height < boxedHeights[type]) carve(space, -Infinity, height, Infinity, Infinity);
}

function carveRun(ground: Space, shape: Shape, index: i32): void {
  const run = runAt(shape, index);
  for (let k = 0; k < run.edgeCount; k++) {
    const edge = edgeAt(run.edges, k);
    carveEdge(ground, shape, edge.ax, edge.ay, edge.bx, edge.by);
  }
}

/** A box is grown on its upper sides only, so its lower ones keep the whole distance. */
function carveEdge(ground: Space, shape: Shape, ax: f64, ay: f64, bx: f64, by: f64): void {
  // Where parts may touch, their shapes are smaller than their boxes by the erosion.
  const reach = shape.contact - (clearance < SMALL_GAP ? EROSION : 0);
  const narrow = min(Math.abs(bx - ax), Math.abs(by - ay));
  const pieces = narrow < GRID ? 1 : max(1, min(EDGE_PIECES, Math.floor(narrow / finest)));
  for (let i: f64 = 0; i < pieces; i++) {
    const from = i / pieces;
    const to = (i + 1) / pieces;
    const cx = ax + from * (bx - ax);
    const cy = ay + from * (by - ay);
    const dx = ax + to * (bx - ax);
    const dy = ay + to * (by - ay);
    carve(
      ground,
      onGrid(min(cx, dx) - reach + clearance),
      onGrid(min(cy, dy) - reach + clearance),
      onGrid(max(cx, dx) + reach),
      onGrid(max(cy, dy) + reach),
    );
  }
}

function dropInside(ground: Space, shape: Shape): void {
  for (let i = ground.count - 1; i >= 0; i--) {
    const rect = rectAt(ground, i);
    const x = ((rect.minX + rect.maxX) * GRID - clearance) / 2;
    const y = ((rect.minY + rect.maxY) * GRID - clearance) / 2;
    if (insideShape(shape, x, y)) dropRect(ground, i);
  }
}
