/**
 * Is data spelt in one way? Every field of requests, plans, answers, options of reading, drawings, progress, machines,
 * programs and limits is in snake_case, and no field is there in two spellings.
 */
import { expect, it } from "vitest";
import { z } from "zod";
import { ROLES } from "../../../../engine/base/contract/machine/operations.ts";
import { PROGRAM_OPTIONS } from "../../../../engine/base/contract/program-options.ts";
import { MACHINE_PRESETS } from "../../../../engine/entries/machines.ts";
import * as schemas from "../../../../engine/entries/schemas.ts";
import { createEngine } from "../../../../engine/index.node.ts";
import * as v1 from "../../../../engine/v1.ts";

const SNAKE = /^[a-z\d]+(_[a-z\d]+)*$/;
/** Roles of lines, which settings by role have as their keys. */
const NAMES = new Set<string>(ROLES);

/** Names of all fields of a JSON schema, or of a value; names that callers give, as in `roles`, are none. */
function* fieldsIn(value: unknown): Generator<string> {
  if (Array.isArray(value)) for (const item of value) yield* fieldsIn(item);
  else if (typeof value === "object" && value !== null)
    for (const [name, inner] of Object.entries(value)) {
      yield name;
      yield* fieldsIn(inner);
    }
}

function* fieldsOf(schema: z.core.JSONSchema.BaseSchema): Generator<string> {
  for (const [name, field] of Object.entries(schema.properties ?? {})) {
    yield name;
    yield* fieldsOf(field as typeof schema);
  }
  for (const inner of [schema.items, schema.additionalProperties, ...(schema.anyOf ?? [])])
    if (typeof inner === "object" && inner !== null) yield* fieldsOf(inner as typeof schema);
}

function otherSpellings(fields: Iterable<string>): string[] {
  const spelt = new Map<string, Set<string>>();
  for (const name of fields) {
    if (NAMES.has(name)) continue;
    const sound = name.replaceAll("_", "").toLowerCase();
    spelt.set(sound, (spelt.get(sound) ?? new Set()).add(name));
  }
  return [...spelt.values()].flatMap((names) => {
    const [first] = names;
    return names.size > 1 || !SNAKE.test(first!) ? [[...names].join(" and ")] : [];
  });
}

it("in schemas and tables", () => {
  const data = Object.values<unknown>({ ...schemas, ...v1 }).flatMap((schema) =>
    schema instanceof z.core.$ZodType ? [schema] : [],
  );
  const fields = data.flatMap((schema) => [
    ...fieldsOf(z.toJSONSchema(schema, { io: "input", unrepresentable: "any", reused: "inline" })),
  ]);
  expect(fields.length).toBeGreaterThan(500);
  const tables = [schemas.LIMITS, schemas.DEFAULTS, ...Object.values(MACHINE_PRESETS)];
  expect(otherSpellings([...fields, ...Object.keys(PROGRAM_OPTIONS), ...fieldsIn(tables)])).toEqual([]);
});

it("in drawings, plans and progress", async () => {
  await using engine = await createEngine({ workers: 0 });
  const told: object[] = [];
  const options = { workBudget: 1e5, onProgress: (event: object) => void told.push(event) };
  const circle = "0\nCIRCLE\n8\nA\n10\n20\n20\n20\n40\n9\n0\nLINE\n8\nB\n10\n0\n20\n0\n11\n50\n21\n3\n";
  const file = new TextEncoder().encode(`0\nSECTION\n2\nENTITIES\n${circle}0\nENDSEC\n0\nEOF\n`);
  const drawing = await engine.read(file);
  const nest = await engine.nest({ parts: drawing.parts, sheet: { width: 100, height: 100 } }, options);
  const pieces = [{ id: "p", length: 300, quantity: 9 }];
  const cut = await engine.cut({ stocks: [{ length: 1000 }], pieces, kerf: 3 }, options);
  const boards = [{ length: 1000, width: 500 }];
  const panels = await engine.panels(
    { stocks: boards, pieces: [{ id: "p", length: 300, width: 200, quantity: 9 }], kerf: 3 },
    options,
  );
  const program = await nest.sheets[0]!.toProgram();
  expect(told.length).toBeGreaterThanOrEqual(3);
  const { curves: _curves, ...of } = Object.assign({}, drawing.parts[0]);
  const all = [
    told,
    drawing.groups,
    drawing.open_ends,
    drawing.findings,
    drawing.data,
    of,
    nest,
    cut,
    panels,
  ];
  expect(otherSpellings(fieldsIn([...all, program]))).toEqual([]);
});
