/** Outlines drawn twice a hair beside themselves are cut once, however their ends are off; what is no copy stays. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { arc, line, readEntities, sides, type Tag } from "../../../../helpers/drawing/dxf.ts";

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

  it("in part, across themselves, are no cuts beside what they double", () => {
    // A side in two lines, and a copy of it that crosses the side at a small angle: its ends close no sliver.
    const turned = (off: number, ends = [0, 100]) =>
      line(ends[0]!, -off * (1 - ends[0]! / 50), ends[1]!, -off * (1 - ends[1]! / 50));
    for (const off of [0.002, 0.01, 0.02])
      for (const ends of [
        [0, 100],
        [0, 80],
        [20, 100],
      ]) {
        const entities = [
          ...line(0, 0, 30, 0),
          ...line(30, 0, 100, 0),
          ...line(100, 0, 100, 60),
          ...line(100, 60, 0, 60),
          ...line(0, 60, 0, 0),
          ...turned(off, ends),
        ];
        const { parts, account } = readEntities(entities);
        expect(parts.map(({ area }) => area)).toEqual([expect.closeTo(6000, 0)]);
        expect(account.open + account.overshoot).toBe(0);
        expect(account.duplicate).toBeCloseTo(ends[1]! - ends[0]!, 0);
      }
  });

  it("in part keep no end out that lies beside the end of a copy", () => {
    // At the upper end of the right side three ends lie in a row, each within the weld tolerance of the next.
    const entities = [
      ...arc(162.59373, 58.23545, 28.20884, 0, 90),
      ...line(28.20798, 86.4447, 162.59299, 86.44465),
      ...line(190.80347, 28.20924, 190.80151, 58.23431),
      ...arc(162.59288, 28.20915, 28.20884, 270, 360),
      ...line(190.80349, 28.21005, 190.80216, 58.23573),
      ...arc(162.59312, 58.23511, 28.20884, 0, 90),
      ...line(162.59288, 0.00031, 0, 0.00031),
      ...line(0, 0.00031, 0, 86.4447),
      ...line(0, 86.4447, 28.20798, 86.4447),
    ];
    const { parts, openEnds, account } = readEntities(entities);
    const corners = (2 - Math.PI / 2) * 28.20884 ** 2;
    expect(parts.map(({ area }) => area)).toEqual([expect.closeTo(190.802 * 86.4444 - corners, 0)]);
    expect(openEnds).toEqual([]);
    expect(account.open).toBe(0);
  });

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

  const round = (x: number, y: number, radius: number): Tag[] => [
    ...line(x + 8, y, x + 72, y),
    ...arc(x + 72, y + 8, radius, 270, 0),
    ...line(x + 80, y + 8, x + 80, y + 42),
    ...arc(x + 72, y + 42, radius, 0, 90),
    ...line(x + 72, y + 50, x + 8, y + 50),
    ...arc(x + 8, y + 42, radius, 90, 180),
    ...line(x, y + 42, x, y + 8),
    ...arc(x + 8, y + 8, radius, 180, 270),
  ];

  it.each([
    [0.004, 8],
    [0.02, 8.01],
    [0.05, 7.98],
    [0.1, 8],
  ])("as lines and arcs, %f mm to the side with corners of %f mm, are one part", (off, radius) => {
    const { parts, account } = readEntities([...round(0, 0, 8), ...round(off, -off / 2, radius)]);
    expect(parts).toHaveLength(1);
    expect(parts[0]!.area / (4000 - (4 - Math.PI) * 64)).toBeCloseTo(1, 2);
    expect(account.open).toBe(0);
    expect(account.duplicate / account.drawn).toBeCloseTo(0.5, 2);
  });

  it("are none where lines run beside each other and lead nowhere", () => {
    const hatching = Array.from({ length: 40 }, (_, i) => line(10, 10 + 0.1 * i, 70, 10 + 0.1 * i)).flat();
    const { account } = readEntities([...sides(0, 0, 80, 50), ...hatching]);
    expect(account).toMatchObject({ cut: 260, duplicate: 0 });
    expect(account.open).toBeCloseTo(2400, 6);
  });

  it("are none where parts lie a tenth of a millimetre apart", () => {
    const { parts, account } = readEntities([...sides(0, 0, 80, 50), ...sides(80.1, 0, 80, 50)]);
    expect(parts.map(({ area }) => Math.round(1e6 * area) / 1e6)).toEqual([4000, 4000]);
    expect(account.duplicate).toBe(0);
  });
});
