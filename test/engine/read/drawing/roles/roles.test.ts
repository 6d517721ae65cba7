/** Layers and line types say what is bent, engraved or only drawn; whole words count, and the caller has the last word. */
import { describe, expect, it } from "vitest";
import type { LayerRole } from "../../../../../engine/base/contract/read-options.ts";
import { LAYERS } from "../../../../../engine/write/toolpath/write/lines.ts";
import {
  circle,
  line,
  readEntities,
  rectangle,
  type Sections,
  type Tag,
} from "../../../../helpers/drawing/dxf.ts";

const read = (entities: Tag[], sections: Sections = {}, roles: Record<string, LayerRole> = {}) =>
  readEntities(entities, sections, { roles });
const plate = [...rectangle(0, 0, 200, 100, "OUTLINE"), ...circle(30, 50, 6, "OUTLINE")];
const typed = (tags: Tag[], lineType: string): Tag[] =>
  tags.flatMap((tag): Tag[] => (tag[0] === 8 ? [tag, [6, lineType]] : [tag]));

describe("layer names", () => {
  it.each(["mark", "engrave", "bend", "cut-open"] as const)(
    "of our own drawings are read as written: %s",
    (use) => {
      const { name } = LAYERS[use];
      const outline = rectangle(0, 0, 200, 100, LAYERS.outer.name);
      const { paths } = read([...outline, ...line(60, 0, 60, 100, name), ...line(80, 20, 90, 30, name)]);
      const role = use === "cut-open" ? "open" : use;
      expect(paths.filter(({ layer }) => layer === name)).toEqual([
        expect.objectContaining({ role }),
        expect.objectContaining({ role }),
      ]);
    },
  );
});

describe("line types", () => {
  it.each<[string, Tag[], number]>([
    [
      "with gaps is no cut, whatever its name",
      [
        [49, 2],
        [49, -0.5],
        [49, 0],
        [49, -0.5],
      ],
      1,
    ],
    ["without gaps is cut", [[49, 2]], 0],
    [
      "of another record's gaps is cut",
      [
        [0, "LTYPE"],
        [2, "TRAZOS2"],
        [49, -0.5],
      ],
      0,
    ],
  ])("that a drawing defines %s", (_, dashes, bends) => {
    const table: Tag[] = [[0, "LTYPE"], [2, "Trazos"], [70, 0], ...dashes];
    const { paths } = read([...plate, ...typed(line(60, 0, 60, 100, "OUTLINE"), "TRAZOS")], {
      layers: table,
    });
    expect(paths.filter(({ role }) => role === "bend")).toHaveLength(bends);
  });
});
