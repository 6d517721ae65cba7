/**
 * `/openapi.json` and `/docs`: the interface for programs and for people. The page is plain HTML made from the
 * document: no script, no CDN.
 */
import type { Hono } from "hono";
import { html, raw } from "hono/html";
import type { AppDeps, AppEnv } from "../context/context.ts";
import { createOpenApiDocument, type OpenApiDocument } from "../docs/openapi.ts";

export function addDocsRoutes(app: Hono<AppEnv>, { config }: AppDeps): void {
  let made: OpenApiDocument | undefined;
  const openApi = () => {
    made ??= createOpenApiDocument(config.AUTH_EXPORT === "required");
    return made;
  };
  app.get("/openapi.json", (c) => c.json(openApi()));
  app.get("/docs", (c) => c.html(docsPage(openApi())));
}

/** What the page reads of a JSON schema. */
interface Schema {
  $ref?: string;
  type?: string | string[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  description?: string;
  [limit: string]: unknown;
}
interface Media {
  schema?: Schema;
  example?: unknown;
}
interface Operation {
  summary?: string;
  description?: string;
  security?: object[];
  parameters?: { name: string; in: string; required?: boolean; schema?: Schema }[];
  requestBody?: { content: Record<string, Media> };
  responses: Record<string, { description: string; content?: Record<string, Media> }>;
}

const STYLE = `
  body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; color: #1a1a1a; background: #fff; }
  h2 { margin-top: 3rem; border-top: 1px solid #767676; padding-top: 1rem; } code, pre { font: 14px/1.4 ui-monospace, monospace; }
  pre { background: #f3f3f0; padding: .75rem; overflow: auto; max-height: 24rem; }
  table { border-collapse: collapse; } th, td { text-align: left; vertical-align: top; padding: .2rem 1rem .2rem 0; }
  @media (prefers-color-scheme: dark) { body { color: #eee; background: #181818; } pre { background: #262626; } a { color: #9cf; } }
`;

function docsPage(document: OpenApiDocument) {
  const operations = Object.entries(document.paths ?? {}).flatMap(([path, methods]) =>
    Object.entries(methods as Record<string, Operation>).map(([method, operation]) => ({
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
<ul>${operations.map(({ title }) => html`<li><a href="#${anchor(title)}">${title}</a></li>`)}</ul>
${operations.map(({ title, operation }) => operationSection(title, operation, document))}
</body>
</html>`;
}

function operationSection(title: string, operation: Operation, document: OpenApiDocument) {
  const { summary, description, security, parameters = [], requestBody, responses } = operation;
  const query = parameters.map(({ name, required = false, schema = {} }) => ({ name, required, schema }));
  return html`
<h2 id="${anchor(title)}">${title}</h2>
<p>${summary}. ${description} ${security ? "Needs a key." : ""}</p>
${query.length > 0 ? html`<h3>Query</h3>${fieldTable(query)}` : ""}
${requestBody ? mediaSection("Request", requestBody.content, document) : ""}
<h3>Answers</h3>
<table>${Object.entries(responses).map(([status, answer]) => row(status, answer.description))}</table>
${mediaSection("Answer 200", responses["200"]?.content ?? {}, document)}`;
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
  schema: Schema;
}

/** Every field under a schema, named by its path: `parts[].quantity`. */
function fieldsOf(schema: Schema, document: OpenApiDocument, prefix = ""): Field[] {
  const { properties, required = [], items } = resolved(schema, document);
  if (items) return fieldsOf(items, document, `${prefix}[]`);
  return Object.entries(properties ?? {}).flatMap(([key, inner]) => {
    const name = prefix === "" ? key : `${prefix}.${key}`;
    const field = { name, required: required.includes(key), schema: resolved(inner, document) };
    return [field, ...fieldsOf(inner, document, name)];
  });
}

function resolved(schema: Schema, document: OpenApiDocument): Schema {
  const name = schema.$ref?.split("/").at(-1);
  return name === undefined ? schema : ((document.components?.schemas?.[name] ?? {}) as Schema);
}

function fieldTable(fields: Field[]) {
  if (fields.length === 0) return "";
  return html`<table>${fields.map(({ name, required, schema }) =>
    row(name, `${kindOf(schema)}${required ? ", required" : ""}${limitsOf(schema)}`),
  )}</table>`;
}

function row(name: string, text: string) {
  return html`<tr><td><code>${name}</code></td><td>${text}</td></tr>`;
}

function kindOf({ type, enum: words, const: word }: Schema): string {
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

function limitsOf(schema: Schema): string {
  return Object.entries(LIMITS)
    .filter(([key]) => schema[key] !== undefined)
    .map(([key, words]) => `, ${words} ${JSON.stringify(schema[key])}`)
    .join("");
}

function anchor(title: string): string {
  return title.toLowerCase().replace(/[^a-z0-9]+/g, "-");
}
