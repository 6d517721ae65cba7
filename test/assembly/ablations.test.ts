/** Can every optional stage of the core be left out, as the benchmark of their worth does? */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { STAGES } from "../helpers/ablations.ts";
import { root } from "../helpers/sources.ts";

describe("a stage of the core", () => {
  it.each(STAGES)("can be left out: $name", ({ faults }) => {
    for (const { file, line } of faults)
      expect(readFileSync(join(root, file), "utf8").split(line)).toHaveLength(2);
  });
});
