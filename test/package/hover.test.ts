/** Does an editor say of every field what the schema says of it? */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { withHoverTexts } from "../../scripts/docs/hover.mjs";

const declarations = (name: string) =>
  readFileSync(new URL(`../../dist/types/engine/base/contract/${name}.d.ts`, import.meta.url), "utf8");

describe("the declarations", () => {
  it.each(["v1/nest", "v1/cut", "nest-plan", "cut-plan", "panel-plan"])(
    "of %s say what every field means",
    (name) => {
      const blocks = declarations(name).split(/^export /m);
      const lines = blocks
        .filter((block) => /^declare const \w+Schema: z\./.test(block))
        .join("")
        .split("\n");
      const fields = lines.flatMap((line, at) => (/^\t+\w+\??: (?!")/.test(line) ? [at] : []));
      expect(fields.length).toBeGreaterThan(10);
      expect(fields.filter((at) => !lines[at - 1]!.trimEnd().endsWith("*/")).map((at) => lines[at])).toEqual(
        [],
      );
    },
  );

  it.each([
    "v1/nest",
    "v1/cut",
    "v1/drawing",
    "v1/export",
    "nest-plan",
    "cut-plan",
    "panel-plan",
    "read-options",
  ])("of %s have interfaces, which an editor shows by their names instead of all their fields", (name) => {
    const text = declarations(name);
    expect(text).toMatch(/^export interface \w+ extends z\.(?:input|output|infer)<typeof \w+> \{/m);
    expect(text.match(/^export type \w+ = z\.(?:input|output|infer)<.*$/gm)).toBeNull();
  });

  it("say it of types of sheets too, which the package does not export on their own", () => {
    expect(declarations("nest-sheets")).toMatch(/\/\*\* How many there are;[^*]*\*\/\n\t+quantity: /);
  });

  it("tell units and defaults", () => {
    expect(declarations("v1/nest")).toMatch(/\/\*\* [^*]*, mm\. Default 3\. \*\/\n\t+spacing: /);
  });
});

describe("a hover text", () => {
  const schema = z.object({
    size: z.object({ width: z.number().describe("How wide, mm.") }).describe("Both */ sides."),
    list: z.array(z.object({ id: z.string().describe("Name.") })).optional(),
    kind: z.number().prefault(7).describe("Which."),
  });
  const text = [
    "export declare const otherSchema: z.ZodObject<{",
    "    kind: z.ZodNumber;",
    "}>;",
    "export declare const testSchema: z.ZodObject<{",
    "    size: z.ZodObject<{",
    "        width: z.ZodNumber;",
    "    }>;",
    "    list: z.ZodArray<z.ZodObject<{",
    "        id: z.ZodString;",
    "    }>>;",
    "    kind: z.ZodNumber;",
    "}>;",
  ].join("\n");

  it("is put before its field, however deep, and nowhere else", () => {
    expect(withHoverTexts(text, { testSchema: schema }).split("\n")).toEqual([
      "export declare const otherSchema: z.ZodObject<{",
      "    kind: z.ZodNumber;",
      "}>;",
      "export declare const testSchema: z.ZodObject<{",
      "    /** Both * / sides. */",
      "    size: z.ZodObject<{",
      "        /** How wide, mm. */",
      "        width: z.ZodNumber;",
      "    }>;",
      "    list: z.ZodArray<z.ZodObject<{",
      "        /** Name. */",
      "        id: z.ZodString;",
      "    }>>;",
      "    /** Which. Default 7. */",
      "    kind: z.ZodNumber;",
      "}>;",
    ]);
  });

  it("is not said twice", () => {
    const once = withHoverTexts(text, { testSchema: schema });
    expect(withHoverTexts(once, { testSchema: schema })).toBe(once);
  });
});
