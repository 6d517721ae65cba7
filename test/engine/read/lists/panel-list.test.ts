/** Cut lists as CutList Optimizer and spreadsheets write them. */
import { describe, expect, it } from "vitest";
import { readDefects } from "../../../../engine/read/lists/defects.ts";
import { readPanelList } from "../../../../engine/read/lists/panel-list.ts";

describe("a cut list", () => {
  it("has its columns in any order, and says what it leaves out", () => {
    const text =
      "Qty;Length;Width;Material;Label;Enabled;Grain direction;Colour;Top band\n" +
      '2;800,5;300;oak;"side; left";true;h;red;ABS 1\n1;600;400;mdf;;false;;;\n3;450;320;;;;v;;\n';
    expect(readPanelList(text, "list.csv")).toEqual({
      rows: [
        {
          id: "side; left",
          label: "side; left",
          material: "oak",
          length: 800.5,
          width: 300,
          quantity: 2,
          grain: "length",
          edges: { top: "ABS 1" },
        },
        { id: "450x320", material: "", length: 450, width: 320, quantity: 3, grain: "width" },
      ],
      refused: [],
      notes: [
        'list.csv: the column "Colour" is not known and was left out',
        "list.csv: 1 line is not enabled and left out",
      ],
    });
  });

  it("has labels for names where it is of panels, as those have no others", () => {
    const names = (text: string) => readPanelList(text, "", { of: "stocks" });
    expect(names("Length,Width,Label\n2800,2070,Oak 19\n").rows).toEqual([
      { id: "Oak 19", material: "", length: 2800, width: 2070 },
    ]);
    const both = names("Name,Length,Width,Label\nA,2800,2070,new\n");
    expect(both.rows[0]!.id).toBe("A");
    expect(both.notes).toEqual(['the column "Label" was left out, as "Name" says the same']);
  });

  it("has the defects of panels", () => {
    const text = "Length,Width,Defects\n2800,2070,120:80:400x60 + 0:0:30x30\n";
    expect(readPanelList(text, "rack.csv").rows[0]!.defects).toEqual([
      { x: 120, y: 80, length: 400, width: 60 },
      { x: 0, y: 0, length: 30, width: 30 },
    ]);
  });

  it("has no defects before its left or bottom, without size, of unclear numbers or of one too many", () => {
    const wrong = ["-1:0:3x3", "0:-1:3x3", "0:0:0x3", "0:0:3x0", "1:2:3", "120.125:0:3x3", "1:2:3x4:5"];
    for (const text of wrong) expect(readDefects(text), text).toBeUndefined();
    expect(readDefects("120.125:0:3x3", "mm", ".")).toEqual([{ x: 120.125, y: 0, length: 3, width: 3 }]);
    expect(readDefects("1 1/2:0:3x3", "in")).toEqual([{ x: 38.1, y: 0, length: 76.2, width: 76.2 }]);
  });

  it.each([
    ["Length,Width,Defects\n800,300,a knot\n", 'line 2: the defects "a knot" are not X:Y:LxW'],
    ["Length,Qty\n800,1\n", 'list.csv, line 1: there is no column "width"'],
    ['Length,Width\n800,"31 1/2 x"\n', 'list.csv, line 2: the width "31 1/2 x" is not a number'],
    ["Length,Width\n800,\n", "list.csv, line 2: length or width is missing"],
    [
      "Length,Width,Enabled\n800,300,perhaps\n",
      'list.csv, line 2: the enabled "perhaps" is neither yes nor no',
    ],
    ["Length,Width,Grain\n800,300,diagonal\n", 'line 2: the grain "diagonal" is none of h,'],
  ])("%j is refused with its line", (text, message) => {
    expect(() => readPanelList(text, "list.csv")).toThrow(message);
  });
});
