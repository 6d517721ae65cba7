/** docs/http.md: the HTTP interface, from the service's OpenAPI document. */
import { fieldTable } from "./fields.mjs";

const HEADERS = [
  ["X-RateLimit-Limit", "requests allowed per minute"],
  ["X-RateLimit-Remaining", "requests remaining"],
  ["X-RateLimit-Reset", "Unix time in seconds at which the count starts again"],
];

export function httpPage(document) {
  const schemas = document.components?.schemas ?? {};
  return [
    "# The HTTP interface",
    "<!-- Made by `npm run docs` from the service's OpenAPI document. -->",
    document.info.description,
    "A running service shows the same at `/docs`, and at `/openapi.json` for programs. Everything under `/v1` but the registration needs a key, in the header `X-API-Key` or the query parameter `api_key`. Every answer carries:",
    ["| header | meaning |", "|---|---|", ...HEADERS.map(([name, text]) => `| \`${name}\` | ${text} |`)].join(
      "\n",
    ),
    ...Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).flatMap(([method, operation]) =>
        operationText(path, method, operation, schemas),
      ),
    ),
    "",
  ].join("\n\n");
}

function operationText(path, method, operation, schemas) {
  return [
    `## ${method.toUpperCase()} ${path}`,
    `${operation.summary}.`,
    ...(operation.description ? [operation.description] : []),
    ...parameterText(operation.parameters ?? [], schemas),
    ...bodyText("Request", operation.requestBody, schemas),
    ...bodyText("Answer", operation.responses["200"], schemas),
    ["| status | meaning |", "|---|---|", ...statusRows(operation.responses)].join("\n"),
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

function bodyText(title, body, schemas) {
  return Object.entries(body?.content ?? {}).flatMap(([type, { schema, example }]) => [
    `### ${title}`,
    `\`${type}\``,
    ...(isText(schema) ? [] : [fieldTable(schema, schemas)]),
    ...(example === undefined ? [] : [`\`\`\`json\n${JSON.stringify(example)}\n\`\`\``]),
  ]);
}

function isText({ type }) {
  return type === "string";
}

function statusRows(responses) {
  return Object.entries(responses).map(([status, { description }]) => `| ${status} | ${description} |`);
}
