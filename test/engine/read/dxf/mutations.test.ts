/** Files with something changed at random: read or refused in one way, within a bound of memory, and nothing else. */
import { Worker } from "node:worker_threads";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { EngineError } from "../../../../engine/base/errors.ts";
import { readDrawing } from "../../../../engine/read/dxf/read.ts";
import { drawingToSvg } from "../../../../engine/write/picture/drawing-svg.ts";
import {
  arc,
  block,
  circle,
  drawing,
  dxfBinary,
  dxfBytes,
  insert,
  line,
  polyline,
  rectangle,
  sides,
  spline,
  type Tag,
} from "../../../helpers/drawing/dxf.ts";

const SEED = 20260711;
/** The engine and small drawings fit, one of a hundred thousand layers does not. */
const HEAP_MB = 32;

describe("mutated files", () => {
  const text: Tag[] = [
    [0, "TEXT"],
    [8, "0"],
    [10, 1],
    [20, 1],
    [40, 2],
    [1, "note"],
  ];
  const curve = spline({
    degree: 3,
    knots: [0, 0, 0, 0, 1, 1, 1, 1],
    control: [
      [0, 0],
      [5, 9],
      [9, 5],
      [12, 0],
    ],
  });
  const old: Tag[] = [
    [0, "POLYLINE"],
    [8, "0"],
    [66, 1],
    [70, 1],
    ...[
      [0, 0],
      [5, 0],
      [5, 5],
    ].flatMap(([x, y]): Tag[] => [
      [0, "VERTEX"],
      [8, "0"],
      [10, x!],
      [20, y!],
      [42, 0.3],
    ]),
    [0, "SEQEND"],
  ];
  const tags = drawing(
    [
      ...rectangle(0, 0, 60, 40),
      ...circle(20, 20, 5),
      ...arc(60, 20, 8, 200, 100),
      ...line(0, 0, 70, 70),
      ...polyline([
        [0, 50],
        [20, 50, 0.5],
        [20, 70],
      ]),
      ...old,
      ...curve,
      ...text,
      ...insert("A", 90, 0, [
        [41, 2],
        [50, 30],
        [70, 3],
        [44, 9],
      ]),
    ],
    { blocks: block("A", [...sides(0, 0, 8, 8), ...insert("B", 1, 1)]).concat(block("B", circle(2, 2, 1))) },
  );

  /** Reads or refuses; anything else is a failure. Whatever is read is finite and can be drawn. */
  function check(bytes: Uint8Array): void {
    let found: ReturnType<typeof readDrawing>;
    try {
      found = readDrawing(bytes);
    } catch (error) {
      expect(error).toBeInstanceOf(EngineError);
      expect((error as EngineError).code).toBe("INVALID_DXF");
      return;
    }
    expect(numbersOf(found.data).every(Number.isFinite)).toBe(true);
    const { svg } = drawingToSvg(found, {
      width: 200,
      height: 100,
      stroke_color: "#000",
      stroke_width: 1,
      background: "#fff",
    });
    expect(svg).not.toMatch(/ d="[^"]*[NI]/);
  }

  const many = { seed: SEED, numRuns: 120 };
  const mutation: fc.Arbitrary<Mutation> = fc.record({
    at: fc.nat(),
    value: fc.integer({ min: 0, max: 255 }),
    kind: fc.constantFrom("set", "insert", "delete", "repeat"),
  });

  it.each([
    ["ASCII", dxfBytes(tags)],
    ["binary", dxfBinary(tags)],
    ["old binary", dxfBinary(tags, { wide: false })],
  ])("with bytes of %s changed are read or refused", (_, bytes) => {
    fc.assert(
      fc.property(fc.array(mutation, { minLength: 1, maxLength: 8 }), (mutations) => {
        check(mutate(bytes, mutations));
      }),
      many,
    );
  });

  it("with bytes changed need little memory", async () => {
    const changes = fc.array(mutation, { minLength: 1, maxLength: 8 });
    const files = [dxfBytes(tags), dxfBinary(tags), dxfBinary(tags, { wide: false })].flatMap((bytes) =>
      fc.sample(changes, { seed: SEED + 1, numRuns: 60 }).map((mutations) => mutate(bytes, mutations)),
    );
    expect(await readWithin(HEAP_MB, files)).toBe("read 180");
    // The bound binds: a drawing with a hundred thousand circles, each on a layer of its own, does not fit.
    const circles = Array.from({ length: 100_000 }, (_, i): Tag[] => [
      [0, "CIRCLE"],
      [8, `L${i}`],
      [10, 3 * i],
      [20, 0],
      [40, 1],
    ]);
    expect(await readWithin(HEAP_MB, [dxfBytes(drawing(circles.flat()))])).toBe("ERR_WORKER_OUT_OF_MEMORY");
  });

  const odd = fc.constantFrom(
    "",
    "-1",
    "1e308",
    "-1e-308",
    "NaN",
    "1e999",
    "0",
    "99999999999",
    "abc",
    "1,5",
    "SECTION",
    "ENDSEC",
    "EOF",
    "BLOCK",
    "ENDBLK",
    "INSERT",
    "A",
    "SPLINE",
    "POLYLINE",
    "VERTEX",
    "32767",
    "8",
    "0.3",
    "60",
    "3e9",
  );
  const tagChange = fc.record({
    at: fc.nat(),
    kind: fc.constantFrom("code", "value", "drop", "copy", "swap"),
    code: fc.constantFrom(
      0,
      2,
      5,
      8,
      10,
      11,
      20,
      40,
      41,
      42,
      50,
      60,
      67,
      70,
      71,
      90,
      210,
      230,
      290,
      999,
      1000,
      5000,
    ),
    value: odd,
    to: fc.nat(),
  });

  it("with tags changed, dropped, copied and swapped are read or refused", () => {
    fc.assert(
      fc.property(fc.array(tagChange, { minLength: 1, maxLength: 12 }), (changes) => {
        const mutated = tags.map((tag): Tag => [...tag]);
        for (const { at, kind, code, value, to } of changes) {
          const place = at % mutated.length;
          const other = to % mutated.length;
          if (kind === "code") mutated[place]![0] = code;
          else if (kind === "value") mutated[place]![1] = value;
          else if (kind === "drop" && mutated.length > 1) mutated.splice(place, 1);
          else if (kind === "copy")
            mutated.splice(other, 0, ...mutated.slice(place, place + 12).map((tag): Tag => [...tag]));
          else [mutated[place], mutated[other]] = [mutated[other]!, mutated[place]!];
        }
        check(dxfBytes(mutated));
      }),
      { seed: SEED, numRuns: 300 },
    );
  });
});

interface Mutation {
  at: number;
  value: number;
  kind: "set" | "insert" | "delete" | "repeat";
}

function mutate(bytes: Uint8Array, mutations: Mutation[]): Uint8Array {
  let mutated = [...bytes];
  for (const { at, value, kind } of mutations) {
    const place = at % mutated.length;
    if (kind === "set") mutated[place] = value;
    else if (kind === "insert") mutated.splice(place, 0, value);
    else if (kind === "delete") mutated.splice(place, 1 + (value % 40));
    else mutated = [...mutated.slice(0, place), ...mutated.slice(Math.max(0, place - value))];
  }
  return Uint8Array.from(mutated);
}

/** Reads files in a thread whose heap is bounded; what it says, or the code of the error that it died of. */
function readWithin(megabytes: number, files: Uint8Array[]): Promise<string> {
  const [index, codec] = ["index", "v1"].map(
    (name) => new URL(`../../../../dist/${name}.node.js`, import.meta.url).href,
  );
  const program = `
    const { parentPort, workerData } = require("node:worker_threads");
    const { index, codec, files } = workerData;
    Promise.all([import(index), import(codec)]).then(async ([{ createEngine }, { v1 }]) => {
      const { parse } = v1(await createEngine({ workers: 0 }));
      for (const bytes of files) await parse(bytes, { timeLimitMs: 600_000 }).catch(() => {});
      parentPort.postMessage("read " + files.length);
    });`;
  const worker = new Worker(program, {
    eval: true,
    workerData: { index, codec, files },
    resourceLimits: { maxOldGenerationSizeMb: megabytes, maxYoungGenerationSizeMb: 8 },
  });
  return new Promise((resolve) => {
    worker.once("message", resolve);
    worker.once("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
  });
}

function numbersOf(value: unknown): number[] {
  if (typeof value === "number") return [value];
  return value && typeof value === "object" ? Object.values(value).flatMap(numbersOf) : [];
}
