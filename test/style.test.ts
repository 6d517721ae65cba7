/** The app's styles come from one scale: few sizes of type, few steps of space, colours as custom properties. */
import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { fillColor, MOVE_COLORS, strokeColor } from "../engine/write/picture/palette.ts";

const FOLDER = new URL("../web-demo/style/", import.meta.url);
const SHEETS = readdirSync(FOLDER).map((name) => ({
  name,
  css: readFileSync(new URL(name, FOLDER), "utf8").replace(/\/\*[\s\S]*?\*\//g, ""),
}));
const TOKENS = SHEETS.find(({ name }) => name === "tokens.css")!.css;

/** Values of a property in all style sheets, each with its sheet. */
function valuesOf(property: string): { name: string; value: string }[] {
  const pattern = new RegExp(`(?<=[\\s;{])(?:${property})\\s*:\\s*([^;}]+)`, "g");
  return SHEETS.flatMap(({ name, css }) =>
    [...css.matchAll(pattern)].map((found) => ({ name, value: found[1]!.trim() })),
  );
}

function tokensLike(pattern: RegExp): Set<string> {
  return new Set([...TOKENS.matchAll(pattern)].map(([name]) => name));
}

it("has at most seven sizes of type, and no other in any style sheet", () => {
  expect(tokensLike(/--text-[\w]+(?=:)/g).size).toBeLessThanOrEqual(7);
  const others = valuesOf("font-size").filter(({ value }) => !/^(var\(--text-\w+\)|inherit)$/.test(value));
  expect(others).toEqual([]);
});

it("has at most ten steps of space; only room for a button or for the whole window is another", () => {
  expect(tokensLike(/--space-\d+(?=:)/g).size).toBeLessThanOrEqual(10);
  const spaces = valuesOf("(?:row-|column-)?gap|(?:padding|margin)(?:-[a-z]+)*");
  // Millimetres are paper's.
  const scale = /calc\(-1 \* var\(--space-\d+\)\)|var\(--space-\d+\)|\b[\d.]+mm\b|\b0\b|auto/g;
  const others = spaces.filter(({ value }) => value.replace(scale, "").trim() !== "");
  expect(spaces.length).toBeGreaterThan(200);
  expect(others.length, JSON.stringify(others)).toBeLessThanOrEqual(5);
});

it("writes colours in tokens.css alone, each for both themes", () => {
  const literal = /#[0-9a-f]{3,8}\b|\b(?:rgb|hsl|oklch|lab)a?\(/;
  const others = SHEETS.filter(({ name }) => name !== "tokens.css").flatMap(({ name, css }) =>
    css.split("\n").flatMap((line) => (literal.test(line) ? [`${name}: ${line.trim()}`] : [])),
  );
  expect(others).toEqual([]);
  const oneTheme = [...TOKENS.matchAll(/(--[\w-]+):\s*([^;]+);/g)]
    .filter(([, , value]) => literal.test(value!) && !value!.startsWith("light-dark("))
    .map(([, name]) => name);
  expect(oneTheme).toEqual(["--shadow", "--paper", "--print-ink", "--print-soft", "--veil", "--shade"]);
});

it("shows parts in the colours that pictures and reports have", () => {
  for (let i = 0; i < 10; i++) {
    expect(TOKENS).toContain(`--part-${i}: light-dark(${fillColor(i)}, #`);
    expect(TOKENS).toContain(`--edge-${i}: light-dark(${strokeColor(i)}, #`);
  }
  for (const name of ["lead", "tab", "common", "travel"] as const)
    expect(TOKENS).toContain(`--${name}: light-dark(${MOVE_COLORS[name]}, #`);
});
