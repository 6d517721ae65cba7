/**
 * A layout as the exporters take it: one size of sheet, parts that only turn. A copy that is turned over becomes one of
 * a part of its own, drawn the other way round, and is called so in what leaves the page.
 */

import type { PartCurves, Ring, SheetGround } from "../../engine/index.ts";
import type { NestData, NestRequest } from "../../engine/v1.ts";
import type { LaidPart, SolvedLayout } from "../model/project.ts";
import { findSheetType } from "../model/sheet.ts";

interface PlainLayout {
  request: NestRequest;
  data: NestData;
  curves: (PartCurves | null)[];
  /** Material of a sheet that is no whole rectangle. */
  ground: SheetGround | null;
}

/** Functions of the engine for curves of a part that is turned over. */
interface CurveTools {
  mirroredCurves: (curves: PartCurves) => PartCurves;
}

/** The layout as seen from one of its sheets. */
export function plainLayout(
  layout: SolvedLayout,
  sheet: number,
  { mirroredCurves }: CurveTools,
): PlainLayout {
  const { request, data } = layout;
  const laid = data.sheets[sheet]!;
  const { width, height, outline, holes = [], defects = [] } = findSheetType(layout, laid);
  const known = request.parts.map((_, i) => layout.curves?.[i] ?? null);
  const turnedOver = new Set(
    data.sheets.flatMap(({ placements }) => placements.filter(isMirrored).map(({ part_id }) => part_id)),
  );
  const pairs = request.parts.flatMap((part, i) => {
    const plain = { part, curves: known[i] ?? null };
    if (!turnedOver.has(part.id)) return [plain];
    const { exterior, holes } = part;
    const other = {
      ...part,
      id: mirroredName(part.id),
      exterior: flippedRing(exterior),
      holes: holes.map(flippedRing),
    };
    return [plain, { part: other, curves: plain.curves && mirroredCurves(plain.curves) }];
  });
  const sheets = data.sheets.map((one) => ({
    ...one,
    placements: one.placements.map((place) =>
      place.mirrored ? { ...place, part_id: mirroredName(place.part_id) } : place,
    ),
  }));
  const isWhole = !outline && holes.length === 0 && defects.length === 0;
  return {
    ground: isWhole ? null : { ...(outline ? { outline } : {}), holes, defects },
    request: { parts: pairs.map(({ part }) => part), sheet: { width, height }, config: request.config },
    data: { ...data, sheets },
    curves: pairs.map(({ curves }) => curves),
  };
}

export function mirroredName(id: string): string {
  return `${id} (mirrored)`;
}

function isMirrored({ mirrored }: LaidPart): boolean {
  return mirrored === true;
}

function flippedRing(ring: Ring): Ring {
  return ring.map(([x, y]) => [-x, y]);
}
