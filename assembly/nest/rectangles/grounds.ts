/**
 * What is free on an empty sheet of each type. Around every edge of an obstacle a rectangle is taken out of it, around
 * a slanted one several; of what is left, a rectangle lies in the material of an obstacle or outside all of them.
 */
import { edgeAt } from "../../geometry/records";
import { insideShape, runAt, Shape } from "../../geometry/shape";
import { reserve } from "../../memory";
import { clearance, partAt, shapeOf, typeAt, typeCount } from "../model/problem";
import { EROSION, GRID, SMALL_GAP } from "../model/tuning";
import { boxedHeight, boxedWidth, onGrid } from "./boxes";
import { carve, clearSpace, copySpace, dropRect, rectAt, SPACE_BYTES, Space } from "./space";

/** Pieces of a slanted edge that are taken out of a sheet one by one. */
const EDGE_PIECES = 16;

/** What is kept here between two steps. */
@unmanaged
class State {
  grounds: usize;
}
const state = changetype<State>(memory.data(offsetof<State>()));

export function openGrounds(): void {
  state.grounds = reserve(<usize>typeCount * SPACE_BYTES);
  for (let i = 0; i < typeCount; i++) {
    const ground = groundOf(i);
    clearSpace(ground, boxedWidth(i), boxedHeight(i));
    const type = typeAt(i);
    for (let k = 0; k < type.obstacleCount; k++)
      carveShape(ground, shapeOf(partAt(type.firstObstacle + k), 0));
    for (let k = 0; k < type.obstacleCount; k++)
      dropInside(ground, shapeOf(partAt(type.firstObstacle + k), 0));
  }
}

function groundOf(type: i32): Space {
  return changetype<Space>(state.grounds + <usize>type * SPACE_BYTES);
}

/** An empty sheet of a type, of which only so much is to be used. */
export function openSpace(space: Space, type: i32, width: f64, height: f64): void {
  copySpace(space, groundOf(type));
  if (width < boxedWidth(type)) carve(space, width, -Infinity, Infinity, Infinity);
  if (height < boxedHeight(type)) carve(space, -Infinity, height, Infinity, Infinity);
}

function carveShape(ground: Space, shape: Shape): void {
  for (let r = 0; r < shape.runCount; r++) {
    const run = runAt(shape, r);
    for (let k = 0; k < run.edgeCount; k++) {
      const edge = edgeAt(run.edges, k);
      carveEdge(ground, shape, edge.ax, edge.ay, edge.bx, edge.by);
    }
  }
}

/** A box is grown on its upper sides only, so its lower ones keep the whole distance. */
function carveEdge(ground: Space, shape: Shape, ax: f64, ay: f64, bx: f64, by: f64): void {
  // Where parts may touch, their shapes are smaller than their boxes by the erosion.
  const reach = shape.contact - (clearance < SMALL_GAP ? EROSION : 0);
  const pieces = Math.abs(bx - ax) < GRID || Math.abs(by - ay) < GRID ? 1 : EDGE_PIECES;
  for (let i = 0; i < pieces; i++) {
    const from = <f64>i / <f64>pieces;
    const to = <f64>(i + 1) / <f64>pieces;
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
