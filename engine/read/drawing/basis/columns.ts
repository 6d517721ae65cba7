/** Tables of numbers in columns that grow, and which of them stand in which row. */

/** A column of numbers that has become too short, written to the start of a longer one. */
export function lengthened<Column extends Uint8Array | Int32Array | Float64Array>(
  from: Column,
  to: Column,
): Column {
  to.set(from);
  return to;
}

/** Members of row r, in their order: `members` from offsets[r] to offsets[r + 1]. */
export interface Rows {
  offsets: Int32Array;
  members: Int32Array;
}

/** Which numbers stand in which row? `rowOf` tells of each the row, or -1 where it stands in none. */
export function groupRows(rowOf: Int32Array, count: number): Rows {
  const offsets = new Int32Array(count + 1);
  for (let member = 0; member < rowOf.length; member++)
    if (rowOf[member]! >= 0) offsets[rowOf[member]! + 1]!++;
  for (let row = 0; row < count; row++) offsets[row + 1]! += offsets[row]!;
  const filled = offsets.slice();
  const members = new Int32Array(offsets[count]!);
  for (let member = 0; member < rowOf.length; member++)
    if (rowOf[member]! >= 0) members[filled[rowOf[member]!]!++] = member;
  return { offsets, members };
}

export function rowAt({ offsets, members }: Rows, row: number): Int32Array {
  return members.subarray(offsets[row], offsets[row + 1]);
}
