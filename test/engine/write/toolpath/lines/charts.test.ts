/** Cut charts: the words of a program are those of the row, and the judge finds each that is not. */

import { describe, expect, it } from "vitest";
import { chartMaterials } from "../../../../../engine/base/contract/machine/charted-machine.ts";
import { type ChartRow, chartSchema } from "../../../../../engine/base/contract/machine/charts.ts";
import { MACHINE_PRESETS } from "../../../../../engine/base/contract/machine/presets.ts";
import { exportRequestSchema } from "../../../../../engine/base/contract/v1/export.ts";
import { verifyGcode } from "../../../../../engine/verify/program/verify.ts";
import { planExport } from "../../../../../engine/write/toolpath/export.ts";
import type { GcodeOptions } from "../../../../../engine/write/toolpath/machine/options.ts";
import { box } from "../../../../helpers/rings.ts";

const request = exportRequestSchema.parse({
  sheet_width: 120,
  sheet_height: 100,
  placements: [{ exterior: box(0, 0, 40, 30), holes: [], x: 35, y: 35, rotation: 0 }],
  config: {},
});
const steel: ChartRow = {
  material: "S235",
  thickness: 4,
  feed_rate: 2345,
  kerf: 1.7,
  pierce_height: 3.9,
  cut_height: 1.6,
  pierce_delay: 0.7,
  lead_in: 5,
  gas: "O2 4 bar",
};
const chart = chartSchema.parse({
  offcut_chart: 1,
  process: "plasma",
  rows: [
    { ...steel, thickness: 6, feed_rate: 1111, kerf: 2 },
    steel,
    { ...steel, material: "plywood", process: "router", feed_rate: 800, kerf: 3 },
  ],
});
const plan = (options: GcodeOptions) => planExport(request, { machine: "mach-plasma", chart, ...options });

describe("a cut chart", () => {
  it("gives feed, kerf, heights, delay and gas, which the judge compares", () => {
    const options = { machine: "mach-plasma", chart, material: "s235 ", thickness: 4 } as const;
    const { gcode, findings } = plan(options);
    expect(gcode).toContain("(1 part, kerf 1.7 mm)\n(material S235 4 mm, gas O2 4 bar)\n");
    for (const word of [/F2345\b/, /Z3\.9\b/, /Z1\.6\b/, /G4 P0\.7\b/]) {
      expect(gcode).toMatch(word);
      const wrong = gcode.replace(word, (found) => found.replace(/[\d.]+$/, (n) => String(Number(n) * 1.5)));
      expect(verifyGcode(wrong, { request, options }).ok).toBe(false);
    }
    expect(findings.map(({ code }) => code)).not.toContain("chart-thicker");
    // Half of the kerf off the part on each side.
    expect(gcode).toContain("X75.85");
    const unlike = { ...options, thickness: 6 };
    expect(verifyGcode(gcode, { request, options: unlike }).ok).toBe(false);
  });

  it("in a preset has rows that make programs, and a source", () => {
    for (const [machine, preset] of Object.entries(MACHINE_PRESETS)) {
      expect(preset.chart.basis).toMatch(/.{30}/);
      for (const { material, thicknesses } of chartMaterials(preset.chart, preset.process))
        for (const thickness of thicknesses) {
          const named = { machine, material, thickness } as GcodeOptions;
          const { gcode, findings } = planExport(request, named);
          const row = preset.chart.rows.find(
            (one) => one.material === material && one.thickness === thickness,
          )!;
          expect(gcode).toContain(`F${row.feed_rate}`);
          expect(findings.map(({ code }) => code)).not.toContain("power-limited");
        }
    }
  });

  it("in a preset refuses nobody for a height that he did not give: travel is raised above the preset's pierce, and told", () => {
    for (const [machine, height] of [
      ["mach-plasma", "4.8"],
      ["waterjet", "2.5"],
    ] as const) {
      const { gcode, findings } = planExport(request, { machine, safe_height: 1 });
      expect(findings).toContainEqual(expect.objectContaining({ code: "travel-raised", count: 1 }));
      expect(gcode).toContain(`G0 Z${height}\n`);
    }
  });
});
