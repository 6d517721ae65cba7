/** A closed spline is one contour, whatever ends on it. */
import { describe, expect, it } from "vitest";
import type { ReadOptions } from "../../../../engine/base/contract/read-options.ts";
import { arch, line, readEntities, type Tag } from "../../../helpers/drawing/dxf.ts";

const read = (entities: Tag[], options: ReadOptions = {}) => readEntities(entities, {}, options);

describe("nesting", () => {
  it("keeps a closed spline whole where a line ends on one of its knots", () => {
    const [x, y] = read(arch(false)).paths[0]!.curves.map(({ x1, y1 }) => [x1, y1])[0]!;
    const closed = [...arch(false), ...line(200, 0, 230, 0)];
    const plain = read(closed);
    const { data, parts } = read([...closed, ...line(x!, y!, 150, 70)]);
    expect(parts).toHaveLength(1);
    expect(data.area).toBe(plain.data.area);
    expect(data.cut_paths).toHaveLength(2);
  });
});
