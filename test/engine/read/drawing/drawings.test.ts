/** Drawings, why each is there, and the answer: test/fixtures/drawings. `-u` writes answers anew; read them before you commit. */
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { answered } from "../../../helpers/cases.ts";
import { drawingAnswer } from "../../../helpers/drawing/cases.ts";

const FOLDER = `${import.meta.dirname}/../../../fixtures/drawings`;

describe("each drawing gives the answer behind it", () => {
  it.each(readdirSync(FOLDER))("%s", async (name) => {
    const file = `${FOLDER}/${name}`;
    await expect(answered(readFileSync(file, "utf8"), drawingAnswer)).toMatchFileSnapshot(file);
  });
});
