/** The project's own drawings: the shapes of generated nesting jobs, written as a careless CAD program would. */

import { nestRequestSchema } from "../../../engine/base/contract/v1/nest.ts";
import type { Ring } from "../../../engine/base/contract/values/geometry.ts";
import { openRing, pointBounds, signedArea } from "../../../engine/base/geometry/ring.ts";
import { drawing, dxfBytes, line, polyline, type Tag } from "../../helpers/drawing/dxf.ts";
import { randomJob, requestFrom, type ShapeKind } from "../../helpers/nest/jobs.ts";
import { Random } from "../../helpers/random.ts";
import type { BenchDrawing } from "./dxf.ts";

const KINDS: ShapeKind[] = [
  "rectangle",
  "concave",
  "star",
  "comb",
  "ell",
  "circle",
  "washer",
  "plate",
  "frame",
];

export function ownDrawings(): BenchDrawing[] {
  return [1, 10, 100, 1000].flatMap((count) =>
    (["lines", "polylines"] as const).map((style): BenchDrawing => {
      const parts = partsInRows(count);
      const area = parts.flat().reduce((sum, ring) => sum + signedArea(ring), 0);
      const bytes = dxfBytes(drawing(entitiesOf(parts.flat(), style, new Random(count))), "\n");
      return { set: style, name: `${count} parts`, bytes: () => bytes, area };
    }),
  );
}

/** Rings per part, exterior counter-clockwise and holes clockwise, parts well apart. */
function partsInRows(count: number): Ring[][] {
  const random = new Random(count);
  const specs = Array.from({ length: count }, () => ({
    kind: random.pick(KINDS),
    size: random.float(20, 90),
    turn: 0,
    offset: 0,
    quantity: 1,
    seed: random.int(0, 2 ** 31),
  }));
  // Two hundred parts make a request; a drawing may hold more.
  const parts = specs.flatMap(
    (spec) => nestRequestSchema.parse(requestFrom({ ...randomJob(1), parts: [spec] })).parts,
  );
  return parts.map(({ exterior, holes }, i) => {
    const { min_x, min_y } = pointBounds(exterior);
    return [exterior, ...holes].map((ring, r): Ring => {
      const open = openRing(ring).map(([x, y]): [number, number] => [
        x - min_x + 100 * (i % 40),
        y - min_y + 100 * Math.floor(i / 40),
      ]);
      return signedArea(open) > 0 === (r === 0) ? open : open.reverse();
    });
  });
}

/** One LINE per edge in any order and direction, or one closed LWPOLYLINE per ring. */
function entitiesOf(rings: Ring[], style: "lines" | "polylines", random: Random): Tag[] {
  if (style === "polylines") return rings.flatMap((ring) => polyline(ring, true, "CUT"));
  return random.shuffle(rings.flatMap((ring) => lines(ring, random))).flat();
}

function lines(ring: Ring, random: Random): Tag[][] {
  return ring.map((point, i) => {
    const ends = [point, ring[(i + 1) % ring.length]!];
    const [from, to] = random.chance(0.5) ? ends : ends.reverse();
    return line(...from!, ...to!, "CUT");
  });
}
