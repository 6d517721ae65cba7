/** The fields of a JSON schema as a table: nested ones by their path, as in `parts[].id`. */

/**
 * @param components what `#/components/schemas/…` and `#/$defs/…` point to
 * @param {string[]} leftOut fields that are told elsewhere
 */
export function fieldTable(schema, components = schema.$defs ?? {}, leftOut = []) {
  const rows = rowsOf(schema, components, "").filter(([field]) => !leftOut.includes(field.slice(1, -1)));
  return table(["field", "type", "required", "default", "limits", "meaning"], rows);
}

/** A table of Markdown. */
export function table(heads, rows) {
  const cell = (text) => text.replaceAll("|", "\\|").replace(/\s*\n\s*/g, " ");
  return [
    `| ${heads.join(" | ")} |`,
    `|${"---|".repeat(heads.length)}`,
    ...rows.map((row) => `| ${row.map(cell).join(" | ")} |`),
  ].join("\n");
}

/** @param within the references that lead here: what refers to itself is listed once */
function rowsOf(given, components, path, within = []) {
  if (within.includes(given.$ref)) return [];
  const inside = given.$ref ? [...within, given.$ref] : within;
  const schema = resolve(given, components);
  if (schema.type === "array" && path !== "")
    return rowsOf(schema.items ?? {}, components, `${path}[]`, inside);
  const fields = { ...schema.properties };
  // Fields that a caller names himself, such as layers.
  if (schema.additionalProperties?.properties) fields["*"] = schema.additionalProperties;
  return Object.entries(fields).flatMap(([name, field]) => {
    const at = path === "" ? name : `${path}.${name}`;
    const own = resolve(field, components);
    const required = schema.required?.includes(name) ? "yes" : "";
    const fallback = own.default === undefined ? "" : `\`${JSON.stringify(own.default)}\``;
    const row = [
      `\`${at}\``,
      typeOf(own, components),
      required,
      fallback,
      limitsOf(own),
      field.description ?? own.description ?? "",
    ];
    return [row, ...rowsOf(field.$ref ? field : own, components, at, inside)];
  });
}

/** Follows a reference; of the alternatives "this or null" it takes this. */
function resolve(schema, components) {
  if (schema.$ref) return resolve(components[schema.$ref.split("/").at(-1)] ?? {}, components);
  const kinds = (schema.anyOf ?? []).filter(({ type }) => type !== "null");
  return kinds.length === 1 ? { ...resolve(kinds[0], components), orNull: true } : schema;
}

function typeOf(schema, components) {
  const words = schema.enum ?? schema["x-extensible-enum"];
  if (words) return words.map((value) => `\`${value}\``).join(", ") + (schema.orNull ? " or null" : "");
  if (schema.const !== undefined) return `\`${JSON.stringify(schema.const)}\``;
  const kinds = schema.anyOf?.map((one) => typeOf(resolve(one, components), components));
  if (kinds) return [...new Set(kinds)].join(" or ");
  const orNull = schema.orNull ? " or null" : "";
  if (schema.type !== "array") return `${[schema.type ?? "any"].flat().join(" or ")}${orNull}`;
  if (schema.prefixItems)
    return `[${schema.prefixItems.map((item) => typeOf(resolve(item, components), components)).join(", ")}]`;
  return `array of ${typeOf(resolve(schema.items ?? {}, components), components)}${orNull}`;
}

function limitsOf(schema) {
  const limits = [
    [schema.minimum, "≥ "],
    [schema.exclusiveMinimum, "> "],
    [schema.maximum, "≤ "],
    [schema.exclusiveMaximum, "< "],
    [schema.minItems, "items ≥ "],
    [schema.maxItems, "items ≤ "],
    [schema.minLength, "characters ≥ "],
    [schema.maxLength, "characters ≤ "],
  ];
  return limits
    .filter(([value]) => value !== undefined && Math.abs(value) !== Number.MAX_SAFE_INTEGER)
    .map(([value, text]) => `${text}${value}`)
    .join(", ");
}
