/** Sheets, why each is there, and the program: test/fixtures/programs. `-u` writes programs anew; read them before you commit. */
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { answered } from "../../helpers/cases.ts";
import { programAnswer } from "../../helpers/programs/cases.ts";

const FOLDER = `${import.meta.dirname}/../../fixtures/programs`;

describe("each sheet gives the program behind it", () => {
  it.each(readdirSync(FOLDER))("%s", async (name) => {
    const file = `${FOLDER}/${name}`;
    await expect(answered(readFileSync(file, "utf8"), programAnswer)).toMatchFileSnapshot(file);
  });
});
