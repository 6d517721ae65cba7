/**
 * The interface for people: plain HTML made from the document, with a form for each call to try it with one's key. It
 * needs nothing from elsewhere.
 */
import { html, raw } from "hono/html";
import type { OpenApiDocument } from "./openapi.ts";

/** Fields of a JSON schema that the page reads. */
interface JsonSchema {
  $ref?: string;
  type?: string | string[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  enum?: unknown[];
  "x-extensible-enum"?: unknown[];
  const?: unknown;
  default?: unknown;
  description?: string;
  [limit: string]: unknown;
}
interface Media {
  schema?: JsonSchema;
  example?: unknown;
}
interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  description?: string;
  schema?: JsonSchema;
}
interface ApiOperation {
  summary?: string;
  description?: string;
  security?: object[];
  parameters?: Parameter[];
  requestBody?: { content: Record<string, Media> };
  responses: Record<string, { description: string; content?: Record<string, Media> }>;
}

const STYLE = `
  body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; color: #1a1a1a; background: #fff; }
  h2 { margin-top: 3rem; border-top: 1px solid #767676; padding-top: 1rem; } code, pre { font: 14px/1.4 ui-monospace, monospace; }
  pre { background: #f3f3f0; padding: .75rem; overflow: auto; max-height: 24rem; }
  table { border-collapse: collapse; } th, td { text-align: left; vertical-align: top; padding: .2rem 1rem .2rem 0; }
  form { margin: 1rem 0; } label { display: block; margin: .3rem 0; } input { font: inherit; } textarea { width: 100%; box-sizing: border-box; font: 14px/1.4 ui-monospace, monospace; }
  output { display: block; white-space: pre-wrap; overflow-wrap: anywhere; max-height: 24rem; overflow: auto; font: 14px/1.4 ui-monospace, monospace; }
  @media (prefers-color-scheme: dark) { body { color: #eee; background: #181818; } pre { background: #262626; } a { color: #9cf; } }
`;

export function docsPage(document: OpenApiDocument) {
  const operations = Object.entries(document.paths ?? {}).flatMap(([path, methods]) =>
    Object.entries(methods as Record<string, ApiOperation>).map(([method, operation]) => ({
      title: `${method.toUpperCase()} ${path}`,
      operation,
    })),
  );
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<link rel="icon" href="data:,">
<title>Offcut ${document.info.version}</title>
<style>${raw(STYLE)}</style>
</head>
<body>
<h1>Offcut ${document.info.version}</h1>
<p>${document.info.description}</p>
<p>The same for programs: <a href="/openapi.json">openapi.json</a></p>
<p><label>Your key, for the forms below; it stays on this page: <input id="key" type="password" autocomplete="off" size="44"></label></p>
<ul>${operations.map(({ title }) => html`<li><a href="#${anchor(title)}">${title}</a></li>`)}</ul>
${operations.map(({ title, operation }) => operationSection(title, operation, document))}
<script src="/docs/try.js"></script>
</body>
</html>`;
}

function operationSection(title: string, operation: ApiOperation, document: OpenApiDocument) {
  const { summary, description, security, parameters = [], requestBody, responses } = operation;
  const given = parameters.map(({ name, required = false, description, schema = {} }) => ({
    name,
    required,
    schema: description === undefined ? schema : { ...schema, description },
  }));
  return html`
<h2 id="${anchor(title)}">${title}</h2>
<p>${summary}. ${description} ${security ? "Needs a key." : ""}</p>
${given.length > 0 ? html`<h3>Parameters</h3>${fieldTable(given)}` : ""}
${requestBody ? mediaSection("Request", requestBody.content, document) : ""}
<h3>Answers</h3>
<table>${Object.entries(responses).map(([status, answer]) => row(status, answer.description))}</table>
${mediaSection("Answer 200", responses["200"]?.content ?? {}, document)}
${tryForm(title, operation)}`;
}

function tryForm(title: string, { parameters = [], requestBody }: ApiOperation) {
  const [method, path] = title.split(" ");
  const [type, media] = Object.entries(requestBody?.content ?? {})[0] ?? [];
  const inputs = parameters.map(
    ({ name, in: where, required }) =>
      html`<label><code>${name}</code> <input name="${name}" data-in="${where}" autocomplete="off" ${required ? "required" : ""}></label>`,
  );
  const body =
    type === "multipart/form-data"
      ? html`<label><code>file</code> <input type="file"></label>`
      : media &&
        html`<textarea rows="8" spellcheck="false" aria-label="Body">${JSON.stringify(media.example, null, 1)}</textarea>`;
  return html`
<form data-method="${method}" data-path="${path}" data-type="${type ?? ""}">
${inputs}
${body ?? ""}
<button>Try it</button>
<output></output>
</form>`;
}

function mediaSection(title: string, content: Record<string, Media>, document: OpenApiDocument) {
  return Object.entries(content).map(
    ([type, { schema = {}, example }]) => html`
<h3>${title}: <code>${type}</code></h3>
${fieldTable(fieldsOf(schema, document))}
${example === undefined ? "" : html`<pre>${JSON.stringify(example, null, 2)}</pre>`}`,
  );
}

interface Field {
  name: string;
  required: boolean;
  schema: JsonSchema;
}

/** Every field under a schema, named by its path: `parts[].quantity`. */
function fieldsOf(schema: JsonSchema, document: OpenApiDocument, prefix = ""): Field[] {
  const { properties, required = [], items } = resolved(schema, document);
  if (items) return fieldsOf(items, document, `${prefix}[]`);
  return Object.entries(properties ?? {}).flatMap(([key, inner]) => {
    const name = prefix === "" ? key : `${prefix}.${key}`;
    const field = { name, required: required.includes(key), schema: resolved(inner, document) };
    return [field, ...fieldsOf(inner, document, name)];
  });
}

function resolved(schema: JsonSchema, document: OpenApiDocument): JsonSchema {
  const name = schema.$ref?.split("/").at(-1);
  return name === undefined ? schema : ((document.components?.schemas?.[name] ?? {}) as JsonSchema);
}

function fieldTable(fields: Field[]) {
  if (fields.length === 0) return "";
  return html`<table>${fields.map(({ name, required, schema }) =>
    row(name, `${kindOf(schema)}${required ? ", required" : ""}${limitsOf(schema)}${meaningOf(schema)}`),
  )}</table>`;
}

function row(name: string, text: string) {
  return html`<tr><td><code>${name}</code></td><td>${text}</td></tr>`;
}

function kindOf({ type, enum: closed, "x-extensible-enum": open, const: word }: JsonSchema): string {
  const words = closed ?? open;
  if (words) return words.map((each) => JSON.stringify(each)).join(" or ");
  return word === undefined ? String(type ?? "any") : JSON.stringify(word);
}

const LIMITS = {
  minimum: "at least",
  exclusiveMinimum: "greater than",
  maximum: "at most",
  minLength: "at least characters:",
  maxLength: "at most characters:",
  minItems: "at least items:",
  maxItems: "at most items:",
  pattern: "matches",
  default: "default",
};

function limitsOf(schema: JsonSchema): string {
  return Object.entries(LIMITS)
    .filter(([key]) => schema[key] !== undefined)
    .map(([key, words]) => `, ${words} ${JSON.stringify(schema[key])}`)
    .join("");
}

function meaningOf({ description }: JsonSchema): string {
  return typeof description === "string" ? `. ${description}` : "";
}

function anchor(title: string): string {
  return title.toLowerCase().replace(/[^a-z0-9]+/g, "-");
}
