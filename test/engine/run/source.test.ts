/** The bytes of a drawing, whatever they are handed over in. */
import { describe, expect, it } from "vitest";
import { drawingFile } from "../../../engine/run/source.ts";

const bytes = new TextEncoder().encode("0\nSECTION\n");

describe("the file of a drawing", () => {
  it("has the same bytes as an array, a buffer, a part of a buffer and a blob", async () => {
    const within = new Uint8Array([1, 2, ...bytes, 3]).subarray(2, 2 + bytes.length);
    for (const source of [bytes, bytes.slice().buffer, within, new Blob([bytes])])
      expect([...(await drawingFile(source, {})).bytes]).toEqual([...bytes]);
  });

  it("is no text and no list", async () => {
    for (const source of ["0\nSECTION\n", [...bytes], null])
      await expect(drawingFile(source as never, {})).rejects.toMatchObject({ code: "INVALID_INPUT" });
  });
});
