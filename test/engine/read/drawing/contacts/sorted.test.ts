/** Numbers stand in the order of their keys, whatever these are. */
import { expect, it } from "vitest";
import { sortedBy } from "../../../../../engine/read/drawing/contacts/sorted.ts";
import { Random } from "../../../../helpers/random.ts";

it.each<[string, (random: Random) => number]>([
  ["of any size", (random) => random.float(-1e6, 1e6)],
  ["that are often the same", (random) => random.int(0, 9)],
  ["that differ by rounding alone", (random) => 1000 + random.int(0, 3) * 2 ** -42],
  [
    "of which some lie far from all others",
    (random) => (random.chance(0.1) ? 1e15 : 1) * random.float(-1, 1),
  ],
])("numbers stand by keys %s, equal ones as they come", (_, keyOf) => {
  for (let seed = 1; seed <= 50; seed++) {
    const random = new Random(seed);
    const keys = Array.from({ length: random.int(0, 300) }, () => keyOf(random));
    const known = keys.map((_, i) => i).sort((p, q) => keys[p]! - keys[q]! || p - q);
    expect([...sortedBy(keys.length, (i) => keys[i]!)], `seed ${seed}`).toEqual(known);
  }
});
