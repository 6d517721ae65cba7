/** A column of numbers that has become too short, written to the start of a longer one. */
export function lengthened<Column extends Uint8Array | Int32Array | Float64Array>(
  from: Column,
  to: Column,
): Column {
  to.set(from);
  return to;
}
