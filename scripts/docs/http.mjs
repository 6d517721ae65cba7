/** docs/http.md: the HTTP interface, from the service's OpenAPI document. */
import { fieldTable, table } from "./fields.mjs";

const HEADERS = [
  ["X-RateLimit-Limit", "requests allowed per minute"],
  ["X-RateLimit-Remaining", "requests remaining"],
  ["X-RateLimit-Reset", "Unix time in seconds at which the count starts again"],
  ["X-Request-Id", "names the request in the log of the service"],
];

/** Fields that stand in every answer of JSON; they are told once. */
const ENVELOPE = ["status", "data", "meta", "meta.processing_time_ms", "meta.engine_version"];

export function httpPage(document) {
  const schemas = document.components?.schemas ?? {};
  const usual = usualStatuses(document);
  return [
    "# The HTTP interface",
    "<!-- Made by `npm run docs` from the service's OpenAPI document. -->",
    document.info.description,
    "A running service shows the same at `/docs/api`, with a form to try each call, and at `/openapi.json` for programs. Everything under `/v1` but the registration needs a key, in the header `X-API-Key` or the query parameter `api_key`. Every answer carries:",
    headerTable(HEADERS),
    'An answer of JSON is an envelope: `status` is `"success"`, `data` what the tables below describe, `meta` has `processing_time_ms`, a whole number, and `engine_version`. An error is `{"detail": {"code", "message"}}`, a body that breaks its schema (422) `{"detail": [{"loc", "msg", "type"}]}`. Where nothing else is said:',
    table(["status", "meaning"], usual),
    ...Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).flatMap(([method, operation]) =>
        operationText(`${method.toUpperCase()} ${path}`, operation, schemas, usual),
      ),
    ),
    "",
  ].join("\n\n");
}

/** Statuses that mean the same for at least half of the operations that have them. */
function usualStatuses({ paths }) {
  const all = Object.values(paths).flatMap((methods) => Object.values(methods));
  const rows = all.flatMap(({ responses }) => Object.entries(responses).map(statusRow));
  const count = (wanted) => rows.filter((row) => row.join() === wanted.join()).length;
  const distinct = [...new Map(rows.map((row) => [row.join(), row])).values()];
  const usual = distinct.filter(
    (row) => count(row) > rows.filter(([status]) => status === row[0]).length / 2,
  );
  return usual.sort(([a], [b]) => a - b);
}

function operationText(title, operation, schemas, usual) {
  const own = Object.entries(operation.responses)
    .map(statusRow)
    .filter((row) => !usual.some((other) => other.join() === row.join()));
  return [
    `## ${title}`,
    `${operation.summary}.`,
    ...(operation.description ? [operation.description] : []),
    ...parameterText(operation.parameters ?? [], schemas),
    ...bodyText("Request", operation.requestBody, schemas),
    ...bodyText("Answer", operation.responses["200"], schemas),
    ...headersText(operation.responses["200"].headers),
    ...(own.length > 0 ? [table(["status", "meaning"], own)] : []),
  ];
}

function parameterText(parameters, schemas) {
  return [
    ["Path", "path"],
    ["Query", "query"],
    ["Headers", "header"],
  ].flatMap(([title, place]) => {
    const there = parameters.filter((parameter) => parameter.in === place);
    if (there.length === 0) return [];
    const properties = Object.fromEntries(
      there.map(({ name, schema, description = schema.description }) => [name, { ...schema, description }]),
    );
    const required = there.filter((parameter) => parameter.required).map(({ name }) => name);
    return [`### ${title}`, fieldTable({ properties, required }, schemas)];
  });
}

/** Headers of an answer beside those that every answer has. */
function headersText(headers = {}) {
  const own = Object.entries(headers).filter(([name]) => !HEADERS.some(([common]) => common === name));
  if (own.length === 0) return [];
  return [
    "### Headers of the answer",
    headerTable(own.map(([name, { description }]) => [name, description])),
  ];
}

function headerTable(rows) {
  return table(
    ["header", "meaning"],
    rows.map(([name, text]) => [`\`${name}\``, text]),
  );
}

function bodyText(title, body, schemas) {
  return Object.entries(body?.content ?? {}).flatMap(([type, { schema, example }]) => [
    `### ${title}`,
    `\`${type}\``,
    ...(hasFields(schema) ? [fieldTable(schema, schemas, title === "Answer" ? ENVELOPE : [])] : []),
    ...(example === undefined ? [] : [`\`\`\`json\n${JSON.stringify(example)}\n\`\`\``]),
  ]);
}

/** Not a file, nor the answer of another operation. */
function hasFields({ type, $ref }) {
  return type === "object" || $ref !== undefined;
}

function statusRow([status, { description }]) {
  return [status, description];
}
