/**
 * Puts whole lattices on an empty sheet: parts with many copies lie densest among themselves, so each of them gets a
 * stretch of the sheet before the rest is filled copy by copy.
 */
import { highEnd } from "../../geometry/records";
import { maxOf, minOf, Shape } from "../../geometry/shape";
import { collides, placedAt, placedCount } from "../layout/laid-sheet";
import { SLACK } from "../model/limits";
import { clearance, partCount, sheetSize } from "../model/nest-problem";
import { MANY_COPIES } from "../model/nest-tuning";
import { boxOf } from "../model/placement";
import { placeAt } from "./columns";
import { Lattice, latticeOf } from "./lattice";
import { orderedPart } from "./order";
import { copiesLeft, layCopies } from "./remaining";

/** Lays the lattices of parts with enough copies left one behind the other. */
export function layLattices(axis: i32): void {
  let start = 0.0;
  for (let i = 0; i < partCount; i++) {
    const index = orderedPart(i);
    const lattice = latticeOf(index, axis);
    if (lattice.density === 0 || copiesLeft[index] < MANY_COPIES) continue;
    start = layLattice(index, lattice, axis, start);
  }
}

/** Lays one from a position along the axis on and returns where the next one may begin. */
function layLattice(index: i32, lattice: Lattice, axis: i32, start: f64): f64 {
  const single = changetype<usize>(lattice.second) === 0;
  const before = single
    ? 0
    : max(0.0, minOf(lattice.first, axis) - minOf(lattice.second, axis) - lattice.along);
  const below = single
    ? 0
    : max(0.0, minOf(lattice.first, axis ^ 1) - minOf(lattice.second, axis ^ 1) - lattice.across);
  let end = start;
  let raised = 0.0;
  for (let u = start + before; u < sheetSize(axis); u += lattice.step) {
    let placed = false;
    for (let v = below + raised - lattice.pitch; v < sheetSize(axis ^ 1); v += lattice.pitch) {
      const firstU = u - minOf(lattice.first, axis);
      const firstV = v - minOf(lattice.first, axis ^ 1);
      if (layOne(lattice.first, axis, firstU, firstV)) placed = true;
      if (!single && layOne(lattice.second, axis, firstU + lattice.along, firstV + lattice.across))
        placed = true;
    }
    if (!placed) break;
    raised = (raised + lattice.rise) % lattice.pitch;
  }
  for (let i = 0; i < placedCount(); i++) {
    if (placedAt(i).shape.part === index)
      end = max(end, highEnd(changetype<usize>(boxOf(placedAt(i))), axis) + clearance);
  }
  return end;
}

/** Puts a copy there if there are any left and it is on the sheet and clear of all else. */
function layOne(shape: Shape, axis: i32, u: f64, v: f64): bool {
  if (copiesLeft[shape.part] === 0) return false;
  if (u + minOf(shape, axis) < -SLACK || u + maxOf(shape, axis) > sheetSize(axis) + SLACK) return false;
  const other = axis ^ 1;
  if (v + minOf(shape, other) < -SLACK || v + maxOf(shape, other) > sheetSize(other) + SLACK) return false;
  const x = axis === 0 ? u : v;
  const y = axis === 0 ? v : u;
  if (collides(shape, x, y)) return false;
  placeAt(shape, x, y);
  layCopies(shape.part, 1);
  return true;
}
