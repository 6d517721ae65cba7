/** Arcs for those who bring points alone: rounded corners, circles and engraved circles leave as arcs. */
import { describe, expect, it } from "vitest";
import { exportRequestSchema } from "../../../../../engine/base/contract/v1/export.ts";
import type { Point } from "../../../../../engine/base/contract/values/geometry.ts";
import { exportGcode } from "../../../../../engine/write/toolpath/export.ts";
import { cutRings, distanceToRing } from "../../../../helpers/program.ts";
import { disc } from "../../../../helpers/rings.ts";

const sheet = (x: number, exterior: Point[], width = 200) =>
  exportRequestSchema.parse({
    sheet_width: width,
    sheet_height: 100,
    placements: [{ exterior, holes: [], x, y: 10 }],
    config: { kerf: 2 },
  });
const words = (text: string, pattern: RegExp) => text.split("\n").filter((line) => pattern.test(line)).length;

describe("a program from points", () => {
  it("goes round a disc of fine chords in few arcs", () => {
    // Chords of 120 on a radius of 10 stray 0.0034 mm.
    const text = exportGcode(sheet(30, disc(0, 20, 10, 120)));
    expect(words(text, /^G[23] /)).toBeLessThanOrEqual(9);
    expect(words(text, /^G1 /)).toBe(0);
    const chords = exportGcode(sheet(30, disc(0, 20, 10, 120)), { arcs: false });
    const [round] = cutRings(text);
    for (const point of cutRings(chords)[0]!) expect(distanceToRing(point, round!)).toBeLessThan(0.012);
  });

  it("takes a flat curve of metres as arcs", () => {
    // A circle of 6 m in chords of 10 mm, which stray 0.002 mm.
    const flat = disc(0, 0, 6000, 3770).filter(([x, y]) => Math.abs(x) < 1500 && y > 0);
    const text = exportGcode(
      sheet(
        1520,
        [...flat, [-1400, 5700], [1400, 5700]].map(([x, y]) => [x!, y! - 5700]),
        3100,
      ),
    );
    expect(words(text, /^G[23] /)).toBeLessThan(20);
    expect(words(text, /^G1 /)).toBeLessThan(20);
  });
});
