/** A program that is judged again with other notes in its head. */
import { describe, expect, it } from "vitest";
import { exportRequestSchema } from "../../../../engine/base/contract/v1/export.ts";
import type { Ring } from "../../../../engine/base/contract/values/geometry.ts";
import { judgeGcode } from "../../../../engine/verify/program/verify.ts";
import { planExport } from "../../../../engine/write/toolpath/export.ts";

/** L-shaped parts without a gap: what is left in the hollow of each is narrower at its neighbour than the tabs. */
const L: Ring = [
  [0, 0],
  [40, 0],
  [40, 15],
  [15, 15],
  [15, 40],
  [0, 40],
];
const request = exportRequestSchema.parse({
  sheet_width: 200,
  sheet_height: 200,
  config: { kerf: 0.2, laser_power: 500 },
  placements: Array.from({ length: 16 }, (_, k) => ({
    exterior: L,
    x: 10 + 40 * (k % 4),
    y: 10 + 40 * Math.floor(k / 4),
  })),
});
const options = { tabs: 2, tab_width: 0.5 };
const { gcode } = planExport(request, options);
const bare = gcode.replace(/^; note - .*narrower.*\n/gm, "");
const job = { request, options };
const judge = (text: string) => judgeGcode(text, job, false);
const codesOf = ({ report }: { report: ReturnType<typeof judge>["report"] }) =>
  report.violations.map(({ code }) => code);

describe("a program that was judged before", () => {
  const before = judge(bare);

  it("is refused while its head does not tell what it must", () => {
    expect(codesOf(before)).toContain("strip-narrow");
    expect(before.retold(bare)).toBeNull();
    expect(before.retold(bare.replace("\n", "\n; note - nothing of that\n"))).toBeNull();
  });

  it("is right when it does, with the same sums as if it had not been", () => {
    expect(before.retold(gcode)).toEqual(judge(gcode).report);
    expect(judgeGcode(gcode, job, false, before).report.ok).toBe(true);
  });

  it("is judged anew where more than comments is different", () => {
    const others = [
      gcode.replace(/^M5$/m, "M4"),
      gcode.replace("; note", "M8\n; note"),
      gcode.replace("; note", "#1=2\n; note"),
    ];
    for (const other of others) {
      expect(other).not.toBe(gcode);
      expect(before.retold(other)).toBeNull();
    }
    expect(judgeGcode(others[1]!, job, false, before).report).toEqual(judge(others[1]!).report);
  });

  it("is judged anew where a comment is wrong itself", () => {
    expect(before.retold(gcode.replace("; note", `; ${"long ".repeat(20)}\n; note`))).toBeNull();
  });
});
