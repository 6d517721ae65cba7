/** Is there room for one piece on an empty panel, where it and all that is left can be cut off? */
import type { JudgedRectangle } from "./tree.ts";
import { overlap } from "./tree.ts";

export interface PanelRoom {
  usable: JudgedRectangle;
  defects: JudgedRectangle[];
  kerf: bigint;
  /** The least that can be cut off. */
  distance: bigint;
  /** True when waste before the piece costs a cut that there is not. */
  cornerOnly: boolean;
}

/** True when a piece of these sides fits as it is. */
export function hasRoom(room: PanelRoom, [length, width]: [bigint, bigint]): boolean {
  const { usable, defects } = room;
  const columns = starts(
    room,
    usable.length - length,
    defects.map((defect) => defect.x + defect.length - usable.x),
  );
  const rows = starts(
    room,
    usable.width - width,
    defects.map((defect) => defect.y + defect.width - usable.y),
  );
  return columns.some((x) =>
    rows.some((y) => {
      const piece = { x: usable.x + x, y: usable.y + y, length, width };
      return !defects.some((defect) => overlap(piece, defect));
    }),
  );
}

/** Every place that is the first of a stretch of places, for a piece that leaves so much of a side. */
function starts({ kerf, distance, cornerOnly }: PanelRoom, rest: bigint, ends: bigint[]): bigint[] {
  const gap = kerf + (distance > 0n ? distance : 1n);
  const first = cornerOnly ? [0n] : [0n, gap, rest - kerf, ...ends];
  return first.filter((at) => {
    const after = rest - at;
    return (at === 0n || at >= gap) && after >= 0n && (after <= kerf || after - kerf >= distance);
  });
}
