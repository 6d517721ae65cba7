/**
 * The documented rules of lax validation as data: what each JSON value means for each kind of field, and the
 * exact item when it means nothing. Written by hand from the rules, not from the code that is tested; each
 * field of the interface is crossed with its kind's values.
 */
import {
  cutRequestSchema,
  exportRequestSchema,
  nestRequestSchema,
  registerRequestSchema,
} from "../../../engine/v1.ts";
import type { AnySchema } from "../../../server/answers/validation.ts";

export interface Finding {
  type: string;
  msg: string;
  ctx?: object;
}
/** A JSON text of one value and what becomes of it. */
export type Outcome = { value: unknown } | Finding;
export type Row = [json: string, outcome: Outcome];

const ok = (value: unknown): Outcome => ({ value });
const error = (type: string, msg: string, ctx?: object): Finding => ({ type, msg, ...(ctx ? { ctx } : {}) });

export const ERRORS = {
  missing: error("missing", "Field required"),
  model: error(
    "model_attributes_type",
    "Input should be a valid dictionary or object to extract fields from",
  ),
  dictionary: error("dict_type", "Input should be a valid dictionary"),
  list: error("list_type", "Input should be a valid list"),
  floatParsing: error("float_parsing", "Input should be a valid number, unable to parse string as a number"),
  floatType: error("float_type", "Input should be a valid number"),
  finite: error("finite_number", "Input should be a finite number"),
  intParsing: error("int_parsing", "Input should be a valid integer, unable to parse string as an integer"),
  intType: error("int_type", "Input should be a valid integer"),
  intFraction: error(
    "int_from_float",
    "Input should be a valid integer, got a number with a fractional part",
  ),
  intSize: error("int_parsing_size", "Unable to parse input string as an integer, exceeded maximum size"),
  boolParsing: error("bool_parsing", "Input should be a valid boolean, unable to interpret input"),
  boolType: error("bool_type", "Input should be a valid boolean"),
  string: error("string_type", "Input should be a valid string"),
  unicode: error(
    "string_unicode",
    "Input should be a valid string, unable to parse raw data as a unicode string",
  ),
};

const { floatParsing, floatType, intParsing, intType } = ERRORS;

const NUMBERS: Row[] = [
  ["true", ok(1)],
  ["3.0", ok(3)],
  ["1e1", ok(10)],
  ['"12"', ok(12)],
  ['" 12 "', ok(12)],
  ['"\\t7\\n"', ok(7)],
  ['"+5"', ok(5)],
  ['"00012"', ok(12)],
  ['"1_0"', ok(10)],
  ['"12.0"', ok(12)],
];
const NO_NUMBERS = ['"1__0"', '"_1"', '"1_"', '"0x10"', '"1,000"', '"1 2"', '"\\uff11"', '""', '"abc"'];

const FLOATS: Row[] = [
  ...NUMBERS,
  ["1.5", ok(1.5)],
  ['"12."', ok(12)],
  ['"1e1"', ok(10)],
  ['"12.0_0"', ok(12)],
  ['"12.5"', ok(12.5)],
  ...NO_NUMBERS.map((json): Row => [json, floatParsing]),
  ["null", floatType],
  ["[]", floatType],
  ["{}", floatType],
  ["1e999", ERRORS.finite],
];

const INTEGERS: Row[] = [
  ...NUMBERS,
  ["1.5", ERRORS.intFraction],
  ['"12."', intParsing],
  ['".5"', intParsing],
  ['"1e1"', intParsing],
  ['"12.0_0"', intParsing],
  ['"12.5"', intParsing],
  ...NO_NUMBERS.map((json): Row => [json, intParsing]),
  ["null", intType],
  ["[]", intType],
  ["{}", intType],
  ["1e20", ERRORS.intSize],
];

const BOOLEANS: Row[] = [
  ...["true", "1", "1.0", '"true"', '"T"', '"yes"', '"Y"', '"on"', '"1"'].map(
    (json): Row => [json, ok(true)],
  ),
  ...["false", "0", "0.0", '"FALSE"', '"f"', '"no"', '"n"', '"off"', '"0"'].map(
    (json): Row => [json, ok(false)],
  ),
  ...['""', '" true"', '"ja"', "2", "-1", "1e2"].map((json): Row => [json, ERRORS.boolParsing]),
  ...["0.5", "null", "[]", "{}"].map((json): Row => [json, ERRORS.boolType]),
];

const NO_STRINGS: Row[] = ["null", "1", "true", "[]", "{}"].map((json): Row => [json, ERRORS.string]);

/** Ids: any text of at most 100 characters, and a character is a code point. */
const IDS: Row[] = [
  ['""', ok("")],
  ['"12"', ok("12")],
  ['"__proto__"', ok("__proto__")],
  [`"${"😀".repeat(100)}"`, ok("😀".repeat(100))],
  [
    `"${"x".repeat(101)}"`,
    error("string_too_long", "String should have at most 100 characters", { max_length: 100 }),
  ],
  ['"\\ud800"', ERRORS.unicode],
  ...NO_STRINGS,
];

const MODELS: Row[] = ["null", "1", '"a"', "true", "[]"].map((json): Row => [json, ERRORS.model]);
const LISTS: Row[] = ["null", "1", '"a"', "true", "{}"].map((json): Row => [json, ERRORS.list]);

/**
 * Values at a field's bounds. Words of a bound are Pydantic's; `"inf"` and `"nan"` fail the first bound they
 * break.
 */
function bounds({ gt, ge, le }: { gt?: number; ge?: number; le?: number }): Row[] {
  const rows: Row[] = [];
  if (le !== undefined) {
    const above = error("less_than_equal", `Input should be less than or equal to ${le}`, { le });
    rows.push([`${le}`, ok(le)], [`${le + 1}`, above], [`"${le + 1}"`, above]);
  }
  if (ge !== undefined) {
    const below = error("greater_than_equal", `Input should be greater than or equal to ${ge}`, { ge });
    rows.push([`${ge}`, ok(ge)], [`${ge - 1}`, below]);
  }
  if (gt !== undefined) {
    const below = error("greater_than", `Input should be greater than ${gt}`, { gt });
    rows.push([`${gt}`, below], [`${gt - 1}`, below], [`"${gt}"`, below], ["false", below]);
  }
  return rows;
}

/** Spelled-out infinities on a float with these bounds. */
function infinities({ ge, gt, le }: { gt?: number; ge?: number; le?: number }): Row[] {
  const above =
    le === undefined
      ? ERRORS.finite
      : error("less_than_equal", `Input should be less than or equal to ${le}`, { le });
  const below =
    ge !== undefined
      ? error("greater_than_equal", `Input should be greater than or equal to ${ge}`, { ge })
      : gt !== undefined
        ? error("greater_than", `Input should be greater than ${gt}`, { gt })
        : ERRORS.finite;
  const nan = le === undefined ? below : above;
  return [
    ['"inf"', above],
    ['"Infinity"', above],
    ['"1e309"', above],
    ['"-inf"', below],
    ['"nan"', nan],
  ];
}

/** The rows of a kind, without those whose value lies outside the field's bounds: they are in `bounds`. */
function within(rows: Row[], { gt = -Infinity, ge = -Infinity, le = Infinity }): Row[] {
  return rows.filter(([, outcome]) => {
    if (!("value" in outcome)) return true;
    const value = Number(outcome.value);
    return value > gt && value >= ge && value <= le;
  });
}

const float = (b: Parameters<typeof bounds>[0] = {}) => [
  ...within(FLOATS, b),
  ...bounds(b),
  ...infinities(b),
];
const integer = (b: { ge: number; le: number }) => [...within(INTEGERS, b), ...bounds(b)];
const anyInteger = () => INTEGERS.filter(([json]) => json !== "1e20");

export interface Field {
  schema: AnySchema;
  /** A body with `$` where the value goes. */
  template: string;
  path: (string | number)[];
  rows: Row[];
}

const RING = "[[0,0],[1,0],[1,1]]";
const nest = (part: string, sheet = '{"width":100,"height":100}', more = "") =>
  `{"parts":[${part}],"sheet":${sheet}${more}}`;
const part = (key: string) =>
  key === "id" ? `{"id":$,"exterior":${RING}}` : `{"id":"a","exterior":${RING},"${key}":$}`;
const side = { gt: 0, le: 100_000 };
const length = { gt: 0, le: 1_000_000 };

function nestField(template: string, path: Field["path"], rows: Row[]): Field {
  return { schema: nestRequestSchema, template, path, rows };
}

const NEST: Field[] = [
  nestField(
    "$",
    [],
    MODELS.filter(([json]) => json !== "null"),
  ),
  nestField('{"parts":$,"sheet":{"width":1,"height":1}}', ["parts"], LISTS),
  nestField(nest("$"), ["parts", 0], MODELS),
  nestField(nest(part("id")), ["parts", 0, "id"], IDS),
  nestField(nest('{"id":"a","exterior":$}'), ["parts", 0, "exterior"], LISTS),
  nestField(nest('{"id":"a","exterior":[$]}'), ["parts", 0, "exterior", 0], LISTS),
  nestField(nest('{"id":"a","exterior":[[0,$]]}'), ["parts", 0, "exterior", 0, 1], float()),
  nestField(nest(part("holes")), ["parts", 0, "holes"], LISTS),
  nestField(nest(`{"id":"a","exterior":${RING},"holes":[$]}`), ["parts", 0, "holes", 0], LISTS),
  nestField(nest(`{"id":"a","exterior":${RING},"holes":[[[$,1]]]}`), ["parts", 0, "holes", 0, 0, 0], float()),
  nestField(nest(part("quantity")), ["parts", 0, "quantity"], integer({ ge: 1, le: 500 })),
  nestField(nest(part("x"), "$").replace(',"x":$', ""), ["sheet"], MODELS),
  ...["width", "height"].map((key) =>
    nestField(
      nest(`{"id":"a","exterior":${RING}}`, `{"width":1,"height":1,"${key}":$}`),
      ["sheet", key],
      float(side),
    ),
  ),
  nestField(nest(`{"id":"a","exterior":${RING}}`, undefined, ',"config":$'), ["config"], MODELS),
  ...Object.entries({
    spacing: { ge: 0, le: 100 },
    edge_margin: { ge: 0, le: 100 },
    rotation_step: { ge: 15, le: 90 },
    kerf: { ge: 0, le: 50 },
  }).map(([key, limits]) =>
    nestField(
      nest(`{"id":"a","exterior":${RING}}`, undefined, `,"config":{"${key}":$}`),
      ["config", key],
      float(limits),
    ),
  ),
];

function cutField(place: "stocks" | "pieces" | "", key: string, rows: Row[]): Field {
  const stock = place === "stocks" ? `{"length":5,"${key}":$}` : '{"length":5}';
  const piece = place === "pieces" ? `{"id":"a","length":1,"${key}":$}` : '{"id":"a","length":1}';
  const more = place === "" ? `,"${key}":$` : "";
  return {
    schema: cutRequestSchema,
    template: `{"stocks":[${stock}],"pieces":[${piece}]${more}}`,
    path: place === "" ? [key] : [place, 0, key],
    rows,
  };
}

const CUT: Field[] = [
  cutField("stocks", "id", IDS),
  cutField("stocks", "length", float(length)),
  cutField("stocks", "quantity", integer({ ge: 1, le: 10_000 })),
  cutField("stocks", "cost", float({ ge: 0 })),
  cutField("pieces", "id", IDS),
  cutField("pieces", "length", float(length)),
  cutField("pieces", "quantity", integer({ ge: 1, le: 10_000 })),
  cutField("", "stocks", LISTS),
  cutField("", "pieces", LISTS),
  cutField("", "kerf", float({ ge: 0, le: 100 })),
  cutField("", "optimize", [
    ['"waste"', ok("waste")],
    ['"cost"', ok("cost")],
    ...['"Waste"', '""', '"both"'].map(
      (json): Row => [
        json,
        error("literal_error", "Input should be 'waste' or 'cost'", { expected: "'waste' or 'cost'" }),
      ],
    ),
    ...NO_STRINGS,
  ]),
];

function exportField(template: string, path: Field["path"], rows: Row[]): Field {
  return { schema: exportRequestSchema, template, path, rows };
}

const SHEET = '"sheet_width":1,"sheet_height":1';
const EXPORT: Field[] = [
  ...["sheet_width", "sheet_height"].map((key) =>
    exportField(`{${SHEET},"placements":[],"${key}":$}`, [key], float()),
  ),
  exportField(`{${SHEET},"placements":[],"sheet_index":$}`, ["sheet_index"], anyInteger()),
  exportField(`{${SHEET},"placements":$}`, ["placements"], LISTS),
  exportField(
    `{${SHEET},"placements":[$]}`,
    ["placements", 0],
    ["null", "1", '"a"', "true", "[]"].map((json): Row => [json, ERRORS.dictionary]),
  ),
  exportField(`{${SHEET},"placements":[{"exterior":$,"x":0,"y":0}]}`, ["placements", 0, "exterior"], LISTS),
  ...["x", "y", "rotation"].map((key) =>
    exportField(
      `{${SHEET},"placements":[{"exterior":[],"x":0,"y":0,"${key}":$}]}`,
      ["placements", 0, key],
      float(),
    ),
  ),
  exportField(`{${SHEET},"placements":[],"config":$}`, ["config"], MODELS),
  ...["feed_rate", "travel_rate", "laser_power", "kerf"].map((key) =>
    exportField(`{${SHEET},"placements":[],"config":{"${key}":$}}`, ["config", key], float()),
  ),
  exportField(`{${SHEET},"placements":[],"config":{"use_z":$}}`, ["config", "use_z"], BOOLEANS),
];

const emailError = (reason: string) =>
  error("value_error", `value is not a valid email address: ${reason}`, { reason });
const length_ = (type: string, side: string, limit: number, unit = "characters") =>
  error(`string_too_${type}`, `String should have at ${side} ${limit} ${unit}`, {
    [side === "least" ? "min_length" : "max_length"]: limit,
  });

function accountField(key: string, rows: Row[]): Field {
  const template = `{"email":"a@b.example","name":"n","password":"12345678","${key}":$}`;
  return { schema: registerRequestSchema, template, path: [key], rows };
}

const ACCOUNT: Field[] = [
  accountField("email", [
    ['"A.b+c@d-e.example"', ok("A.b+c@d-e.example")],
    ['"ab"', emailError("An email address must have an @-sign.")],
    ['"a@b"', emailError("The part after the @-sign is not valid. It should have a period.")],
    ['"a..b@c.example"', emailError("An email address cannot have two periods in a row.")],
    [
      '"a b@c.example"',
      emailError("The email address contains invalid characters before the @-sign: SPACE."),
    ],
    ...NO_STRINGS,
  ]),
  accountField("name", [
    ['"x"', ok("x")],
    ['""', length_("short", "least", 1, "character")],
    [`"${"x".repeat(201)}"`, length_("long", "most", 200)],
    ...NO_STRINGS,
  ]),
  // A password that a client typed is never sent back, so texts are not among these rows.
  accountField("password", NO_STRINGS),
];

export const FIELDS: Field[] = [...NEST, ...CUT, ...EXPORT, ...ACCOUNT];
