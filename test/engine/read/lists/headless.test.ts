/** Lists without a head, heads that are known in part, and lists that are wanted for one purpose. */
import { describe, expect, it } from "vitest";
import {
  barListOf,
  decodeText,
  isPanelList,
  panelListOf,
  readBarList,
  readPanelList,
} from "../../../../engine/read/lists/index.ts";

const bars = (text: string) => readBarList(text, "").rows;

describe("a list without a head", () => {
  it.each([
    ["lengths alone", "6000\n3000\n", [{ length: 6000 }, { length: 3000 }]],
    [
      "lengths and quantities",
      "700\t9\n1200\t2\n",
      [
        { length: 700, quantity: 9 },
        { length: 1200, quantity: 2 },
      ],
    ],
    [
      "quantities that are greater than lengths",
      "20,500\n30,500\n",
      [
        { length: 20, quantity: 500 },
        { length: 30, quantity: 500 },
      ],
    ],
    [
      "lengths, quantities and prices",
      "6000;4;32\n1800;1;0\n",
      [
        { length: 6000, quantity: 4, cost: 32 },
        { length: 1800, quantity: 1, cost: 0 },
      ],
    ],
    [
      "numbers for names",
      "101,700,4\n205,800,2\n",
      [
        { id: "101", length: 700, quantity: 4 },
        { id: "205", length: 800, quantity: 2 },
      ],
    ],
    [
      "numbers of lines",
      "1,900,4\n2,700,2\n3,20,900\n",
      [
        { id: "1", length: 900 },
        { id: "2", length: 700 },
        { id: "3", length: 20, quantity: 900 },
      ],
    ],
    ["names behind", "700,9,leg\n", [{ id: "leg", length: 700, quantity: 9 }]],
    ["four numbers", "12,700,4,1.5\n", [{ id: "12", length: 700, quantity: 4, cost: 1.5 }]],
  ])("may have %s", (_what, text, rows) => {
    expect(bars(text)).toEqual(rows.map((row) => expect.objectContaining(row)));
  });

  it("says how three bare numbers were read, and which columns were not", () => {
    expect(readBarList("6000;4;32\n", "rack.csv").notes).toEqual([
      "rack.csv: it has no head, and its first line was read as length 6000, quantity 4, cost 32",
    ]);
    expect(readBarList("leg,700,2,1.5,red\n", "").notes).toEqual(["column 5 left out"]);
  });

  it("is one of panels where it is read as such", () => {
    expect(readPanelList("Door\t720\t396\t4\tPine\n", "").rows).toEqual([
      { id: "Door", length: 720, width: 396, quantity: 4, material: "Pine" },
    ]);
    expect(isPanelList("Door\t720\t396\t4\n")).toBe(false);
    expect(isPanelList("Länge;Breite;Stk\n720;396;4\n")).toBe(true);
  });

  it("keeps a wrong cell wrong in its own line", () => {
    const { rows, refused } = readBarList("Leg\t700\t9\nBad\t7oo\t2\n", "", { skipBad: true });
    expect(rows).toHaveLength(1);
    expect(refused).toEqual(['line 2: the length "7oo" is not a number']);
  });
});

describe("a head", () => {
  it("is taken by its beginning where nothing else fits, which is told", () => {
    const { rows, notes } = readBarList("Qty required,Length of bar,Length tolerance\n4,700,0.5\n", "");
    expect(rows).toEqual([{ id: "700", length: 700, quantity: 4 }]);
    expect(notes.slice(0, 2)).toEqual([
      'the column "Qty required" was read as the quantity',
      'the column "Length of bar" was read as the length',
    ]);
    expect(notes[2]).toMatch(/^the column "Length tolerance"/);
  });

  it("that lacks a column is named as such, not read as a line", () => {
    expect(() => readBarList("Name,Qty\nleg,4\n", "l.csv")).toThrow(
      'l.csv, line 1: there is no column "length"',
    );
  });

  it("tells stock from pieces, and what the one has not", () => {
    expect(barListOf("name,length,price\na,1,2\n")).toBe("stocks");
    expect(barListOf("name,length,angle end\na,1,2\n")).toBe("pieces");
    expect(barListOf("name,length\na,1\n")).toBeUndefined();
    expect(panelListOf("length,width,defects\n1,2,\n")).toBe("stocks");
    const { rows, notes } = readBarList("name,length,price\na,700,2\n", "", { of: "pieces" });
    expect(rows).toEqual([{ id: "a", length: 700 }]);
    expect(notes).toEqual(['the column "price" was left out, as pieces have none']);
  });

  it("of nothing that is filled is not spoken of", () => {
    expect(readBarList("length,colour\n700,\n", "").notes).toEqual([]);
  });
});

describe("rows", () => {
  it("that cannot be used are refused with their line, as those that cannot be read", () => {
    const check = ({ length }: { length: number }) => (length > 6000 ? "too long" : undefined);
    expect(() => readBarList("length\n700\n7000\n", "l.csv", { check })).toThrow("l.csv, line 3: too long");
    expect(readBarList("length\n700\n7000\n", "", { check, skipBad: true }).refused).toEqual([
      "line 3: too long",
    ]);
  });

  it("have prices with their currency", () => {
    expect(bars("length,cost\n700,€ 3.50\n700,12 EUR\n").map(({ cost }) => cost)).toEqual([3.5, 12]);
  });

  it("come from a text, options from an object", () => {
    expect(() => readBarList(5 as unknown as string, "")).toThrow("text: must be a text");
    expect(() => readBarList("length\n1\n", "", { unit: "furlong" as "mm" })).toThrow(
      "unit: must be mm, in or ft",
    );
    expect(() => decodeText("abc" as unknown as Uint8Array)).toThrow("bytes: must be a Uint8Array");
  });
});
