import { describe, expect, it } from "vitest";
import type { Ring } from "../../../../engine/base/contract/values/geometry.ts";
import { isDoubtful } from "../../../../engine/base/geometry/crossing.ts";
import { box } from "../../../helpers/rings.ts";

describe("a ring", () => {
  const square: Ring = box(0, 0, 10, 10);

  it.each<[string, boolean, Ring]>([
    ["is an outline", false, square],
    ["is one with an edge too short to see, as rounding leaves it", false, [...square, [0, 3e-7]]],
    ["is one with a point twice", false, [...square, [0, 10]]],
    ["is none where it crosses itself", true, [square[0]!, square[2]!, square[1]!, square[3]!]],
    [
      "is none where two of its corners touch",
      true,
      [
        [0, 0],
        [10, 0],
        [5, 5],
        [10, 10],
        [0, 10],
        [5, 5],
      ],
    ],
    ["is none when it is thin as a hair", true, box(0, 0, 100, 0.01)],
  ])("%s", (_, doubtful, ring) => {
    expect(isDoubtful(ring)).toBe(doubtful);
  });
});
