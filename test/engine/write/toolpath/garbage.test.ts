/** Shapes that no one would cut: they are refused by name or cut somehow, and never more than that. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { exportRequestSchema } from "../../../../engine/base/contract/v1/export.ts";
import { EngineError } from "../../../../engine/base/errors.ts";
import { toolpathToSvg } from "../../../../engine/write/picture/toolpath-svg.ts";
import { exportGcode } from "../../../../engine/write/toolpath/export.ts";
import { exportDxf } from "../../../../engine/write/toolpath/write/dxf.ts";

const value = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: 0, max: 8 }) },
  { weight: 3, arbitrary: fc.double({ min: -50, max: 50, noNaN: true }) },
  { weight: 1, arbitrary: fc.double({ min: -1e9, max: 1e9, noNaN: true }) },
  { weight: 1, arbitrary: fc.double({ min: -1e-6, max: 1e-6, noNaN: true }) },
);
const ring = fc.array(fc.tuple(value, value), { minLength: 3, maxLength: 10 });
const placement = fc.record({
  exterior: ring,
  holes: fc.array(ring, { maxLength: 2 }),
  x: value,
  y: value,
  rotation: fc.constantFrom(0, 90, 33.3),
});
const request = fc.record({
  sheet_width: fc.constantFrom(1, 100, 1e9),
  sheet_height: fc.constantFrom(1, 100),
  placements: fc.array(placement, { maxLength: 4 }),
  config: fc.record({ kerf: fc.constantFrom(0, 0.01, 0.5, 1e6), use_z: fc.boolean() }),
});
const options = fc.record({
  arc_tolerance: fc.constantFrom(0, 0.01, 0.5),
  lead_in: fc.constantFrom(0, 2),
  overcut: fc.constantFrom(0, 1),
  tabs: fc.constantFrom(0, 3),
  passes: fc.constantFrom(1, 2),
});

describe("rings drawn at random", () => {
  it("are refused with a path or give files without a broken number", () => {
    let written = 0;
    const check = (input: object, gcode: object) => {
      const parsed = exportRequestSchema.parse(input);
      try {
        const text = exportGcode(parsed, gcode) + exportDxf(parsed, gcode) + toolpathToSvg(parsed, gcode);
        expect(text).not.toMatch(/NaN|Infinity|undefined|\de[+-]\d/);
        written++;
      } catch (error) {
        if (!(error instanceof EngineError)) throw error;
        expect(error.code).toBe("INVALID_INPUT");
        expect(error.details.length).toBeGreaterThan(0);
      }
    };
    fc.assert(fc.property(request, options, check), { numRuns: 250, seed: 21 });
    expect(written).toBeGreaterThan(50);
  });
});
