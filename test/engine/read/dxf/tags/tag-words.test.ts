/** Words of a drawing that share a place in the table of words are told apart all the same. */
import { describe, expect, it } from "vitest";
import { TagWords } from "../../../../../engine/read/dxf/tags/tag-words.ts";
import { circle, readEntities } from "../../../../helpers/drawing/dxf.ts";

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-";

/** Two words of one length at one place that differ in this letter alone. */
function alike(at: number): [string, string] {
  const random = [..."QRSTUVW"];
  for (let k = 0; ; k++) {
    random[(at + 1 + (k % 6)) % 7] = LETTERS[k % LETTERS.length]!;
    random[(at + 3) % 7] = LETTERS[Math.floor(k / 7) % LETTERS.length]!;
    const seen = new Map<number, string>();
    for (const letter of LETTERS) {
      const word = random.with(at, letter).join("");
      const place = new TagWords(new TextEncoder().encode(word)).place(0, word.length);
      const other = seen.get(place);
      if (other !== undefined) return [other, word];
      seen.set(place, word);
    }
  }
}

describe("layers whose names share a place", () => {
  it.each([0, 1, 3, 6])("are two, where letter %d alone differs", (at) => {
    const [first, second] = alike(at);
    const circles = Array.from({ length: 6 }, (_, i) => circle(30 * i, 0, 10, i % 2 ? second : first));
    const roles = { [first]: "cut", [second]: "ignore" } as const;
    expect(readEntities(circles.flat(), {}, { roles }).parts).toHaveLength(3);
    expect(readEntities(circles.flat()).parts).toHaveLength(6);
  });
});
