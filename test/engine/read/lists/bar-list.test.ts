/** Lists as spreadsheets write them. */
import { describe, expect, it } from "vitest";
import { readBarList } from "../../../../engine/read/lists/bar-list.ts";
import { csvTable, safeText } from "../../../../engine/write/report/csv.ts";

const rowsFromCsv = (text: string, file: string) => readBarList(text, file).rows;

describe("a list", () => {
  it.each<[string, string]>([
    ["with commas and a head", "id,length,quantity\nleg,700.5,16\nrail,1999,2\n"],
    ["with semicolons and decimal commas", "id;length;quantity\nleg;700,5;16\nrail;1999;2"],
    ["with tabs", "Name\tLength\tQty\nleg\t700.5\t16\nrail\t1999\t2\n"],
    [
      "with columns in another order and more of them",
      "qty,colour,length,piece\n16,red,700.5,leg\n2,,1999,rail\n",
    ],
    ["without a head", "leg,700.5,16\nrail,1999,2\n"],
    [
      "with quotes, carriage returns, blank lines and a byte order mark",
      '\uFEFF"id","length","quantity"\r\n\r\n"leg" , "700.5",16\r\nrail,1999,"2"\r\n\r\n',
    ],
  ])("%s is read", (_what, text) => {
    expect(rowsFromCsv(text, "list.csv")).toEqual([
      { id: "leg", length: 700.5, quantity: 16 },
      { id: "rail", length: 1999, quantity: 2 },
    ]);
  });

  it.each([
    "Bezeichnung;Länge (mm);Stückzahl",
    "Benennung;Schnittlänge;Stck.",
    "Désignation;Longueur;Nb",
    "Réf.;Longueur de coupe;Nombre de pièces",
    "Descrizione;Lunghezza;N. pezzi",
    "Codice;Lunghezza di taglio;Pz.",
    "Descripción;Longitud (mm);Unidades",
    "Referencia;Longitud de corte;Número de piezas",
    "Description;Length;Units",
  ])("is read with the heads %s", (head) => {
    const { rows, notes } = readBarList(`${head}\nleg;1.830,5;16\n`, "list.csv");
    expect(rows).toEqual([{ id: "leg", length: 1830.5, quantity: 16 }]);
    expect(notes.join()).not.toContain("left out");
  });

  it("takes the name of a piece rather than the number of its line, and says so", () => {
    const { rows, notes } = readBarList("Pos;Bezeichnung;Länge;Farbe\n1;leg;700;rot\n", "list.csv");
    expect(rows).toEqual([{ id: "leg", length: 700 }]);
    expect(notes).toEqual([
      'list.csv: the column "Pos" was left out, as "Bezeichnung" says the same',
      'list.csv: the column "Farbe" is not known and was left out',
    ]);
  });

  it("needs nothing but lengths", () => {
    expect(rowsFromCsv("length\n6000\n3000\n", "bars.csv")).toEqual([
      { id: "6000", length: 6000 },
      { id: "3000", length: 3000 },
    ]);
  });

  it("has at least one line, and whole quantities from 1", () => {
    expect(() => rowsFromCsv(" \n", "empty.csv")).toThrow("empty.csv is empty");
    expect(() => rowsFromCsv("id,length\n", "l.csv")).toThrow("l.csv has a head and nothing below it");
    for (const quantity of ["0", "-1", "1.5"])
      expect(() => rowsFromCsv(`id,length,qty\na,9,1\nb,9,${quantity}\n`, "l.csv")).toThrow(
        `l.csv, line 3: the quantity "${quantity}" is not a whole number from 1`,
      );
  });

  it("may say of bars what is no good and what is left over, and of pieces how they are mitred", () => {
    expect(
      rowsFromCsv(
        "id;length;qty;Trim start;trim_end;offcut\nnew;6000;;10;12,5;\nold;2400;1;;;x\n",
        "bars.csv",
      ),
    ).toEqual([
      { id: "new", length: 6000, trim_start: 10, trim_end: 12.5 },
      { id: "old", length: 2400, quantity: 1, offcut: true },
    ]);
    expect(rowsFromCsv("length,angle start,angle_end,rest\n800,45,-45,no\n", "frames.csv")).toEqual([
      { id: "800", length: 800, angle_start: 45, angle_end: -45, offcut: false },
    ]);
    expect(() => rowsFromCsv("length,offcut\n800,maybe\n", "bars.csv")).toThrow(
      'bars.csv, line 2: the offcut "maybe" is neither yes nor no',
    );
  });

  it("has four columns where there is no head", () => {
    expect(rowsFromCsv("leg,700,2,1.5,red\n", "list.csv")).toEqual([
      { id: "leg", length: 700, quantity: 2, cost: 1.5 },
    ]);
  });

  it("names the line that it cannot read", () => {
    expect(() => rowsFromCsv("id,length\na,1\nb,long\n", "list.csv")).toThrow(
      'list.csv, line 3: the length "long" is not a number',
    );
    expect(() => rowsFromCsv('id,length\n"two\nlines",1\nb\n', "list.csv")).toThrow(
      "list.csv, line 4: there is no length",
    );
  });

  it("is written so that it reads back", () => {
    const id = 'a "quoted", strange\nname';
    const text = csvTable(["id", "length"], [[safeText(id), 12.5]]);
    expect(rowsFromCsv(text, "list.csv")).toEqual([{ id, length: 12.5 }]);
  });
});
