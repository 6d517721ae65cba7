/** The travels of a plan, led round what its cuts have made loose. */
import type { Point } from "../../../base/contract/values/geometry.ts";
import { LooseRings } from "../order/detour.ts";
import type { PlannedCut } from "./model.ts";

/** The cuts with the points by which each is reached, those of the last travel, and whether that ends over what is loose. */
export function roundLoose(
  cuts: PlannedCut[],
  from: Point,
  to: Point,
): { cuts: PlannedCut[]; last: Point[]; parksOver: boolean } {
  const rings = cuts.flatMap(({ loosens = [] }) => loosens.map(({ ring }) => ring));
  const loose = new LooseRings(rings);
  let at = from;
  let freed = 0;
  const led = cuts.map((cut): PlannedCut => {
    const { stroke, settings, loosens = [] } = cut;
    const way = loose.way(at, stroke.start);
    at = stroke.end;
    for (let k = 0; k < loosens.length; k++) loose.loosen(freed++);
    // A pass before the last may have cut it through already.
    const again = settings.passes > 1 ? loose.way(at, stroke.start) : [];
    return { ...cut, way, again };
  });
  const rim = loose.rimAround(to);
  const last = rim ? [...loose.way(at, rim), rim] : loose.way(at, to);
  return { cuts: led, last, parksOver: rim !== null };
}
