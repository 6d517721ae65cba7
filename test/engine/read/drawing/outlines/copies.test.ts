/** Fine curves are kept when near copies are removed. */
import { describe, expect, it } from "vitest";
import type { ReadOptions } from "../../../../../engine/base/contract/read-options.ts";
import { line, readEntities, sides, type Tag } from "../../../../helpers/drawing/dxf.ts";

const read = (entities: Tag[], options: ReadOptions = {}) => readEntities(entities, {}, options);
describe("copies", () => {
  it("are never steps of a fine curve, however closely they follow each other", () => {
    const steps = 100;
    const at = (step: number) => [
      50 + 0.15 * Math.cos((2 * Math.PI * step) / steps),
      0.3 + 0.15 * Math.sin((2 * Math.PI * step) / steps),
    ];
    const fine = Array.from({ length: steps }, (_, i) => i).flatMap((i) => {
      const [[x, y], [u, v]] = [at(i), at((i + 1) % steps)] as [[number, number], [number, number]];
      return line(x, y, u, v);
    });
    const { parts, findings } = read([...sides(0, 0, 100, 60), ...fine, ...sides(50.2, 0.2, 0.2, 0.2)]);
    expect(parts).toMatchObject([{ holes: [{ length: steps + 1 }, { length: 5 }] }]);
    expect(findings).toEqual([]);
  });
});
