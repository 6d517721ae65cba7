/** Which of the places where a bridge would hold is taken. */
import { describe, expect, it } from "vitest";
import { type BridgePlace, furthest, SHEET } from "../../../../engine/write/toolpath/tabs/places.ts";

type Spot = [at: number, other: number, isThin?: boolean];

function placeAt(at: number): BridgePlace {
  const point = { at: [at, 0] as [number, number], left: [0, 1] as [number, number] };
  return { at, half: 2, middle: point, ends: [point, point] };
}

/** On a path of 100 mm that has a bridge at its start; a whole bridge is 4 mm wide. */
function chosen(...spots: Spot[]): number | null {
  const sites = new Map(
    spots.map(([at, other, isThin = false]) => {
      const place = placeAt(at);
      return [place, { place, other, isThin }];
    }),
  );
  return furthest([...sites.keys()], (place) => sites.get(place)!, [0], 100, OPEN)?.place.at ?? null;
}
const NEIGHBOUR = 3;
const OPEN = { whole: 4, reachesSheet: true };

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

  it("is not at a place where none holds", () => {
    const places = [placeAt(50), placeAt(30)];
    const [middle, aside] = places as [BridgePlace, BridgePlace];
    const siteAt = (place: BridgePlace) => (place === middle ? null : { place, other: SHEET, isThin: false });
    expect(furthest(places, siteAt, [0], 100, OPEN)?.place).toBe(aside);
  });

  it("is looked for at no place that cannot be the best", () => {
    const asked: number[] = [];
    const siteAt = (place: BridgePlace) => {
      asked.push(place.at);
      return { place, other: NEIGHBOUR, isThin: false };
    };
    const places = [20, 50, 24, 30].map(placeAt);
    expect(furthest(places, siteAt, [0], 100, OPEN)?.place.at).toBe(50);
    expect(asked).toEqual([50, 30]);
    asked.length = 0;
    expect(furthest(places, siteAt, [0], 100, { ...OPEN, reachesSheet: false })?.place.at).toBe(50);
    expect(asked).toEqual([50]);
  });

  it("is nowhere within two widths of another", () => {
    expect(chosen([7.9, SHEET], [92.1, SHEET])).toBeNull();
    expect(chosen([8, SHEET])).toBe(8);
  });
});
