/** Outlines drawn twice a hair beside themselves are cut once, however their ends are off; what is no copy stays. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { line, readEntities, type Tag } from "../../../../helpers/drawing/dxf.ts";

type Corner = [x: number, y: number];

/** Corners of a star around the origin. */
const corners = (radii: number[]): Corner[] =>
  radii.map((radius, i) => {
    const angle = (2 * Math.PI * i) / radii.length;
    return [radius * Math.cos(angle), radius * Math.sin(angle)];
  });

const areaOf = (ring: Corner[]) =>
  ring.reduce((sum, [x, y], i) => {
    const [u, v] = ring[(i + 1) % ring.length]!;
    return sum + (x * v - u * y) / 2;
  }, 0);

/** Its sides as loose lines, each end off by as much as two numbers of a row say, in the order that another row gives. */
function loose(ring: Corner[], offs: number[], order: number[]): Tag[] {
  const lines = ring.map(([x, y], i) => {
    const [u, v] = ring[(i + 1) % ring.length]!;
    const off = (k: number) => offs[(4 * i + k) % offs.length]!;
    return i % 2 === 0
      ? line(x + off(0), y + off(1), u + off(2), v + off(3))
      : line(u + off(0), v + off(1), x + off(2), y + off(3));
  });
  return lines
    .map((tags, i) => ({ tags, at: order[i % order.length]! }))
    .sort((p, q) => p.at - q.at)
    .flatMap(({ tags }) => tags);
}

describe("outlines drawn twice", () => {
  // Spread evenly: what fast-check likes best, zero, is no end that is off.
  const offs = fc
    .tuple(fc.nat(1e6), fc.constantFrom(0.005, 0.01, 0.015))
    .map(([seed, most]) =>
      Array.from({ length: 60 }, (_, i) => most * (((seed + 1) * (i + 1) * 0.754877666) % 2) - most),
    );
  const order = fc.array(fc.nat(99), { minLength: 12, maxLength: 12 });
  const radii = fc.array(fc.double({ min: 30, max: 90, noNaN: true }), { minLength: 3, maxLength: 12 });

  it("as loose lines with each end off are one part without gaps", () => {
    fc.assert(
      fc.property(radii, offs, offs, order, (radii, first, second, order) => {
        const ring = corners(radii);
        const { parts, account, findings } = readEntities([
          ...loose(ring, first, order),
          ...loose(ring, second, order.toReversed()),
        ]);
        expect(parts).toHaveLength(1);
        expect(Math.abs(parts[0]!.area - areaOf(ring))).toBeLessThan(0.05 * account.drawn);
        expect(account.open).toBeLessThan(1);
        expect(account.duplicate / account.drawn).toBeCloseTo(0.5, 2);
        expect(findings.map(({ code }) => code)).toContain("near-duplicates");
        expect(findings.map(({ code }) => code)).not.toContain("gaps-left-open");
      }),
      { seed: 20261123, numRuns: 150 },
    );
  });
});
