/** Bytes become text and tags whatever the line ends, the encoding and the form of the file. */
import { describe, expect, it } from "vitest";
import { readDrawing } from "../../../../engine/read/dxf/read.ts";
import {
  circle,
  drawing,
  dxfBinary,
  dxfBytes,
  dxfText,
  rectangle,
  type Tag,
} from "../../../helpers/drawing/dxf.ts";

const PLATE = [...rectangle(0, 0, 100, 60), ...circle(20, 30, 5)];
const AREA = 6000 - 25 * Math.PI;

/** A drawing whose header comes first and whose outline is on the layer. */
const onLayer = (layer: string, header: Tag[] = []) => drawing(rectangle(0, 0, 100, 60, layer), { header });
/** Text whose characters are the bytes. */
const bytesOf = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0));

describe("ASCII drawings", () => {
  it.each([
    ["CR LF", "\r\n"],
    ["LF", "\n"],
    ["CR", "\r"],
  ])("may end their lines in %s", (_, lineEnd) => {
    expect(readDrawing(dxfBytes(drawing(PLATE), lineEnd)).data.area).toBeCloseTo(AREA, 8);
  });

  it("may carry a byte order mark, comments, lower-case keywords and rubbish behind EOF", () => {
    const text = dxfText([[999, "made by hand"], ...drawing(PLATE)]);
    expect(readDrawing(new TextEncoder().encode(`\ufeff${text}`)).data.area).toBeCloseTo(AREA, 8);
    expect(readDrawing(new TextEncoder().encode(`${text}\n  not a tag\u0000`)).data.area).toBeCloseTo(
      AREA,
      8,
    );
    expect(readDrawing(new TextEncoder().encode(text.toLowerCase())).data.area).toBeCloseTo(AREA, 8);
  });

  it("may carry comments anywhere, and lines are counted with them", () => {
    const commented = drawing(PLATE).flatMap((tag): Tag[] => [[999, "10"], tag, [999, "0"]]);
    expect(readDrawing(dxfBytes(commented)).data.area).toBeCloseTo(AREA, 8);
    const broken = `${dxfText(commented.slice(0, 12))}no code\n`;
    expect(() => readDrawing(new TextEncoder().encode(broken))).toThrow(/line 25, which reads "no code"/);
  });

  it("may carry a byte order mark although a character in them is damaged", () => {
    const text = dxfText(onLayer("L\xe4nge"));
    const { data } = readDrawing(Uint8Array.of(0xef, 0xbb, 0xbf, ...bytesOf(text)));
    expect(data.layers).toEqual(["Länge"]);
  });

  it("may be UTF-16, with or without its mark", () => {
    const wide = (text: string) =>
      new Uint8Array(Uint16Array.from(text, (character) => character.charCodeAt(0)).buffer);
    expect(readDrawing(wide(`\ufeff${dxfText(drawing(PLATE))}`)).data.area).toBeCloseTo(AREA, 8);
    expect(readDrawing(wide(dxfText(drawing(PLATE)))).data.area).toBeCloseTo(AREA, 8);
  });
});

describe("layer names", () => {
  it.each([
    ["ANSI_1251", "\xd0\xe5\xe7\xea\xe0", "Резка"],
    ["ANSI_1252", "L\xe4nge", "Länge"],
    ["ANSI_1252", "\x80 \x8a\x9a", "€ Šš"],
    ["ANSI_932", "\x90\xd8\x92f\x83\\", "切断ソ"],
    ["dos850", "K\x94nnen", "Können"],
    ["dos437", "\x9b\x9c", "¢£"],
    ["MAC-ROMAN", "\x8a", "ä"],
    ["UNDEFINED", "\xe4", "ä"],
  ])("in the code page %s are decoded", (page, raw, name) => {
    const text = dxfText(
      onLayer(raw, [
        [9, "$DWGCODEPAGE"],
        [3, page],
      ]),
    );
    expect(readDrawing(bytesOf(text)).data.layers).toEqual([name]);
  });
});

describe("binary drawings", () => {
  const rich: Tag[] = [
    ...rectangle(0, 0, 100, 60),
    [100, "AcDbPolyline"],
    [160, "9007199254740993"],
    [290, 2],
    [310, "00ff10"],
    [420, 255],
    [1000, "extended"],
    [1010, 1.5],
    [1071, -5],
    [0, "MTEXT"],
    [8, "0"],
    [1, "two\nlines\r^"],
    ...circle(20, 30, 5),
  ];

  it.each([
    ["two-byte group codes", true],
    ["one-byte group codes", false],
  ])("with %s equal their ASCII twins", (_, wide) => {
    const ascii = readDrawing(
      dxfBytes(
        drawing(
          rich
            .filter(([code]) => code !== 1 || true)
            .map(([code, value]) => [code, String(value).replace(/[\r\n]/g, " ")] as Tag),
        ),
      ),
    );
    expect(readDrawing(dxfBinary(drawing(rich), { wide }))).toEqual(ascii);
    expect(ascii.data.area).toBeCloseTo(AREA, 8);
  });

  it("may lack a header: the width of the codes shows all the same", () => {
    const entities: Tag[] = [[0, "SECTION"], [2, "ENTITIES"], ...PLATE, [0, "ENDSEC"], [0, "EOF"]];
    for (const wide of [true, false]) {
      expect(readDrawing(dxfBinary(entities, { wide })).data.area).toBeCloseTo(AREA, 8);
      expect(readDrawing(dxfBinary(entities.slice(1), { wide })).data.area).toBeCloseTo(AREA, 8);
    }
  });

  it("have their texts decoded by the code page of their header", () => {
    const tags = onLayer("\xd0\xe5\xe7", [
      [9, "$DWGCODEPAGE"],
      [3, "ANSI_1251"],
    ]);
    expect(readDrawing(dxfBinary(tags, { encode: bytesOf })).data.layers).toEqual(["Рез"]);
  });

  it("are refused wherever they are cut off, except between whole entities", () => {
    const bytes = dxfBinary(drawing(PLATE));
    let refused = 0;
    for (let size = 22; size < bytes.length; size++) {
      try {
        const { area } = readDrawing(bytes.subarray(0, size)).data;
        expect([6000, AREA].map((whole) => Math.abs(whole - area) < 1e-6)).toContain(true);
      } catch (error) {
        expect(error).toMatchObject({ code: "INVALID_DXF" });
        refused++;
      }
    }
    expect(refused).toBeGreaterThan(bytes.length - 22 - 10);
  });

  it("are read when they break off or make no sense behind their entities, as ASCII ones are", () => {
    const tags = drawing(PLATE).slice(0, -1);
    for (const rest of [[0], [0, 0], [245, 0, 1], [10, 0, 1, 2]]) {
      const { data, findings } = readDrawing(Uint8Array.from([...dxfBinary(tags), ...rest]));
      expect(data.area).toBeCloseTo(AREA, 8);
      expect(findings.map(({ code }) => code)).toEqual(["structure-repaired"]);
    }
  });

  it("tell at which byte they break off", () => {
    const whole = dxfBinary(drawing(PLATE).slice(0, -2));
    const stopped = (rest: number[]) => () => readDrawing(Uint8Array.from([...whole, ...rest]));
    expect(stopped([0])).toThrow(`cut off at byte ${whole.length}, inside a group code`);
    expect(stopped([10, 0, 1])).toThrow(`cut off at byte ${whole.length + 2}, inside the value of group 10`);
    expect(stopped([8, 0, 65])).toThrow(`cut off at byte ${whole.length + 2}, inside the value of group 8`);
    expect(() => readDrawing(whole.subarray(0, 22))).toThrow("byte 22, where the file ends");
  });

  it("are refused with the reason when their line ends were converted, and when a code has no meaning", () => {
    const bytes = dxfBinary(drawing(PLATE));
    const damaged = Uint8Array.from([...bytes].filter((byte, i) => !(byte === 13 && i < 22)));
    expect(() => readDrawing(damaged)).toThrow(/text mode/);
    expect(() =>
      readDrawing(
        dxfBinary([
          [0, "SECTION"],
          [2, "ENTITIES"],
          [245, "x"],
        ]),
      ),
    ).toThrow(/245 .* undefined/);
  });
});
