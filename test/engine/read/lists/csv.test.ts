/** Lists from spreadsheets of many countries and ages. */
import { describe, expect, it } from "vitest";
import { readBarList } from "../../../../engine/read/lists/bar-list.ts";
import { readPanelList } from "../../../../engine/read/lists/panel-list.ts";
import { readPartList } from "../../../../engine/read/lists/part-list.ts";
import { decodeText } from "../../../../engine/read/lists/table/encoding.ts";
import { safeText } from "../../../../engine/write/report/csv.ts";

const WANTED = [
  { id: "leg", length: 1830.5, quantity: 4 },
  { id: "rail", length: 700, quantity: 12 },
];

describe("the head of a list", () => {
  it.each([
    ["English", "Name,Length (mm),Qty"],
    ["English, shouted", "PART NUMBER,CUT LENGTH,PCS."],
    ["German", "Bezeichnung,Länge [mm],Stück"],
    ["German without umlauts", "Bezeichnung,Laenge,Stueck"],
    ["French", "Désignation,Longueur,Qté"],
    ["Spanish", "Pieza,Longitud,Cantidad"],
    ["Italian", "Nome,Lunghezza,Quantità"],
    ["Portuguese", "Peça,Comprimento,Quantidade"],
    ["Dutch", "Naam,Lengte,Aantal"],
    ["Polish", "Nazwa,Długość,Ilość"],
    ["Czech", "Název,Délka,Počet"],
    ["Swedish", "Namn,Längd_mm,Antal"],
    ["Russian", "Наименование,Длина,Кол-во"],
    ["Chinese", "名称,长度,数量"],
    ["Japanese", "名前,長さ,数量"],
  ])("may be %s", (_language, head) => {
    const { rows, notes } = readBarList(`${head}\nleg,1830.5,4\nrail,700,12\n`, "list.csv");
    expect([rows, notes]).toEqual([WANTED, []]);
  });

  it("names the unit of its column, which --units does not change", () => {
    const text = 'part,Length (in),Trim start,qty\nleg,72 1/2",5,4\n';
    expect(readBarList(text, "list.csv", { unit: "ft" }).rows).toEqual([
      { id: "leg", length: 1841.5, trim_start: 1524, quantity: 4 },
    ]);
    expect(readBarList('length "\n20\n', "list.csv").rows).toEqual([{ id: "20", length: 508 }]);
  });

  it("may stand below a line for spreadsheets, and unknown columns are told", () => {
    const { rows, notes, refused } = readBarList(
      "sep=|\nid|length|colour\nleg|700|red\nrail|x|red\n",
      "l.csv",
      {
        skipBad: true,
      },
    );
    expect(rows).toEqual([{ id: "leg", length: 700 }]);
    expect(notes).toEqual(['l.csv: the column "colour" is not known and was left out']);
    expect(refused).toEqual(['l.csv, line 4: the length "x" is not a number']);
  });

  it("tells no unknown column that says nothing, as where rows end before it", () => {
    expect(readBarList("length,colour\n700\n800,\n", "l.csv").notes).toEqual([]);
  });
});

describe("a cell", () => {
  it("behind the last head refuses its line: a comma in a number has parted it", () => {
    const text = "id,length,qty\nleg,1830,5,4\nrail,700,12,\n";
    const behind =
      "l.csv, line 2: there are 4 cells and 3 heads; numbers with a separator in them need quotes";
    expect(() => readBarList(text, "l.csv")).toThrow(behind);
    const { rows, refused } = readBarList(text, "l.csv", { skipBad: true });
    expect([rows, refused]).toEqual([[WANTED[1]], [behind]]);
  });

  it("counts pieces in words too, but no fractions of them", () => {
    for (const words of ["12 pcs", "12 Stk.", "12x", "12 шт", "12 PCS.", "12 pièces", '="12"']) {
      const text = `id;length;qty\nleg;"1830,5";4\nrail;700;${words}\n`;
      expect(readBarList(text, "").rows, words).toEqual(WANTED);
    }
    expect(() => readBarList("id;length;qty\nleg;700;2.5 pcs\n", "")).toThrow(
      'line 2: the quantity "2.5 pcs" is not a whole number from 1',
    );
    expect(() => readBarList("id;length;qty\nleg;700;4 m\n", "")).toThrow('"4 m" is not a number');
  });

  it("may be a formula that keeps zeros, and have a typesetter's minus", () => {
    const text = '="007",700,−45\n"=""008""",700,45\n';
    expect(readBarList(`id,length,angle_start\n${text}`, "").rows).toEqual([
      { id: "007", length: 700, angle_start: -45 },
      { id: "008", length: 700, angle_start: 45 },
    ]);
    const names = ["-5", "=1+1", "@x", "'old'", 'a "b"', "+"];
    const csv = names.map((name) => `${safeText(name)},700\n`).join("");
    expect(readBarList(`id,length\n${csv}`, "").rows.map(({ id }) => id)).toEqual(names);
  });
});

describe("lines above the head", () => {
  it.each([
    [
      "with as many cells",
      "Auftrag 4711;;;\n;;;\nTeil;Länge;Anzahl;Bemerkung\nleg;1.830,5;4;x\nrail;700;12;\n",
      3,
    ],
    ["without a separator", "Cut list\nJob 12\n\nPart\tLength\tQty\nleg\t1830.5\t4\nrail\t700\t12\n", 4],
    ["in sentences", "Order,4711\nPart,Length,Qty\nleg,1830.5,4\nrail,700,12\n", 2],
  ])("%s are titles, and told", (_what, text, line) => {
    const { rows, notes } = readBarList(text, "list.csv");
    expect(rows).toEqual(WANTED);
    expect(notes).toContain(`list.csv: what stands above its head in line ${line} was left out`);
  });

  it("are not looked for further down than ten lines, where a list has none", () => {
    const pieces = Array.from({ length: 10 }, (_, i) => `leg ${i},${700 + i},1\n`).join("");
    expect(readBarList(`${pieces}length,900,1\n`, "list.csv").rows).toHaveLength(11);
    expect(() => readPanelList(`a\n${"b,c,d\n".repeat(12)}id,length,width\n`, "l.csv")).toThrow(
      "l.csv, line 1",
    );
  });
});

describe("a list that counts in inches", () => {
  const notes = (text: string, unit: "mm" | "in" = "mm") => readBarList(text, "l.csv", { unit }).notes;

  it("says which lengths were millimetres all the same", () => {
    const mixed = 'id;length\nleg;72 1/2"\nshelf;18.5\n';
    expect(notes(mixed)).toEqual([
      'l.csv: the length 18.5 was read as millimetres; it may be inches, like 72 1/2"',
    ]);
    expect(notes("id;length\nleg;72 1/2\nshelf;18\n")).toEqual([
      "l.csv: the length 72 1/2 was read as millimetres; it may be inches",
    ]);
    expect(notes("id;length\nleg;6' 2\nshelf;18\n")).toHaveLength(1);
  });

  it("says nothing where every length, its column or the caller names the unit", () => {
    expect(notes('id;length\nleg;72 1/2"\nshelf;18.5in\nrail;300mm\n')).toEqual([]);
    expect(notes('id;length (in)\nleg;72 1/2"\nshelf;18.5\n')).toEqual([]);
    expect(notes('id;length\nleg;72 1/2"\nshelf;18.5\n', "in")).toEqual([]);
    expect(notes("id;length\nleg in oak;18.5\n")).toEqual([]);
  });
});

describe("the numbers of a list", () => {
  it.each([
    ["with commas and points between the thousands", "id;length;qty\nleg;1.830,50;4\nrail;700;12\n"],
    ["with points and commas between the thousands", 'id,length,qty\nleg,"1,830.50",4\nrail,700,12\n'],
    ["with spaces between the thousands", "id;length;qty\nleg;1 830,50;4\nrail;700;12\n"],
    ["with units of their own", "id,length,qty\nleg,183.05cm,4\nrail,0.7 m,12\n"],
  ])("are read %s", (_what, text) => {
    expect(readBarList(text, "list.csv")).toEqual({ rows: WANTED, notes: [], refused: [] });
  });

  it("are clear by their neighbours: 1.830 beside 700,5 is more than 1.830 beside 700.5", () => {
    const lengths = (text: string) => readBarList(text, "l.csv").rows.map(({ length }) => length);
    expect(lengths("length;id\n1.830;a\n700,5;b\n")).toEqual([1830, 700.5]);
    expect(lengths("length;id\n1.830;a\n700.5;b\n")).toEqual([1.83, 700.5]);
  });

  it("are told where nothing makes them clear, and an option settles it", () => {
    const german = readBarList("length;id\n1,830;a\n", "l.csv");
    expect(german.rows[0]!.length).toBe(1.83);
    expect(german.notes).toEqual(['l.csv: "1,830" was read as 1.83, though it may be meant otherwise']);
    expect(readBarList("length;id\n1,830;a\n", "l.csv", { decimal: "." }).rows[0]!.length).toBe(1830);
    const english = readBarList('id,length\na,"1,830"\n', "l.csv");
    expect([english.rows[0]!.length, english.notes.length]).toEqual([1830, 1]);
    expect(() => readBarList("id\tlength\na\t1,830\n", "l.csv")).toThrow("1.83 or 1830");
    expect(() => readBarList("id\tlength\na\t1,830\nb\t1,5\nc\t2.5\n", "l.csv")).toThrow("1.83 or 1830");
  });
});

describe("the text of a list", () => {
  const text = "Länge;Stück;Bezeichnung\r\n1830,5;4;Tür\r\n";
  const utf16 = (order: "le" | "be", mark: boolean) => {
    const units = [...(mark ? "\uFEFF" : ""), ...text].map((character) => character.charCodeAt(0));
    return Uint8Array.from(
      units.flatMap((unit) => (order === "le" ? [unit & 255, unit >> 8] : [unit >> 8, unit & 255])),
    );
  };
  it.each<[string, Uint8Array]>([
    ["UTF-8", new TextEncoder().encode(text)],
    ["UTF-8 with its mark", new TextEncoder().encode(`\uFEFF${text}`)],
    ["UTF-16, little end first", utf16("le", true)],
    ["UTF-16, big end first", utf16("be", true)],
    ["UTF-16 without its mark", utf16("le", false)],
    ["UTF-16 without its mark, big end first", utf16("be", false)],
    ["Latin-1", Uint8Array.from([...text].map((character) => character.charCodeAt(0)))],
  ])("may be %s", (_name, bytes) => {
    expect(readBarList(decodeText(bytes), "list.csv").rows).toEqual([
      { id: "Tür", length: 1830.5, quantity: 4 },
    ]);
  });

  it("may be old Windows text", () => {
    expect(decodeText(Uint8Array.of(0x80, 0x31))).toBe("€1");
  });

  it("may hold inch marks and quotes, and is refused when a quote never ends", () => {
    expect(readPanelList('Length,Width,Label\n72 1/2",24",the "left" one\n', "l.csv").rows).toEqual([
      { id: 'the "left" one', label: 'the "left" one', material: "", length: 1841.5, width: 609.6 },
    ]);
    expect(() => readBarList('id,length\n"a,1\n', "l.csv")).toThrow("l.csv is not a list: ");
  });
});

describe("a list of parts", () => {
  it("names files, quantities, angles and materials", () => {
    const text =
      "Datei;Anzahl;Winkel;Werkstoff;spiegeln;Priorität\na.dxf;4;0/90;Stahl;ja;2\nb.dxf;;frei;;;\nc.dxf;1;0..45 180°;;;\n";
    expect(readPartList(text, "parts.csv").rows).toEqual([
      { file: "a.dxf", quantity: 4, angles: [0, 90], material: "Stahl", mirror: true, priority: 2 },
      { file: "b.dxf", angles: "free", material: "" },
      { file: "c.dxf", quantity: 1, angles: [[0, 45], 180], material: "" },
    ]);
  });

  it.each([
    ["qty\n4\n", 'parts.csv, line 1: there is no column "file"'],
    ["file,qty\n,4\n", "parts.csv, line 2: there is no file"],
    ["file,angles\na.dxf,north\n", 'the angles "north" are neither'],
    ["file,angles\na.dxf,0..9..10\n", "neither"],
    ["file,mirror\na.dxf,perhaps\n", 'the mirror "perhaps" is neither yes nor no'],
  ])("%j is refused with its line", (text, message) => {
    expect(() => readPartList(text, "parts.csv")).toThrow(message);
  });
});
