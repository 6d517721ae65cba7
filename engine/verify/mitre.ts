/** What a saw and a profile make of mitred ends: how far apart two pieces on a bar have to lie. In millimetres and degrees. */

export type Ends = readonly [start: number, end: number];

/** How much more than needed a gap may be, and how far off a length that comes from an angle: two micrometres each. */
export const MITRE_TOLERANCE = 0.004;

/** Of a piece of a request, or as a piece of a plan lies. */
export function endsOf(piece: { angle_start?: number | undefined; angle_end?: number | undefined }): Ends {
  return [piece.angle_start ?? 0, piece.angle_end ?? 0];
}

export function isSquare([start, end]: Ends): boolean {
  return start === 0 && end === 0;
}

/** The same for a piece and for that piece after half a turn. */
export function shapeOf([start, end]: Ends): string {
  const [here, turned] = [`${start + 0} ${end + 0}`, `${0 - end} ${0 - start}`];
  return here < turned ? here : turned;
}

/** From long point to long point, of a piece whose short edge is `length` long. */
export function longLength(length: number, ends: Ends, width: number): number {
  const [start, end] = ends.map((angle) => width * tangent(angle)) as [number, number];
  const parallelogram = Math.sign(ends[0]) * Math.sign(ends[1]) < 0;
  return length + (parallelogram ? Math.max(start, end) : start + end);
}

/** Between the ends of two neighbours, measured along the bar between their foremost points; negative when they nest. */
export function gapBetween(right: number, left: number, kerf: number, width: number): number {
  const slanted = kerfAt(Math.max(Math.abs(right), Math.abs(left)), kerf);
  return right + left === 0 ? slanted - width * tangent(right) : slanted;
}

/** What a cut at an angle takes of the bar's length. */
export function kerfAt(angle: number, kerf: number): number {
  return kerf / Math.cos((angle * Math.PI) / 180);
}

/** Of a piece's two cuts. */
export function widestKerf([start, end]: Ends, kerf: number): number {
  return Math.max(kerfAt(start, kerf), kerfAt(end, kerf));
}

function tangent(angle: number): number {
  return Math.tan((Math.abs(angle) * Math.PI) / 180);
}
