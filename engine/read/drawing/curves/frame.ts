/**
 * Where does a point of an entity or block lie in the drawing?
 *
 * A frame is an affine map of space: three images of the unit vectors (a, b, c) and one of the origin (o). Everything
 * is mapped in space and looked at from above, since object coordinate systems may be tilted.
 */
import { hypot } from "../../../base/geometry/trig/hypot.ts";

export interface EntityFrame {
  ax: number;
  ay: number;
  az: number;
  bx: number;
  by: number;
  bz: number;
  cx: number;
  cy: number;
  cz: number;
  ox: number;
  oy: number;
  oz: number;
}

export const IDENTITY: EntityFrame = {
  ax: 1,
  ay: 0,
  az: 0,
  bx: 0,
  by: 1,
  bz: 0,
  cx: 0,
  cy: 0,
  cz: 1,
  ox: 0,
  oy: 0,
  oz: 0,
};

export interface FrameVector {
  x: number;
  y: number;
  z: number;
}

/** Maps a point. */
export function mapPoint(frame: EntityFrame, x: number, y: number, z: number): FrameVector {
  const { ax, ay, az, bx, by, bz, cx, cy, cz, ox, oy, oz } = frame;
  return {
    x: ax * x + bx * y + cx * z + ox,
    y: ay * x + by * y + cy * z + oy,
    z: az * x + bz * y + cz * z + oz,
  };
}

/** Maps a direction: the frame's origin plays no part. */
export function mapVector(frame: EntityFrame, x: number, y: number, z: number): FrameVector {
  const { ax, ay, az, bx, by, bz, cx, cy, cz } = frame;
  return { x: ax * x + bx * y + cx * z, y: ay * x + by * y + cy * z, z: az * x + bz * y + cz * z };
}

/** The frame that maps by `inner` first and then by `outer`. */
export function compose(outer: EntityFrame, inner: EntityFrame): EntityFrame {
  if (inner === IDENTITY) return outer;
  if (outer === IDENTITY) return inner;
  const a = mapVector(outer, inner.ax, inner.ay, inner.az);
  const b = mapVector(outer, inner.bx, inner.by, inner.bz);
  const c = mapVector(outer, inner.cx, inner.cy, inner.cz);
  const o = mapPoint(outer, inner.ox, inner.oy, inner.oz);
  return frameOf(a, b, c, o);
}

/** The same frame at another place. */
export function moved({ ax, ay, az, bx, by, bz, cx, cy, cz }: EntityFrame, to: FrameVector): EntityFrame {
  return { ax, ay, az, bx, by, bz, cx, cy, cz, ox: to.x, oy: to.y, oz: to.z };
}

/**
 * Whether the frame keeps all shapes as they are, seen from above: 1 where it does, -1 where it mirrors them, else 0.
 * Turning and scaling evenly come out in exactly these equations, since rounding is the same on both of their sides.
 */
export function similarity({ ax, ay, bx, by }: EntityFrame): 1 | -1 | 0 {
  if (ax === by && ay === -bx) return 1;
  return ax === -by && ay === bx ? -1 : 0;
}

/**
 * The object coordinate system of an extrusion direction, by AutoCAD's arbitrary axis rule: near the world's z axis
 * x is world y × normal, elsewhere world z × normal. (0, 0, -1) therefore mirrors x.
 */
export function objectFrame(normal: FrameVector | null): EntityFrame {
  if (!normal) return IDENTITY;
  const length = hypot(normal.x, normal.y, normal.z);
  if (length === 0 || (normal.x === 0 && normal.y === 0 && normal.z > 0)) return IDENTITY;
  const n = scaled(normal, 1 / length);
  const steep = Math.abs(n.x) < 1 / 64 && Math.abs(n.y) < 1 / 64;
  const across = cross(steep ? { x: 0, y: 1, z: 0 } : { x: 0, y: 0, z: 1 }, n);
  const a = scaled(across, 1 / hypot(across.x, across.y, across.z));
  return frameOf(a, cross(n, a), n, { x: 0, y: 0, z: 0 });
}

/** Moves by a vector. */
export function translation(x: number, y: number, z: number): EntityFrame {
  return { ...IDENTITY, ox: x, oy: y, oz: z };
}

/** Scales, then turns about z by an angle whose cosine and sine are given. */
export function turn(cos: number, sin: number, sx: number, sy: number, sz: number): EntityFrame {
  return { ...IDENTITY, ax: cos * sx, ay: sin * sx, bx: -sin * sy, by: cos * sy, cz: sz };
}

export function cross(p: FrameVector, q: FrameVector): FrameVector {
  return { x: p.y * q.z - p.z * q.y, y: p.z * q.x - p.x * q.z, z: p.x * q.y - p.y * q.x };
}

export function scaled(v: FrameVector, factor: number): FrameVector {
  return { x: v.x * factor, y: v.y * factor, z: v.z * factor };
}

function frameOf(a: FrameVector, b: FrameVector, c: FrameVector, o: FrameVector): EntityFrame {
  return {
    ax: a.x,
    ay: a.y,
    az: a.z,
    bx: b.x,
    by: b.y,
    bz: b.z,
    cx: c.x,
    cy: c.y,
    cz: c.z,
    ox: o.x,
    oy: o.y,
    oz: o.z,
  };
}
