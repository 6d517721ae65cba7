/** The parts of a request as the judge sees them, copies of one at one angle made once. */
import type { Ring } from "../../base/contract/values/geometry.ts";
import { oriented, placed, ringOfCurves } from "../sweep/outline.ts";
import { JudgedPart } from "../sweep/part.ts";
import type { Wants } from "../wants/wants.ts";

interface KnownPart {
  rings: Ring[];
  curves: string;
  part: JudgedPart;
}

export class KnownParts {
  private readonly known = new Map<string, KnownPart[]>();

  constructor(private readonly wants: Wants) {}

  of(placement: number): JudgedPart {
    const { rotation, exterior, holes } = this.wants.request.placements[placement]!;
    const own = this.wants.wishes.curves?.[placement];
    const rings = [exterior, ...holes];
    const curves = own ? JSON.stringify(own) : "";
    const radii = rings.map((_, ring) => this.wants.ring(placement, ring).diameter / 2);
    const key = `${rotation} ${sumOf(rings)} ${radii}`;
    const alike = this.known.get(key) ?? [];
    const found = alike.find((one) => one.curves === curves && areSame(one.rings, rings));
    if (found) return found.part;
    const outlines = own ? [own.exterior, ...own.holes].map(ringOfCurves) : rings;
    const turned = outlines.map((ring, r) => oriented(placed(ring, 0, 0, rotation), r === 0));
    const part = new JudgedPart(turned, radii);
    this.known.set(key, [...alike, { rings, curves, part }]);
    return part;
  }
}

/** Equal rings have equal sums, others hardly ever. */
function sumOf(rings: Ring[]): number {
  let sum = 0;
  for (const ring of rings) for (const [x, y] of ring) sum = 0.7 * sum + x + 1.3 * y;
  return sum;
}

function areSame(a: Ring[], b: Ring[]): boolean {
  if (a.length !== b.length) return false;
  return a.every((ring, r) => {
    const other = b[r]!;
    return (
      ring.length === other.length && ring.every(([x, y], i) => x === other[i]![0] && y === other[i]![1])
    );
  });
}
