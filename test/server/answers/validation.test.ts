/**
 * The 422 answers, field by field, against the documented rules (see cases.ts) and at the places where they
 * have a shape of their own.
 */
import { describe, expect, it } from "vitest";
import {
  cutRequestSchema,
  exportRequestSchema,
  nestRequestSchema,
  registerRequestSchema,
  svgOptionsSchema,
  type ValidationItem,
} from "../../../engine/v1.ts";
import {
  type AnySchema,
  parseBody,
  parseQuery,
  ValidationError,
} from "../../../server/answers/validation.ts";
import { ERRORS, FIELDS } from "../support/cases.ts";

function itemsOf(schema: AnySchema, text: string): ValidationItem[] {
  try {
    parseBody(schema, text);
    return [];
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    // As the client sees it.
    return JSON.parse(JSON.stringify(error.items));
  }
}

const part = (more = "") => `{"id":"a","exterior":[[0,0],[1,0],[1,1]]${more}}`;
const nest = (parts: string, more = "") => `{"parts":${parts},"sheet":{"width":9,"height":9}${more}}`;

const CASES = FIELDS.flatMap(({ schema, template, path, rows }) =>
  rows.map(([json, outcome]) => ({
    name: `${path.join(".") || "body"} = ${json.length > 40 ? `${json.slice(0, 40)}…` : json}`,
    schema,
    text: template.replace("$", () => json),
    path,
    input: JSON.parse(json),
    outcome,
  })),
);

describe("a field of a request body", () => {
  it("is tried with several hundred values", () => {
    expect(CASES.length).toBeGreaterThan(600);
  });

  it.each(CASES)("$name", ({ schema, text, path, input, outcome }) => {
    if ("value" in outcome) {
      const body = parseBody(schema, text) as Record<string, unknown>;
      expect(path.reduce<unknown>((value, step) => (value as never)[step], body)).toEqual(outcome.value);
      return;
    }
    const { type, msg, ctx } = outcome;
    const echoed = input === Number.POSITIVE_INFINITY ? null : input;
    expect(itemsOf(schema, text)).toEqual([
      { type, loc: ["body", ...path], msg, input: echoed, ...(ctx ? { ctx } : {}) },
    ]);
  });
});

describe("a missing field", () => {
  it.each([
    [nestRequestSchema, "{}", ["parts", "sheet"]],
    [cutRequestSchema, "{}", ["stocks", "pieces"]],
    [exportRequestSchema, "{}", ["sheet_width", "sheet_height", "placements"]],
    [registerRequestSchema, "{}", ["email", "name", "password"]],
  ] as const)("is named in the order of declaration, with its parent (%#)", (schema, text, keys) => {
    expect(itemsOf(schema, text)).toEqual(
      keys.map((key) => ({ ...ERRORS.missing, loc: ["body", key], input: {} })),
    );
  });

  it("is named inside lists and beside other faults of the same object", () => {
    expect(itemsOf(nestRequestSchema, nest('[{"quantity":0}]'))).toEqual([
      { ...ERRORS.missing, loc: ["body", "parts", 0, "id"], input: { quantity: 0 } },
      { ...ERRORS.missing, loc: ["body", "parts", 0, "exterior"], input: { quantity: 0 } },
      expect.objectContaining({ type: "greater_than_equal", loc: ["body", "parts", 0, "quantity"] }),
    ]);
    expect(itemsOf(exportRequestSchema, '{"sheet_width":1,"sheet_height":1,"placements":[{}]}')).toEqual(
      ["exterior", "x", "y"].map((key) => ({
        ...ERRORS.missing,
        loc: ["body", "placements", 0, key],
        input: {},
      })),
    );
  });

  it("is the body itself where there is none or null", () => {
    for (const text of ["", "null"]) {
      expect(itemsOf(nestRequestSchema, text)).toEqual([{ ...ERRORS.missing, loc: ["body"], input: null }]);
    }
  });

  it("is not hidden by a prototype, and an own __proto__ is an unknown key like any other", () => {
    expect(itemsOf(nestRequestSchema, '{"__proto__":{"sheet":1},"parts":1}')).toEqual([
      { ...ERRORS.list, loc: ["body", "parts"], input: 1 },
      {
        ...ERRORS.missing,
        loc: ["body", "sheet"],
        input: JSON.parse('{"__proto__":{"sheet":1},"parts":1}'),
      },
    ]);
  });
});

describe("the length of a list", () => {
  const tooLong = (max: number, actual: number) => ({
    type: "too_long",
    msg: `List should have at most ${max} items after validation, not ${actual}`,
    ctx: { field_type: "List", max_length: max, actual_length: actual },
  });

  it("is at least one where the interface says so", () => {
    const item = {
      type: "too_short",
      msg: "List should have at least 1 item after validation, not 0",
      input: [],
      ctx: { field_type: "List", min_length: 1, actual_length: 0 },
    };
    expect(itemsOf(nestRequestSchema, nest("[]"))).toEqual([{ ...item, loc: ["body", "parts"] }]);
    expect(itemsOf(cutRequestSchema, '{"stocks":[],"pieces":[]}')).toEqual([
      { ...item, loc: ["body", "stocks"] },
      { ...item, loc: ["body", "pieces"] },
    ]);
  });

  it.each([
    [nestRequestSchema, (n: number) => nest(`[${Array(n).fill("1")}]`), ["parts"], 200],
    [
      nestRequestSchema,
      (n: number) => nest(`[{"id":"a","exterior":[${Array(n).fill("[0,0]")}]}]`),
      ["parts", 0, "exterior"],
      2000,
    ],
    [
      nestRequestSchema,
      (n: number) => nest(`[${part(`,"holes":[${Array(n).fill("[]")}]`)}]`),
      ["parts", 0, "holes"],
      50,
    ],
    [
      cutRequestSchema,
      (n: number) => `{"stocks":[${Array(n).fill("1")}],"pieces":[{"id":"a","length":1}]}`,
      ["stocks"],
      50,
    ],
    [
      cutRequestSchema,
      (n: number) => `{"stocks":[{"length":1}],"pieces":[${Array(n).fill("1")}]}`,
      ["pieces"],
      1000,
    ],
  ] as const)("has a maximum that hides faults inside (%#)", (schema, text, path, max) => {
    expect(itemsOf(schema, text(max + 1))).toEqual([
      { ...tooLong(max, max + 1), loc: ["body", ...path], input: expect.any(Array) },
    ]);
    expect(itemsOf(schema, text(max)).map(({ type }) => type)).not.toContain("too_long");
  });
});

describe("points", () => {
  const exterior = (points: string) =>
    parseBody(nestRequestSchema, nest(`[{"id":"a","exterior":${points}}]`)).parts[0]!.exterior;

  it("may have any number of numbers at this level", () => {
    expect(exterior("[[],[1],[1,2,3,4]]")).toEqual([[], [1], [1, 2, 3, 4]]);
  });

  it("lose a third number that is the same everywhere, and only then", () => {
    expect(exterior("[[0,0,5],[1,0,5],[1,1,5]]")).toEqual([
      [0, 0],
      [1, 0],
      [1, 1],
    ]);
    expect(exterior("[[0,0,5],[1,0,6]]")).toEqual([
      [0, 0, 5],
      [1, 0, 6],
    ]);
  });
});

describe("a JSON text that is none", () => {
  const fault = (text: string) => {
    const [item, ...more] = itemsOf(nestRequestSchema, text);
    expect(more).toEqual([]);
    expect(item).toMatchObject({ type: "json_invalid", msg: "JSON decode error", input: {} });
    return [item!.loc[1], (item!.ctx as { error: string }).error];
  };

  it.each([
    ["hello", 0, "Expecting value"],
    ["   ", 3, "Expecting value"],
    ['{"parts": [}', 11, "Expecting value"],
    ['{"a":}', 5, "Expecting value"],
    ["[1,]", 3, "Expecting value"],
    ['{"a":+1}', 5, "Expecting value"],
    ["[NaN]", 1, "Expecting value"],
    ['{"a":1,}', 7, "Expecting property name enclosed in double quotes"],
    ["{'a':1}", 1, "Expecting property name enclosed in double quotes"],
    ["{,}", 1, "Expecting property name enclosed in double quotes"],
    ["{", 1, "Expecting property name enclosed in double quotes"],
    ['{"a" 1}', 5, "Expecting ':' delimiter"],
    ['{"a"', 4, "Expecting ':' delimiter"],
    ['{"a":1', 6, "Expecting ',' delimiter"],
    ["[1", 2, "Expecting ',' delimiter"],
    ['{"a":01}', 6, "Expecting ',' delimiter"],
    ['{"a":1.}', 6, "Expecting ',' delimiter"],
    ['{"a":[{},{}} ]', 11, "Expecting ',' delimiter"],
    ["{} x", 3, "Extra data"],
    ["1 2", 2, "Extra data"],
    ['{"a":"b', 5, "Unterminated string starting at"],
    ['{"a":"b\\', 5, "Unterminated string starting at"],
    ['{"a":"\u0001"}', 6, "Invalid control character at"],
    ['{"a":"\\x"}', 6, "Invalid \\escape"],
    ['"\\u12G4"', 2, "Invalid \\uXXXX escape"],
    ['"\\u12', 2, "Invalid \\uXXXX escape"],
    ['["😀😀" 1]', 6, "Expecting ',' delimiter"],
  ])("%s", (text, position, message) => {
    expect(fault(text)).toEqual([position, message]);
  });

  it("may be as deep as it likes", () => {
    expect(fault("[".repeat(200_000))).toEqual([200_000, "Expecting value"]);
    expect(fault('{"a":'.repeat(50_000))).toEqual([250_000, "Expecting value"]);
  });
});

describe("the answer", () => {
  it("tells a whole number that is too large from its exponent form", () => {
    const quantity = (text: string) => itemsOf(nestRequestSchema, nest(`[${part(`,"quantity":${text}`)}]`));
    expect(quantity("1e20")[0]!.type).toBe("int_parsing_size");
    expect(quantity("100000000000000000000")[0]).toMatchObject({ type: "less_than_equal", ctx: { le: 500 } });
    expect(quantity("-100000000000000000000")[0]).toMatchObject({
      type: "greater_than_equal",
      ctx: { ge: 1 },
    });
  });

  it("has at most 100 items and stays small however wrong a body is", () => {
    const bad = `[${Array(2000).fill('["x","y"]')}]`;
    const items = itemsOf(nestRequestSchema, nest(`[${Array(50).fill(`{"id":"a","exterior":${bad}}`)}]`));
    expect(items).toHaveLength(100);
    expect(items[99]!.loc).toEqual(["body", "parts", 0, "exterior", 49, 1]);
    const parents = itemsOf(nestRequestSchema, nest(`[${Array(200).fill(`{"x":"${"y".repeat(15_000)}"}`)}]`));
    expect(JSON.stringify(parents).length).toBeLessThan(100_000);
  });

  it("comes at once for a megabyte of white space", () => {
    const items = itemsOf(
      cutRequestSchema,
      `{"stocks":[{"length":"${" ".repeat(1_000_000)}x"}],"pieces":[]}`,
    );
    expect(items.map(({ type }) => type)).toEqual(["float_parsing", "too_short"]);
  });

  it("leaves out an input that is long or deep", () => {
    const long = itemsOf(nestRequestSchema, nest(`"${"x".repeat(40_000)}"`));
    expect(long).toEqual([{ ...ERRORS.list, loc: ["body", "parts"] }]);
    const deep = itemsOf(nestRequestSchema, nest(`[${"[".repeat(5000)}${"]".repeat(5000)}]`));
    expect(deep).toEqual([{ ...ERRORS.model, loc: ["body", "parts", 0] }]);
  });

  it("never sends a password back", () => {
    const secret = "correct horse";
    for (const text of [
      `{"password":"${secret}"}`,
      `{"email":"a","name":1,"password":"${secret}"}`,
      `{"email":"a@b.example","name":"n","password":"${secret.slice(0, 7)}"}`,
    ]) {
      const items = itemsOf(registerRequestSchema, text);
      expect(items.length).toBeGreaterThan(0);
      expect(JSON.stringify(items)).not.toContain(secret.slice(0, 7));
    }
  });
});

describe("the query of a picture", () => {
  const itemsOfQuery = (query: Record<string, string>) => {
    try {
      parseQuery(svgOptionsSchema, query);
      return [];
    } catch (error) {
      return (error as ValidationError).items;
    }
  };

  it("has a default for everything", () => {
    expect(parseQuery(svgOptionsSchema, {})).toEqual({
      width: 800,
      height: 600,
      stroke_color: "#000000",
      stroke_width: 1,
      background: "#ffffff",
    });
  });

  it.each([
    ["width", "99", "greater_than_equal", { ge: 100 }],
    ["width", "4001", "less_than_equal", { le: 4000 }],
    ["width", "", "int_parsing", undefined],
    ["height", "12.5", "int_parsing", undefined],
    ["stroke_width", "0.09", "greater_than_equal", { ge: 0.1 }],
    ["stroke_width", "inf", "less_than_equal", { le: 10 }],
    ["stroke_width", "x", "float_parsing", undefined],
    ["stroke_color", "#12", "string_pattern_mismatch", { pattern: "^(#[0-9a-fA-F]{3,8}|[a-zA-Z]+)$" }],
    ["background", "red;", "string_pattern_mismatch", { pattern: "^(#[0-9a-fA-F]{3,8}|[a-zA-Z]+)$" }],
    ["background", "red\n", "string_pattern_mismatch", { pattern: "^(#[0-9a-fA-F]{3,8}|[a-zA-Z]+)$" }],
  ])("refuses %s=%j", (key, value, type, ctx) => {
    const [item, ...more] = itemsOfQuery({ [key]: value });
    expect(more).toEqual([]);
    expect(item).toMatchObject({ type, loc: ["query", key], input: value, ...(ctx ? { ctx } : {}) });
    if (type === "string_pattern_mismatch") {
      expect(item!.msg).toBe("String should match pattern '^(#[0-9a-fA-F]{3,8}|[a-zA-Z]+)$'");
    }
  });

  it("names faults in the order of declaration", () => {
    const items = itemsOfQuery({ background: "1", height: "1", width: "1" });
    expect(items.map(({ loc }) => loc[1])).toEqual(["width", "height", "background"]);
  });
});
