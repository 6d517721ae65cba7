/**
 * A layout as the exporters take it: one size of sheet, parts that only turn. A copy that is turned over becomes one of
 * a part of its own, drawn the other way round, and is called so in what leaves the page.
 */
import type { NestData, NestRequest, PartCurves, Ring, SheetGround } from "../../engine/index.ts";
import type { LaidPart, Layout } from "../model/project.ts";
import { sheetTypeOf } from "../model/sheet.ts";

interface Plain {
  request: NestRequest;
  data: NestData;
  curves: (PartCurves | null)[];
  /** Of a sheet that is no whole rectangle. */
  ground: SheetGround | null;
}

/** The layout as seen from one of its sheets. */
export function plainLayout(layout: Layout, sheet: number): Plain {
  const { request, data } = layout;
  const laid = data.sheets[sheet]!;
  const { width, height, outline, holes = [], defects = [] } = sheetTypeOf(layout, laid);
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
    const curves = plain.curves && {
      exterior: plain.curves.exterior.map(flippedCurve),
      holes: plain.curves.holes.map((hole) => hole.map(flippedCurve)),
    };
    return [plain, { part: other, curves }];
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

type Curve = PartCurves["exterior"][number];

/** x to -x; what ran to the left of its start runs to the right. */
function flippedCurve(curve: Curve): Curve {
  const ends = { x0: -curve.x0, y0: curve.y0, x1: -curve.x1, y1: curve.y1 };
  switch (curve.kind) {
    case "line":
      return { ...curve, ...ends };
    case "arc":
      return { ...curve, ...ends, cx: -curve.cx, start: Math.PI - curve.start, sweep: -curve.sweep };
    case "ellipse":
      return { ...curve, ...ends, cx: -curve.cx, ux: -curve.ux, vx: -curve.vx };
    case "bezier":
      return { ...curve, ...ends, points: curve.points.map(([x, y]) => [-x, y]) };
  }
}
