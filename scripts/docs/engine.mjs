/** docs/engine.md: what the package exports, from the comments in its declarations. */
import { readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path/posix";
import { z } from "zod";
import { EXAMPLES } from "./examples.mjs";
import { fieldTable } from "./fields.mjs";

/** Entries of the package: a title, what the entry is for, and its declarations under dist/types/engine. */
const ENTRIES = [
  ["offcut/v1", "The interface `/v1`: requests in and answers out, word for word as over HTTP.", "v1"],
  ["offcut/verify", "Judges of plans and programs, at once and in the caller's thread.", "entries/verify"],
  [
    "offcut/sawing",
    "A pattern of panels as it is sawn: its cuts in their order, and where everything lies.",
    "entries/sawing",
  ],
  ["offcut/machines", "Profiles of machines, and the words that profiles are made of.", "entries/machines"],
  [
    "offcut/schemas",
    "Requests, plans and profiles as schemas of zod/mini, with their limits.",
    "entries/schemas",
  ],
  ["offcut/adapters", "Shapes of other libraries as parts, and placements for them.", "read/adapters/index"],
  ["offcut/lists", "Lists from spreadsheets.", "read/lists/index"],
  ["offcut/server", "The service inside a Node program.", "../server/service"],
];

/** Subjects of `offcut`, each with the files that it is declared in. */
const SUBJECTS = [
  ["The engine", /^(index\.node|engine|entry|run\/(platform|source|fault))/],
  ["Plans, sheets and drawings", /^(chain|run\/files)\//],
  ["Options and progress", /contract\/(search|read)-options|^base\/pause/],
  ["Programs and drawings of sheets", /^write\/|v1\/export/],
  ["What a drawing holds", /^read\/|values\/|v1\/drawing/],
  ["Requests and plans", /contract\/(nest|cut|panel)/],
  ["Errors", /^base\/errors/],
];

/** Requests that go beyond the interface, whose fields no other page lists. */
const REQUESTS = {
  nest: "nestPlanRequestSchema",
  cut: "cutPlanRequestSchema",
  panels: "panelPlanRequestSchema",
};

/** The answers to them. */
const ANSWERS = {
  nest: "nestPlanSchema",
  cut: "cutPlanSchema",
  panels: "panelPlanSchema",
};

/** @param schemas the built entry `offcut/schemas` @param v1 the built entry `offcut/v1` */
export function enginePage(schemas, v1) {
  const own = [{ path: "index.node", name: "createEngine", as: "createEngine" }, ...namesOf("entry")];
  const subjects = SUBJECTS.map(([title, paths]) => [title, own.filter(({ path }) => paths.test(path))]);
  return [
    "# The engine",
    "<!-- Made by `npm run docs` from the comments in the code. -->",
    "An engine reads, nests, cuts, plans panels and writes. This page lists each name of each entry of the package. Requests and plans are also schemas of `zod/mini` in `offcut/schemas`; requests and answers of the HTTP interface are in `offcut/v1`, and [http.md](http.md) lists their fields. Examples end their engine by `await using`, which Node 24, TypeScript, bundlers and current browsers read; elsewhere write what [engine.close](#engine-close) shows.",
    ...subjects.flatMap(([title, names]) => [
      `## ${title}`,
      ...exampleOf(title),
      ...names.flatMap(described),
      ...(title === "The engine" ? methods() : []),
    ]),
    ...ENTRIES.flatMap(([entry, purpose, path]) => [
      `## The entry \`${entry}\``,
      purpose,
      ...exampleOf(entry),
      ...namesOf(path).flatMap(described),
      ...(entry === "offcut/v1" ? [schemaTable(v1)] : []),
      ...(entry === "offcut/schemas" ? [schemaTable(schemas)] : []),
    ]),
    "## Requests beyond the interface",
    ...Object.entries(REQUESTS).flatMap(([method, schema]) => [
      `### The request of ${method}`,
      fieldTable(z.toJSONSchema(schemas[schema], { io: "input", unrepresentable: "any" })),
    ]),
    "### The options of read",
    fieldTable(z.toJSONSchema(schemas.readOptionsSchema, { io: "input" })),
    "### A machine",
    "All of it is optional: a profile may be a single number over a preset. Every role of `operations` has the same settings.",
    fieldTable(machine(schemas)),
    "## Answers beyond the interface",
    ...Object.entries(ANSWERS).flatMap(([method, schema]) => [
      `### The answer of ${method}`,
      fieldTable(z.toJSONSchema(schemas[schema], { io: "output", unrepresentable: "any" })),
    ]),
    "",
  ].join("\n\n");
}

/** With one role for all, as they take the same settings. */
function machine({ machineSchema }) {
  const schema = z.toJSONSchema(machineSchema, { io: "input" });
  const { operations } = schema.properties;
  operations.properties = { "*": Object.values(operations.properties)[0] };
  return schema;
}

function read(path) {
  const text = readFileSync(new URL(`../../dist/types/engine/${path}`, import.meta.url), "utf8");
  return text.replace(/^\t+/gm, (tabs) => "    ".repeat(tabs.length));
}

/** Names that an entry exports, with the files that declare them; schemas stand in a table of their own. */
function namesOf(entry) {
  const text = read(`${entry}.d.ts`);
  const own = [...text.matchAll(/^export declare (?:const|function) (\w+)|^export interface (\w+)/gm)].map(
    ([, value, type]) => ({ path: entry, name: value ?? type, as: value ?? type }),
  );
  const others = [...text.matchAll(/^export (?:type )?(\*|\{[^}]*\}) from "([^"]+)\.js"/gm)].flatMap(
    ([, list, from]) => {
      const path = normalize(join(dirname(entry), from));
      const names =
        list === "*"
          ? declarationsIn(path).map(({ name }) => name)
          : list
              .slice(1, -1)
              .split(",")
              .filter((one) => one.trim());
      return names.map((one) => {
        const [name, as = name] = one
          .trim()
          .replace(/^type /, "")
          .split(" as ");
        return { path, name, as };
      });
    },
  );
  return [...others, ...own].filter(
    ({ name }) => !/Schema$|^check[A-Z]/.test(name) || name === "envelopeSchema",
  );
}

const declared = new Map();

function declarationsIn(path) {
  if (!declared.has(path)) {
    const blocks = read(`${path}.d.ts`).matchAll(
      /(?:^\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\n)?^(?:export )?(?:declare )?((?:(?:interface|class) (\w+)[\s\S]*?^\})|(?:(?:function|type|const) (\w+)[\s\S]*?;(?=\n(?![ }]))))/gm,
    );
    const list = [...blocks].map(([, comment, code, ...names]) => ({
      comment,
      code,
      name: names.find(Boolean),
    }));
    declared.set(path, list);
  }
  return declared.get(path);
}

/** @throws Error for a name that is declared nowhere, or without a comment */
function described({ path, name, as }) {
  const found = declarationsIn(path).filter((one) => one.name === name);
  // Types that another file only hands on are described where they are declared.
  if (found.length === 0) return describedElsewhere(path, name, as);
  const commented = found.find(({ comment }) => comment) ?? found[0];
  const code = withInherited(path, withoutPrivates(commented.code));
  return entry(as, commented.comment, shortened(code, name));
}

const MEMBER =
  /(?: {4}\/\*\*(?:(?!\*\/)[\s\S])*\*\/\n)? {4}(?:readonly )?(\w+)\??[:(].*\n(?: {5,}.*\n| {4}[})\]].*\n)*/g;

/** An interface with the fields of what it extends, where the entry has no name for that. */
function withInherited(path, code) {
  const [, extended = ""] = /^interface \w+ extends (.*) \{$/m.exec(code) ?? [];
  const places = importsOf(path);
  // Parameters are no bases, but for what a helper is about.
  const bases = extended.replace(/\b(?!Omit|Partial)(\w+)<[^<>]*>/g, "$1").match(/\w+/g) ?? [];
  return bases.reduce((whole, base) => {
    const place = places.get(base) ?? { path, name: base };
    const found = declarationsIn(place.path).find(({ name }) => name === place.name);
    const isKnown = namesOf("entry").some((one) => one.path === place.path && one.name === place.name);
    if (isKnown || !/^interface/.test(found?.code ?? "")) return whole;
    const own = new Set([...whole.matchAll(MEMBER)].map(([, name]) => name));
    const members = [...withInherited(place.path, found.code).matchAll(MEMBER)];
    const others = members.filter(([, name]) => !own.has(name)).map(([text]) => text);
    return `${whole.trimEnd().slice(0, -1)}${others.join("")}}`;
  }, code);
}

/** What a file imports of others in the package, by the names that it has there. */
function importsOf(path) {
  const imports = read(`${path}.d.ts`).matchAll(/^import (?:type )?\{([^}]*)\} from "(\.[^"]+)\.js"/gm);
  return new Map(
    [...imports].flatMap(([, list, from]) =>
      list.split(",").map((one) => {
        const [name, as = name] = one
          .trim()
          .replace(/^type /, "")
          .split(" as ");
        return [as, { path: normalize(join(dirname(path), from)), name }];
      }),
    ),
  );
}

function describedElsewhere(path, name, as) {
  const onward = namesOf(path).find((one) => one.as === name);
  if (!onward) throw new Error(`${path} does not declare ${name}`);
  return described({ ...onward, as });
}

function methods() {
  const [, body] = /^export declare class Engine \{\n([\s\S]*?)^\}/m.exec(read("engine.d.ts"));
  const blocks = body.matchAll(/^ {4}\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\n {4}((\w+)\([\s\S]*?;)\n/gm);
  return [...blocks].flatMap(([, comment, code, name]) => [
    ...entry(`engine.${name}`, comment, code),
    ...exampleOf(`engine.${name}`),
  ]);
}

/** The example below a heading, where there is one. */
function exampleOf(heading) {
  const text = EXAMPLES[heading];
  return text === undefined ? [] : [`\`\`\`js\n${text}\n\`\`\``];
}

function schemaTable(schemas) {
  const rows = Object.entries(schemas)
    .filter(([, value]) => value instanceof z.core.$ZodType)
    .map(([name, schema]) => `| \`${name}\` | ${said(name, z.globalRegistry.get(schema)?.description)} |`);
  return ["| schema | what it describes |", "|---|---|", ...rows].join("\n");
}

/** @throws Error for what says nothing of itself: no page is made of it */
function said(name, text) {
  if (!text?.trim()) throw new Error(`${name} has no description`);
  return text;
}

function entry(name, comment, code) {
  said(name, comment);
  // Types that are worked out of a schema have their fields in its table.
  if (/^(?:type \w+ =|interface \w+ extends) z\./.test(code)) return [`### ${name}`, ...textOf(comment)];
  return [`### ${name}`, ...textOf(comment), `\`\`\`ts declaration\n${code.trim()}\n\`\`\``];
}

function textOf(comment) {
  const text = comment.replace(/^\s*\* ?/gm, "").trim();
  return text.split(/\n(?=@)/).map((part) =>
    part
      .replace(/\s*\n\s*/g, " ")
      .replace(/@throws (\w+)/, "Throws `$1`:")
      .replace(/@param (\w+)/, "`$1`:")
      .replace(/@returns/, "Returns"),
  );
}

/** Without the values of a long constant: who wants them has them in the editor. */
function shortened(code, name) {
  const lines = code.split("\n");
  return /^const /.test(code) && lines.length > 60 ? `const ${name}: { … };` : code;
}

function withoutPrivates(code) {
  return code.replace(/^ {4}private .*\n/gm, "");
}
