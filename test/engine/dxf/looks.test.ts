/** What lines look like decides what they are for: colours by their index, line types of blocks. */
import { expect, it } from "vitest";
import { circle, insert, readEntities, rectangle, type Tag } from "../../helpers/drawing/dxf.ts";

/** An insert, in the order of groups that CAD programs write, of a line type of its own. */
const block = (name: string, content: Tag[]): Tag[] => [
  [0, "BLOCK"],
  [8, "0"],
  [2, name],
  [70, 0],
  [10, 0],
  [20, 0],
  ...content,
  [0, "ENDBLK"],
];

// As AutoCAD's palette shows them, which rounds halves down.
it.each([
  [1, "#ff0000"],
  [5, "#0000ff"],
  [10, "#ff0000"],
  [30, "#ff7f00"],
  [50, "#ffff00"],
  [70, "#7fff00"],
  [90, "#00ff00"],
  [130, "#00ffff"],
  [170, "#0000ff"],
  [210, "#ff00ff"],
  [240, "#ff003f"],
])("the colour of index %i is %s", (index, colour) => {
  const [type, on, ...rest] = circle(0, 0, 5);
  const { paths } = readEntities([type!, on!, [62, index], ...rest]);
  const channels = (text: string) => [1, 3, 5].map((at) => Number.parseInt(text.slice(at, at + 2), 16));
  expect(paths).toHaveLength(1);
  for (const [at, value] of channels(paths[0]!.colour).entries())
    expect(Math.abs(value - channels(colour)[at]!)).toBeLessThanOrEqual(1);
});

it("draws what is BYBLOCK in a block with the line type of its insert", () => {
  const [type, on, ...rest] = circle(5, 5, 2);
  const blocks = block("AXES", [type!, on!, [6, "BYBLOCK"], ...rest]);
  const placed = (lineType: string) =>
    readEntities([...rectangle(0, 0, 20, 10), ...insert("AXES", 0, 0, [[6, lineType]])], { blocks }).parts;
  expect(placed("CENTER")[0]!.holes).toHaveLength(0);
  expect(placed("CONTINUOUS")[0]!.holes).toHaveLength(1);
});
