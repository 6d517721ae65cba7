/** Every input that fuzzing has kept, and every one that once failed, in the targets of `npm run fuzz`. */
import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { describe, expect, it } from "vitest";

const TARGETS = join(import.meta.dirname, "targets");
const CORPUS = join(import.meta.dirname, "corpus");

type Target = (data: Uint8Array) => void | Promise<void>;

describe.each(readdirSync(TARGETS).map((file) => basename(file, ".ts")))("%s", (name) => {
  it("holds for every input of its corpus", async () => {
    const { fuzz } = (await import(`./targets/${name}.ts`)) as { fuzz: Target };
    const folder = join(CORPUS, name);
    for (const file of readdirSync(folder)) {
      const result = await Promise.resolve(readFileSync(join(folder, file)))
        .then(fuzz)
        .catch((error: unknown) => error);
      expect(result, file).toBeUndefined();
    }
  });
});
