/** Finds the face at a place of an arranged drawing. */
import type { Point } from "../../../base/contract/values/geometry.ts";
import { isMaterial } from "../arrangement/arrange.ts";
import type { Settled } from "../arrangement/decide.ts";
import { halfEdges } from "../arrangement/faces.ts";

/** A rectangle, in mm. */
export interface StripSize {
  length: number;
  width: number;
}

/** Where things lie to what was arranged; for as long as that is asked, all of the arrangement stays in memory. */
export interface ArrangedGround {
  /** Whether a place lies in the material of a part. */
  inMaterial: (place: Point) => boolean;
  /** The strip with the area and the border of the face at a place. */
  stripAt: (place: Point) => StripSize;
  /** Whether a border of a part, or an open cut, comes this close to a place. */
  isNearBorder: (place: Point, reach: number) => boolean;
}

export function arrangedGround(settled: Settled): ArrangedGround {
  return {
    inMaterial: (place) => isMaterial(settled, place),
    stripAt: (place) => stripAt(settled, place),
    isNearBorder: ([x, y], reach) => settled.graph.index.nearest(x, y, reach, () => true) !== null,
  };
}

function stripAt({ graph, nesting }: Settled, place: Point): StripSize {
  const face = nesting.faceAt(place);
  if (face < 0) return { length: 0, width: 0 };
  const halves = halfEdges(nesting.faces, face);
  const half = halves.reduce((sum, half) => sum + graph.lengths[half >> 1]!, 0) / 2;
  const root = Math.sqrt(Math.max(0, half ** 2 / 4 - nesting.faces.areas[face]!));
  return { length: half / 2 + root, width: half / 2 - root };
}
