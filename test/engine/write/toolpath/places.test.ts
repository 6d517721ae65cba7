/** Which of the places where a bridge would hold is taken. */
import { describe, expect, it } from "vitest";
import { type BridgeSite, furthest, SHEET } from "../../../../engine/write/toolpath/tabs/places.ts";

/** On a path of 100 mm that has a bridge at its start; a whole bridge is 4 mm wide. */
const chosen = (...spots: [at: number, other: number, isThin?: boolean][]) =>
  furthest(
    spots.map(([at, other, isThin = false]): BridgeSite => ({ at, half: 2, other, isThin })),
    [0],
    100,
    4,
  )?.at ?? null;
const NEIGHBOUR = 3;

describe("the next bridge of a part", () => {
  it("is as far from the others as can be, whichever way round", () => {
    expect(chosen([30, NEIGHBOUR], [55, NEIGHBOUR], [90, NEIGHBOUR])).toBe(55);
    expect(chosen([95, NEIGHBOUR], [9, NEIGHBOUR])).toBe(9);
  });

  it("leads to the sheet where that is more than half as far away, and to a neighbour else", () => {
    expect(chosen([50, NEIGHBOUR], [26, SHEET])).toBe(26);
    expect(chosen([50, NEIGHBOUR], [24, SHEET])).toBe(50);
  });

  it("takes a place that holds little only where it is twice as far away, the sheet's too", () => {
    expect(chosen([50, NEIGHBOUR, true], [26, NEIGHBOUR])).toBe(26);
    expect(chosen([50, NEIGHBOUR, true], [24, NEIGHBOUR])).toBe(50);
    expect(chosen([50, SHEET, true], [24, NEIGHBOUR])).toBe(50);
    expect(chosen([50, SHEET, true], [26, NEIGHBOUR])).toBe(26);
  });

  it("is nowhere within two widths of another", () => {
    expect(chosen([7.9, SHEET], [92.1, SHEET])).toBeNull();
    expect(chosen([8, SHEET])).toBe(8);
  });
});
