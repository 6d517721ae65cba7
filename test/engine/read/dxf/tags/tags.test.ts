/** Values are read from the bytes of a file as they stand there, in either form: numbers exactly, names by their bytes. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readDrawing } from "../../../../../engine/read/dxf/read.ts";
import { readTags } from "../../../../../engine/read/dxf/tags/detect.ts";
import {
  circle,
  drawing,
  dxfBinary,
  dxfBytes,
  line,
  rectangle,
  type Tag,
} from "../../../../helpers/drawing/dxf.ts";

const SEED = 20261120;
const many = { seed: SEED, numRuns: 3000 };

/** Reads the value of group 10 between other lines. */
function numberOf(value: string, lineEnd = "\n"): number {
  const text = ["0", "LINE", " 10", value, "20", "7"].join(lineEnd) + lineEnd;
  return readTags(new TextEncoder().encode(text)).number(1);
}

const digits = (least: number, most: number) =>
  fc
    .array(fc.integer({ min: 0, max: 9 }), { minLength: least, maxLength: most })
    .map((list) => list.join(""));

describe("a number in ASCII", () => {
  const double = fc.double({ noNaN: true, noDefaultInfinity: true });
  const plain = fc.double({ noNaN: true, min: -1e6, max: 1e6 });
  const sign = fc.constantFrom("", "-", "+");

  it.each<[string, fc.Arbitrary<string>]>([
    ["the shortest form of any double", double.map(String)],
    ["sixteen or seventeen digits, as CAD programs write", plain.map((value) => value.toPrecision(17))],
    ["a fixed count of decimals", plain.map((value) => value.toFixed(6))],
    [
      "up to thirty digits before and behind a point",
      fc.tuple(sign, digits(0, 30), digits(0, 30)).map(([s, a, b]) => `${s}${a}.${b}`),
    ],
    ["a whole number", fc.tuple(sign, digits(1, 25)).map((parts) => parts.join(""))],
    [
      "the exact middle of two doubles",
      fc
        .bigInt({ min: 2n ** 52n, max: 2n ** 53n - 1n })
        .map((whole) => `${2n * whole + 1n}.${"0".repeat(4)}`),
    ],
    [
      "next to the middle of two doubles",
      fc
        .tuple(
          fc.bigInt({ min: 2n ** 52n, max: 2n ** 53n - 1n }),
          fc.constantFrom(".499999", ".5", ".500001"),
        )
        .map(([whole, rest]) => `${whole}${rest}`),
    ],
    [
      "an exponent",
      fc.tuple(plain, fc.integer({ min: -320, max: 320 })).map(([value, e]) => `${value.toFixed(3)}E${e}`),
    ],
  ])("is the nearest double: %s", (_, numbers) => {
    fc.assert(
      fc.property(numbers, (text) => {
        const value = Number(text);
        // A lone point is no number, to `Number` neither; what overflows counts as none.
        expect(numberOf(text)).toBe(Number.isFinite(value) ? value : Number.NaN);
      }),
      many,
    );
  });

  it("may stand between blanks and before any line end", () => {
    for (const lineEnd of ["\n", "\r\n", "\r"])
      for (const text of ["1.5", "  1.5", "1.5 ", "\t1.5\t ", "+1.5", "1.5e0", "1.5\x1a"])
        expect(numberOf(text, lineEnd)).toBe(1.5);
  });

  it.each(["", " ", "-", ".", "-.", "1 5", "1.2.3", "--1", "1-", "1_0", "0x10", "0b1", "NaN", "1e999", "١"])(
    "is none where the line says %j",
    (text) => expect(numberOf(text)).toBeNaN(),
  );
});

describe("a number in binary", () => {
  it.each<[code: number, values: (number | string)[]]>([
    [10, [0, -0.1, 1 / 3, 5e-324, Number.MAX_VALUE, -123456.789]],
    [70, [0, 1, -1, 32767, -32768]],
    [90, [0, -1, 2147483647, -2147483648]],
    [160, ["9007199254740991", "-5"]],
    [290, [0, 1, 255]],
    [1010, [2.5]],
    [1071, [-5]],
  ])("of group %i is read from its own bytes", (code, values) => {
    for (const wide of [true, false]) {
      const tags = readTags(dxfBinary([[0, "LINE"], ...values.map((value): Tag => [code, value])], { wide }));
      expect(values.map((_, i) => tags.number(i + 1))).toEqual(values.map(Number));
      expect(values.map((_, i) => Number(tags.text(i + 1)))).toEqual(values.map(Number));
    }
  });

  it("is none where the bytes say infinite or not a number", () => {
    for (const value of [Number.NaN, Infinity, -Infinity]) {
      const damaged = line(0, 0, 5, 5).map((tag): Tag => (tag[0] === 11 ? [11, value] : tag));
      const { data, findings } = readDrawing(dxfBinary(drawing([...circle(0, 0, 5), ...damaged])));
      expect(data.cut_paths).toHaveLength(1);
      expect(findings).toMatchObject([{ code: "entities-damaged", count: 1 }]);
    }
  });
});

describe("names", () => {
  it.each([
    ["ASCII", dxfBytes],
    ["binary", dxfBinary],
  ])("in %s are told apart however many there are", (_, file) => {
    const names = Array.from({ length: 3000 }, (_, i) => `L${i}`);
    const circles = (order: string[]) => order.flatMap((name, i) => circle(3 * i, 0, 1, name));
    const { data } = readDrawing(file(drawing([...circles(names), ...circles([...names].reverse())])));
    expect(data.layers).toEqual(names);
  });

  it("are told apart whatever they are made of", () => {
    const word = fc.string({ unit: fc.constantFrom("A", "B", "a", "1", " ", "Ж", "é"), maxLength: 4 });
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 40 }), (words) => {
        const list = words.map((text): Tag => [8, text]);
        for (const bytes of [dxfBytes(list), dxfBinary([[0, "LINE"], ...list])]) {
          const tags = readTags(bytes);
          const from = tags.count - words.length;
          words.forEach((text, i) => {
            expect(tags.word(from + i)).toBe(text.trim());
            expect(tags.keyword(from + i)).toBe(text.trim().toUpperCase());
          });
        }
      }),
      { seed: SEED, numRuns: 200 },
    );
  });
});

describe("line ends and blanks", () => {
  it.each(["shift_jis", "gbk", "euc-kr", "big5"])("are never half of a character in %s", (label) => {
    const decoder = new TextDecoder(label);
    for (let lead = 0x80; lead <= 0xff; lead++) {
      for (const second of [10, 13, 32, 9])
        expect(decoder.decode(Uint8Array.of(lead, second)).at(-1)).toBe(String.fromCharCode(second));
    }
  });
});

describe("the bytes of a file", () => {
  const forms = [dxfBytes, dxfBinary].map((file) => file(drawing(rectangle(0, 0, 40, 30))));

  it("are never changed", () => {
    for (const bytes of forms) {
      const copy = bytes.slice();
      readDrawing(bytes);
      expect(bytes).toEqual(copy);
    }
  });

  it("may be a part of others", () => {
    for (const bytes of forms) {
      const more = new Uint8Array(bytes.length + 20).fill(65);
      more.set(bytes, 7);
      expect(readDrawing(more.subarray(7, 7 + bytes.length)).data.area).toBe(1200);
    }
  });
});
