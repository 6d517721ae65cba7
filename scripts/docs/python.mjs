/** clients/python/offcut/types.py: requests and answers as typed dictionaries, from the service's OpenAPI document. */

/** Bodies that the client sends and gets, by the operation that has them. */
const BODIES = [
  ["Nest2DRequest", "/v1/solve/nest-2d", "request"],
  ["Nest2DData", "/v1/solve/nest-2d", "data"],
  ["Cut1DRequest", "/v1/solve/cut-1d", "request"],
  ["Cut1DData", "/v1/solve/cut-1d", "data"],
  ["ParseDXFData", "/v1/parse/dxf", "data"],
  ["ExportRequest", "/v1/export/gcode", "request"],
];

const HEAD = `"""Requests and answers. Made by npm run docs from the OpenAPI document and the schemas of plans."""

from __future__ import annotations

import sys
from typing import Any, List, Literal, TypedDict, Union

if sys.version_info >= (3, 11):
    from typing import NotRequired
else:
    # Of earlier versions only type checkers know these, who bring them along.
    from typing import TYPE_CHECKING

    if TYPE_CHECKING:
        from typing_extensions import NotRequired
`;

/**
 * @param document the OpenAPI document
 * @param plans JSON schemas that the service does not have, by their names
 */
export function pythonTypes(document, plans) {
  const classes = new Map();
  const defined = Object.values(plans).map(({ $defs }) => $defs);
  const schemas = Object.assign({}, document.components?.schemas, ...defined);
  const resolve = (schema) => (schema?.$ref ? resolve(schemas[schema.$ref.split("/").at(-1)]) : schema);
  const typeOf = (given, name) => {
    const schema = resolve(given) ?? {};
    const kinds = schema.anyOf ?? schema.oneOf;
    if (kinds) return `Union[${[...new Set(kinds.map((kind) => typeOf(kind, name)))].join(", ")}]`;
    if (schema.enum) return `Literal[${schema.enum.map((value) => JSON.stringify(value)).join(", ")}]`;
    if (schema.type === "array") return `List[${typeOf(schema.items, singular(name))}]`;
    if (schema.type === "object" && schema.properties) return classOf(schema, given, name);
    return (
      { string: "str", number: "float", integer: "int", boolean: "bool", null: "None" }[schema.type] ?? "Any"
    );
  };
  const classOf = (schema, given, name) => {
    const own = given.$ref ? given.$ref.split("/").at(-1) : name;
    if (classes.has(own)) return own;
    classes.set(own, "");
    const fields = Object.entries(schema.properties).map(([field, value]) => {
      const type = typeOf(value, `${own}${camel(field)}`);
      const wrapped = schema.required?.includes(field) ? type : `NotRequired[${type}]`;
      const meaning = value.description ?? resolve(value)?.description;
      return `    ${field}: ${wrapped}${meaning ? `\n    """${meaning.replace(/\s+/g, " ")}"""` : ""}`;
    });
    classes.delete(own);
    classes.set(own, `class ${own}(TypedDict):\n${fields.join("\n")}\n`);
    return own;
  };
  for (const [name, path, kind] of BODIES) {
    const { requestBody, responses } = document.paths[path].post;
    const body = kind === "request" ? requestBody : responses["200"];
    const schema = body.content["application/json"].schema;
    const wanted = kind === "request" ? schema : resolve(schema).properties.data;
    const made = typeOf(wanted, name);
    if (made !== name) classes.set(name, `${name} = ${made}\n`);
  }
  for (const [name, schema] of Object.entries(plans)) typeOf(schema, name);
  return `${HEAD}\n\n${[...classes.values()].join("\n\n")}`;
}

const camel = (name) => name.replace(/(?:^|_)(\w)/g, (_, letter) => letter.toUpperCase());
const singular = (name) => name.replace(/s$/, "");
