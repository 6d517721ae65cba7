/**
 * Hover texts of fields: the description and default that a schema states, written as comments into the
 * declarations, which the compiler has derived from the schemas without them.
 */

import { globalRegistry } from "zod/mini";

const NAMED = /^( *)(?:readonly )?"?(\w+)"?\??: /;

/**
 * @param {string} text a file of declarations
 * @param {Record<string, import("zod/mini").ZodMiniType>} schemas every exported schema by its name
 */
export function withHoverTexts(text, schemas) {
  const lines = [];
  let schema;
  /** @type {{ indent: number, name: string }[]} */
  let path = [];
  for (const line of text.split("\n")) {
    if (/^\S/.test(line) && !line.startsWith("}")) {
      schema = schemaOf(line, schemas);
      path = [];
      const said = lines.at(-1)?.trimEnd().endsWith("*/");
      const description = schema && ownDescription(schema);
      if (/^export declare const/.test(line) && description && !said) lines.push(`/** ${description} */`);
    }
    const [, indent, name] = (schema && NAMED.exec(line)) ?? [];
    if (name !== undefined) {
      path = [...path.filter((at) => at.indent < indent.length), { indent: indent.length, name }];
      const said = lines.at(-1)?.trimEnd().endsWith("*/");
      const field = said ? undefined : fieldAt(schema, path);
      if (field !== undefined) lines.push(`${indent}/** ${field} */`);
    }
    lines.push(line);
  }
  return lines.join("\n");
}

/** The schema that a declaration is of: its own constant, or an interface of the same name. */
function schemaOf(line, schemas) {
  const [, constant, type] = /^export (?:declare const (\w+): z\.|interface (\w+) )/.exec(line) ?? [];
  if (constant !== undefined) return schemas[constant];
  return type === undefined ? undefined : schemas[`${type[0].toLowerCase()}${type.slice(1)}Schema`];
}

function fieldAt(schema, path) {
  let field = schema;
  for (const { name } of path) {
    field = shapesOf(field).find((shape) => name in shape)?.[name];
    if (field === undefined) return undefined;
  }
  const text = descriptionOf(field);
  if (text === undefined) return undefined;
  const { success, data } = field.safeParse(undefined);
  const standard = success && ["number", "string", "boolean"].includes(typeof data);
  const more = standard ? ` Default ${JSON.stringify(data)}.` : "";
  return `${text}${more}`.replaceAll("*/", "* /").replace(/\s*\n\s*/g, " ");
}

function ownDescription(schema) {
  return globalRegistry.get(schema)?.description;
}

function descriptionOf(field) {
  return ownDescription(field) ?? innerOf(field).map(descriptionOf).find(Boolean);
}

/** The fields of an object, whatever it is wrapped in. */
function shapesOf(field) {
  if (field === undefined) return [];
  const { def } = field._zod;
  return def.type === "object" ? [def.shape] : innerOf(field).flatMap(shapesOf);
}

function innerOf(field) {
  const { def } = field._zod;
  if (def.type === "lazy") return [def.getter()];
  const inner = [def.innerType, def.element, def.out, ...(def.options ?? [])];
  return inner.filter((one) => one !== undefined && one !== field);
}
