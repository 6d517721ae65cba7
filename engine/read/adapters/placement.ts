/** Where a copy lies, as the matrices that libraries of graphics take. */
import { checkArguments, describeKind, record } from "../../base/contract/options.ts";
import { invalidInput } from "../../base/errors.ts";
import { rotation } from "../../base/geometry/ring.ts";

/** A placement of any answer. */
export interface PlacementLike {
  /** Move along x after the rotation, mm. */
  x: number;
  /** Move along y after the rotation, mm. */
  y: number;
  /** Degrees, counter-clockwise about the origin. */
  rotation: number;
  /** True when the part is turned over first: x to -x. */
  mirrored?: boolean;
}

/** One placement as the matrices of several libraries. */
export interface PlacementMatrix {
  /** a, b, c, d, e, f: of `DOMMatrix`, `CanvasRenderingContext2D.transform`, paper.js. */
  values: [a: number, b: number, c: number, d: number, e: number, f: number];
  /** For the attribute `transform`. */
  svg: string;
  /** Column by column, for `THREE.Matrix4.fromArray`. */
  three: number[];
}

/**
 * Takes the part as it was given to the part as it lies on its sheet.
 * @throws EngineError INVALID_INPUT for a placement without numbers
 */
export function placementMatrix(placement: PlacementLike): PlacementMatrix {
  checkArguments({ placement: record }, { placement });
  const { x, y, rotation: degrees, mirrored = false } = placement;
  for (const [name, value] of Object.entries({ x, y, rotation: degrees }))
    if (!Number.isFinite(value)) {
      const what = typeof value === "number" ? value : describeKind(value);
      throw invalidInput([name], `must be a number, not ${what}`);
    }
  const { cos, sin } = rotation(degrees);
  const side = mirrored ? -1 : 1;
  // Without negative zeros, which would be written out.
  const plain = (value: number) => (value === 0 ? 0 : value);
  const [a, b, c, d] = [cos * side, sin * side, -sin, cos].map(plain) as [number, number, number, number];
  return {
    values: [a, b, c, d, x, y],
    svg: `matrix(${[a, b, c, d, x, y].join(" ")})`,
    three: [a, b, 0, 0, c, d, 0, 0, 0, 0, 1, 0, x, y, 0, 1],
  };
}
