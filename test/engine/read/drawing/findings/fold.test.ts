/** Findings as people read them: one message for each cause, one line for all notes, and nothing lost on the way. */
import { describe, expect, it } from "vitest";
import type { Finding } from "../../../../../engine/base/contract/finding.ts";
import { findingsWithout, foldFindings } from "../../../../../engine/read/drawing/basis/fold.ts";

const finding = (code: string, severity: Finding["severity"], message: string, x: number): Finding => ({
  code,
  message,
  count: 2,
  ...(severity === undefined ? {} : { severity }),
  at: [x, 0],
});

describe("folded findings", () => {
  it("are one line for all notes, which keeps each of them", () => {
    const notes = [finding("a", "note", "2 gaps", 1), finding("b", "note", "2 copies", 2)];
    const [only, ...others] = foldFindings(notes);
    expect(others).toEqual([]);
    expect(only).toMatchObject({ code: "notes", severity: "note", count: 4, message: "2 gaps; 2 copies" });
    expect(only!.folded).toEqual(notes);
    expect(only!.places).toEqual([
      [1, 0],
      [2, 0],
    ]);
  });

  it("leave a single note as it is", () => {
    const note = finding("a", "note", "2 gaps", 1);
    expect(foldFindings([note])).toEqual([note]);
  });

  it("are one for each cause, of which three subjects are listed", () => {
    const alike = ["p", "q", "r", "s"].map((name, i) => finding("a", "check", name, i));
    expect(foldFindings([finding("c", "stop", "first", 9), ...alike])).toMatchObject([
      { code: "c", count: 2 },
      { code: "a", severity: "check", count: 8, message: "p; q; r; and 1 more" },
    ]);
  });

  it("ask of each layer by itself", () => {
    const asked = ["p", "q"].map((name, i) => finding("layer-unclear", "stop", name, i));
    expect(foldFindings(asked)).toEqual(asked);
  });

  it("are left out by code where notes hold them too", () => {
    const [a, b, c] = ["a", "b", "c"].map((code, i) => finding(code, "note", `the ${code}`, i));
    const asked = finding("d", "check", "the d", 9);
    const folded = foldFindings([a!, asked, b!, c!]);
    expect(findingsWithout(folded, ["b"])).toEqual(foldFindings([asked, a!, c!]));
    expect(findingsWithout(folded, ["a", "c", "d"])).toEqual([b]);
    expect(findingsWithout(folded, ["a", "b", "c", "d"])).toEqual([]);
  });
});
