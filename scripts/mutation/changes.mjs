/** Small changes of the code, each of which some test should notice, and a sample of them that is the same everywhere. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseSync } from "vite";

const OPERATORS = {
  "<": ["<=", ">="],
  "<=": ["<", ">"],
  ">": [">=", "<="],
  ">=": [">", "<"],
  "===": ["!=="],
  "!==": ["==="],
  "&&": ["||"],
  "||": ["&&"],
  "+": ["-"],
  "-": ["+"],
  "*": ["/"],
  "/": ["*"],
  "%": ["*"],
  "+=": ["-="],
  "-=": ["+="],
  "*=": ["/="],
  "/=": ["*="],
};

const METHODS = {
  min: "max",
  max: "min",
  floor: "ceil",
  ceil: "floor",
  some: "every",
  every: "some",
};

/** Types that hold an expression; all else of theirs says nothing at run time. */
const TRANSPARENT = new Set(["TSAsExpression", "TSNonNullExpression", "TSSatisfiesExpression"]);

/** Replacements for a node of each type: pairs of a stretch of the text and the text to put there. */
const CHANGES = {
  BinaryExpression: changedOperator,
  LogicalExpression: (node, text) =>
    node.operator === "??" ? [[node, sourceOf(node.left, text)]] : changedOperator(node, text),
  AssignmentExpression: changedOperator,
  UnaryExpression: (node, text) =>
    "!-".includes(node.operator) ? [[node, sourceOf(node.argument, text)]] : [],
  IfStatement: ({ test }) => alwaysAndNever(test),
  ConditionalExpression: ({ test }) => alwaysAndNever(test),
  ExpressionStatement: (node) => (node.directive ? [] : [[node, ";"]]),
  ThrowStatement: (node) => [[node, ";"]],
  MemberExpression: ({ computed, property }) =>
    !computed && Object.hasOwn(METHODS, property.name) ? [[property, METHODS[property.name]]] : [],
  Literal: ({ value, ...node }) => {
    if (typeof value === "boolean") return [[node, `${!value}`]];
    return typeof value === "number" ? [[node, `${value === 0 ? 1 : value === 1 ? 2 : value * 1.5}`]] : [];
  },
};

function changedOperator(node, text) {
  const at = text.indexOf(node.operator, node.left.end);
  return (OPERATORS[node.operator] ?? []).map((operator) => [
    { start: at, end: at + node.operator.length },
    operator,
  ]);
}

function alwaysAndNever(test) {
  return [
    [test, "true"],
    [test, "false"],
  ];
}

function sourceOf({ start, end }, text) {
  return `(${text.slice(start, end)})`;
}

/** Every change of the files below a folder: where, which stretch, what is to stand there. */
export function changesIn(folder) {
  return sourcesIn(folder).flatMap((path) => {
    const text = readFileSync(path, "utf8");
    const found = [];
    for (const node of nodesOf(parseSync(path, text).program))
      for (const [{ start, end }, changed] of CHANGES[node.type]?.(node, text) ?? [])
        found.push({ path, start, end, changed });
    return found;
  });
}

function* nodesOf(node) {
  if (node.type.startsWith("TS") && !TRANSPARENT.has(node.type)) return;
  yield node;
  for (const value of Object.values(node))
    for (const child of Array.isArray(value) ? value : [value])
      if (typeof child?.type === "string") yield* nodesOf(child);
}

export function sample(all, count, seed) {
  const rest = [...all];
  let state = seed >>> 0;
  return Array.from({ length: Math.min(count, rest.length) }, () => {
    // Numerical Recipes' generator: any will do that is the same everywhere.
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return rest.splice(Math.floor((state / 2 ** 32) * rest.length), 1)[0];
  });
}

function sourcesIn(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(".ts") && !entry.name.endsWith(".d.ts"))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}
