/** Errors of the package, whichever of its entries they come from. */
import { expect, it, vi } from "vitest";
import { EngineError } from "../../engine/errors.ts";

it("an error of another entry, which has a copy of the class, is one of the package", async () => {
  vi.resetModules();
  const other = await import("../../engine/errors.ts");
  expect(other.EngineError).not.toBe(EngineError);
  expect(new other.EngineError("INVALID_INPUT", "wrong")).toBeInstanceOf(EngineError);
  expect(new Error("wrong")).not.toBeInstanceOf(EngineError);
});

it("an error of a kind of its own is told from the others of the package", () => {
  class Late extends EngineError {}
  expect(new Late("INTERNAL", "late")).toBeInstanceOf(EngineError);
  expect(new Late("INTERNAL", "late")).toBeInstanceOf(Late);
  expect(new EngineError("INTERNAL", "wrong")).not.toBeInstanceOf(Late);
});
