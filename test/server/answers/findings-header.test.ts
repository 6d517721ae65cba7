/** Findings fit a header: ASCII, bounded, and still JSON. */
import { describe, expect, it } from "vitest";
import { findingsHeader } from "../../../server/answers/findings-header.ts";

describe("the header of findings", () => {
  it("holds code, count and message of each, in ASCII", () => {
    const value = findingsHeader([{ code: "construction-ignored", count: 2, message: "layer Bemaßung" }]);
    expect(value).toMatch(/^[\x20-\x7e]*$/);
    expect(JSON.parse(value)).toEqual([
      { code: "construction-ignored", count: 2, message: "layer Bemaßung" },
    ]);
    expect(findingsHeader([])).toBe("[]");
  });

  it("ends at 4 kB, and says how many it leaves out", () => {
    const many = Array.from({ length: 100 }, (_, i) => ({
      code: `code-${i}`,
      count: i,
      message: "ß".repeat(50),
    }));
    const value = findingsHeader(many);
    expect(value.length).toBeLessThanOrEqual(4096);
    const told = JSON.parse(value);
    expect(told.at(-1)).toMatchObject({ code: "more", count: 100 - (told.length - 1) });
  });
});
