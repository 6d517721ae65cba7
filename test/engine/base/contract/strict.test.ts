/** Messages of the library to a program that misspells. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { verifyCut, verifyGcode, verifyNest } from "../../../../engine/entries/verify.ts";
import { createEngine, type DrawingSource, type Engine, EngineError } from "../../../../engine/index.node.ts";
import type { NestRequestInput } from "../../../../engine/v1.ts";
import { v1 } from "../../../../engine/v1.ts";
import { rectangle } from "../../../helpers/nest/nest.ts";
import { box } from "../../../helpers/rings.ts";

const nest = { parts: [{ id: "a", exterior: rectangle(10, 10) }], sheet: { width: 100, height: 100 } };

let engine: Engine;
beforeAll(async () => {
  engine = await createEngine({ workers: 0 });
});
afterAll(() => engine.close());

async function refusal(call: () => unknown): Promise<EngineError> {
  try {
    await call();
  } catch (error) {
    if (error instanceof EngineError) return error;
    throw error;
  }
  throw new Error("was not refused");
}

describe("what is refused", () => {
  it("is told with the place in the request, whose list entries are numbers", async () => {
    const parts = [nest.parts[0], { id: "b", exterior: rectangle(1, 1), quantity: 0 }];
    const error = await refusal(() => v1(engine).nest({ ...nest, parts } as NestRequestInput));
    expect(error.details.map(({ path }) => path)).toEqual([["parts", 1, "quantity"]]);
  });

  it("is a listener that is no function, and no other", async () => {
    const call = (onProgress: unknown) => v1(engine).nest(nest, { onProgress, workBudget: 1 } as never);
    expect((await refusal(() => call("log"))).message).toBe("onProgress: must be a function");
    expect((await call(() => {})).summary.placed_parts).toBe(1);
  });

  it("is a program's job that is none, or has a misspelt field", async () => {
    const judge = (request: object | undefined) => refusal(() => verifyGcode("M2", { request } as never));
    expect((await judge(undefined)).code).toBe("INVALID_INPUT");
    const job = { sheet_width: 50, sheet_height: 50, placements: [] };
    expect((await judge({ ...job, sheet_widht: 1 })).message).toMatch(/did you mean sheet_width/);
  });

  it("is more than one panel with defects of its own", async () => {
    const plan = (quantity: number) => {
      const board = { id: "board", length: 500, width: 300, quantity };
      const defects = [{ x: 0, y: 0, length: 20, width: 20 }];
      return engine.panels(
        { stocks: [{ ...board, defects }], pieces: [{ id: "p", length: 100, width: 100 }] },
        { workBudget: 1000 },
      );
    };
    expect((await plan(1)).patterns).toHaveLength(1);
    expect((await refusal(() => plan(2))).code).toBe("INVALID_INPUT");
  });
});

describe("a key that a request does not have", () => {
  it.each([
    [
      { ...nest, parts: [{ ...nest.parts[0], qty: 3 }] },
      "parts.0.qty: Unknown field; did you mean quantity?",
    ],
    [{ ...nest, config: { edgeMargin: 3 } }, "config.edgeMargin: Unknown field; did you mean edge_margin?"],
    [{ ...nest, sheet: { width: 10, heigth: 10 } }, "sheet.heigth: Unknown field; did you mean height?"],
    [
      { ...nest, sheet: { ...nest.sheet, colour: 1 } },
      "sheet.colour: Unknown field; known are width, height",
    ],
  ])("is named with what was perhaps meant", async (request, message) => {
    const error = await refusal(() => v1(engine).nest(request as NestRequestInput));
    expect(error.code).toBe("INVALID_INPUT");
    expect(error.message).toBe(message);
  });

  it("is none where a list or a promise stands for an object", async () => {
    const said = async (request: unknown) =>
      (await refusal(() => v1(engine).nest(request as NestRequestInput))).message;
    expect(await said({ ...nest, sheet: [300, 200] })).toBe("sheet: must be an object, not an array");
    expect(await said(Promise.resolve(nest))).toBe("request: must be an object, not a promise");
    expect(await said([nest])).toBe("request: must be an object, not an array");
  });

  it("is named in the options of a call and of an engine", async () => {
    expect((await refusal(() => v1(engine).nest(nest, { workrs: 2 } as object))).message).toMatch(
      /workers\?$/,
    );
    expect((await refusal(() => engine.read(new Uint8Array(), { nam: "x" } as object))).message).toMatch(
      /name\?$/,
    );
    expect((await refusal(() => createEngine({ worker: 1 } as object))).message).toMatch(/workers\?$/);
  });

  it("is named in the options of exports", async () => {
    const sheet = { sheet_width: 100, sheet_height: 100, placements: [] };
    const messages = await Promise.all([
      refusal(() => engine.write(sheet, { leadin: 3 } as object)),
      refusal(() => engine.write(sheet, { overcutt: 3 } as object)),
      refusal(() => engine.draw(sheet, { mark: [] } as object)),
      refusal(() => engine.draw(sheet, { formt: "svg" } as object)),
    ]);
    expect(messages.map(({ message }) => message)).toEqual(
      [
        ["leadin", "lead_in"],
        ["overcutt", "overcut"],
        ["mark", "marks"],
        ["formt", "format"],
      ].map(([said, meant]) =>
        expect.stringContaining(`options.${said}: Unknown field; did you mean ${meant}?`),
      ),
    );
  });

  it("is welcome in an earlier answer that a search begins with", async () => {
    const plan = await engine.nest(nest, { workBudget: 1000 });
    expect((await engine.nest({ ...nest, start: plan }, { workBudget: 1000 })).placed_parts).toBe(1);
  });
});

describe("a wrong value of an option", () => {
  it.each([{ seed: 1.5 }, { seed: -1 }, { timeLimitMs: -5 }, { onAbort: "stop" }, { onProgress: 3 }])(
    "is refused: %o",
    async (options) => {
      const error = await refusal(() => v1(engine).nest(nest, options as object));
      expect(error.message.startsWith(`${Object.keys(options)[0]}: `)).toBe(true);
    },
  );

  it("is told with its own kind and the one that is wanted, wherever it stands", async () => {
    const sheet = { sheet_width: 100, sheet_height: 100, placements: [] };
    const refused = async (options: object) => (await refusal(() => engine.write(sheet, options))).message;
    expect(await refused({ machine: { name: 5 } })).toBe("options.machine.name: must be a string, not 5");
    expect(await refused({ layers: 5 })).toBe("options.layers: must be an object, not 5");
    const judge = async () => verifyGcode("", 5 as unknown as Parameters<typeof verifyGcode>[1]);
    expect((await refusal(judge)).message).toBe("job: must be an object, not a number");
    const options = { machine: { name: 5 } } as object;
    expect((await refusal(async () => verifyGcode("", { request: sheet, options }))).message).toMatch(
      /machine\.name: must be a string, not 5$/,
    );
    const plan = await engine.nest(nest, { workBudget: 1000 });
    expect((await refusal(async () => verifyNest(nest, plan, 5 as unknown as object))).message).toBe(
      "options: must be an object, not a number",
    );
  });

  it("is a mark of one point, not of two", async () => {
    const exterior = box(0, 0, 50, 40);
    const sheet = {
      sheet_width: 100,
      sheet_height: 100,
      placements: [{ exterior, holes: [], x: 9, y: 9, rotation: 0 }],
    };
    const marked = async (path: number[][]) =>
      (await engine.write(sheet, { marks: [[{ role: "mark", path }]] } as object)).gcode;
    expect(
      await marked([
        [9, 9],
        [20, 20],
      ]),
    ).toContain("X29 Y29");
    expect((await refusal(() => marked([[9, 9]]))).message).toMatch(
      /marks\.0\.0\.path: must be at least 2 points/,
    );
  });

  it("is named by its kind where bytes are expected", async () => {
    const source = "0\nSECTION" as unknown as DrawingSource;
    expect((await refusal(() => v1(engine).parse(source))).message).toMatch(/got a string$/);
  });
});

describe("a ring", () => {
  it("may be frozen, read-only or typed", async () => {
    const square = Object.freeze(box(0, 0, 10, 10));
    const rings = [square, new Float64Array(square.flat()), square.map((point) => new Float32Array(point))];
    const answers = [];
    for (const exterior of rings)
      answers.push(await v1(engine).nest({ ...nest, parts: [{ id: "a", exterior }] }, { workBudget: 1000 }));
    expect(answers[1]).toEqual(answers[0]);
    expect(answers[2]).toEqual(answers[0]);
  });
});

describe("a verifier", () => {
  it("takes what the solver takes", async () => {
    expect(verifyNest(nest, await engine.nest(nest, { workBudget: 1000 })).ok).toBe(true);
    const cut = { stocks: [{ length: 100 }], pieces: [{ id: "p", length: 30 }] };
    expect(verifyCut(cut, await engine.cut(cut)).ok).toBe(true);
  });
});

describe("points as objects", () => {
  const points = [
    { x: 0, y: 0 },
    { x: 10, y: 0 },
    { x: 0, y: 10 },
  ];
  const asked = (exterior: unknown) =>
    ({ ...nest, parts: [{ id: "a", exterior }] }) as unknown as NestRequestInput;

  it("are named as such, where they stand", async () => {
    const { message } = await refusal(() => v1(engine).nest(asked(points)));
    expect(message).toBe("parts.0.exterior.0: must be [x, y], not an object with x and y");
    const mixed = await refusal(() => v1(engine).nest(asked([[0, 0], [5, 0], ...points])));
    expect(mixed.message).toBe("parts.0.exterior.2: must be [x, y], not an object with x and y");
  });

  it("are told from other things that are no lists", async () => {
    const { message } = await refusal(() => v1(engine).nest(asked("0,0 10,0")));
    expect(message).toBe('parts.0.exterior: must be an array, not "0,0 10,0"');
    const inner = await refusal(() => v1(engine).nest(asked([[0, 0], 7, [10, 10]])));
    expect(inner.message).toBe("parts.0.exterior.1: must be an array, not 7");
  });
});

describe("what is wrong with a value", () => {
  const said = async (piece: object) => {
    const pieces = [{ id: "a", length: 10, ...piece }];
    return (await refusal(() => engine.cut({ stocks: [{ length: 100 }], pieces }))).message;
  };

  it.each([
    [{ id: undefined }, "id: is missing"],
    [{ id: 5 }, "id: must be a string, not 5"],
    [{ length: "long" }, 'length: must be a number, not "long"'],
    [{ length: Number.NaN }, "length: must be a finite number, not NaN"],
    [{ length: 0 }, "length: must be greater than 0"],
    [{ quantity: 1.5 }, "quantity: must be a whole number, not 1.5"],
    [{ quantity: 0 }, "quantity: must be at least 1"],
    [{ quantity: 1e6 }, "quantity: must be at most 10000"],
  ])("is said in plain words: %j", async (piece, sentence) => {
    expect(await said(piece)).toBe(`pieces.0.${sentence}`);
  });

  it("names all that it may be", async () => {
    const part = { id: "a", exterior: nest.parts[0]!.exterior, quantity: "many" } as never;
    const { message } = await refusal(() => engine.nest({ parts: [part], sheet: { width: 9, height: 9 } }));
    expect(message).toBe("parts.0.quantity: must be fill or a whole number");
  });
});
