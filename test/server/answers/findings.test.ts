/** Findings fit a header: ASCII, bounded, and still JSON. */
import { describe, expect, it } from "vitest";
import { findingsHeader } from "../../../server/answers/findings.ts";

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

it("leaves out what is least urgent", () => {
  const note = { code: "note", count: 1, message: "x".repeat(300), severity: "note" } as const;
  const stop = { code: "stop", count: 1, message: "look", severity: "stop" } as const;
  const check = { code: "check", count: 1, message: "look" };
  const told = JSON.parse(findingsHeader([...Array(40).fill(note), check, stop]));
  expect(told.slice(0, 3).map(({ code }: { code: string }) => code)).toEqual(["stop", "check", "note"]);
  expect(told.at(-1).code).toBe("more");
  expect(told[0]).not.toHaveProperty("severity");
});
