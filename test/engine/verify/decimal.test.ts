/** How exactly numbers are held to each other: to the digit, unless they have more digits than a double is sure of. */
import { expect, it } from "vitest";
import { DecimalGrid } from "../../../engine/verify/decimal.ts";

it.each([
  [[100, 33.3, 0], 0],
  [[0.123456789012345], 0],
  [[999_999, 0.123456789], 0],
  [[123_456.1234567891], 1e-6],
  [[1_000_000, 0.1234567891], 1e-6],
  [[100 / 3], 1e-6],
])("%j may be off by %d", (values, tolerance) => {
  const grid = new DecimalGrid(values);
  expect(grid.tolerance).toBe(tolerance);
  for (const value of values) expect(grid.agrees(value, grid.steps(value))).toBe(true);
  const [first] = values as [number];
  expect(grid.agrees(first + 1e-3, grid.steps(first))).toBe(false);
});

it("does not let a number without a fine digit be off by less than a step", () => {
  const grid = new DecimalGrid([100, 33.3]);
  expect(grid.agrees(33.3 + 1e-9, grid.steps(33.3))).toBe(false);
});
