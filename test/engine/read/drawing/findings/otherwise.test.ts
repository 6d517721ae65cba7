/** Findings that tell of a decision carry the option that turns it round. */
import { expect, it } from "vitest";
import { foldFindings } from "../../../../../engine/read/drawing/basis/fold.ts";
import {
  circle,
  line,
  polyline,
  readEntities,
  rectangle,
  type Tag,
} from "../../../../helpers/drawing/dxf.ts";

const plate = (x: number, layer = "0") => [
  ...rectangle(x, 10, 100, 80, layer),
  ...[20, 50, 80].flatMap((at) => circle(x + at, 50, 6, layer)),
];
/** Two plates with holes on a rectangle that may be a sheet. */
const onSheet = (layer: string) => [...rectangle(0, 0, 300, 100, layer), ...plate(20), ...plate(160)];

it.each<[code: string, option: object, entities: Tag[]]>([
  ["shared-edges", { shared_edges: "scores" }, [...rectangle(0, 0, 80, 40), ...line(40, 0, 40, 40)]],
  ["dividers-kept-open", { shared_edges: "parts" }, [...plate(0), ...line(0, 30, 100, 30, "FOO")]],
  [
    "countersinks",
    { countersinks: "cut" },
    [...rectangle(0, 0, 80, 40), ...circle(40, 20, 3), ...circle(40, 20, 6)],
  ],
  ["drawing-frame", { frames: "cut" }, onSheet("PLATTE")],
  ["sheet-unclear", { frames: "leave" }, onSheet("0")],
  [
    "overshoots-left-out",
    { trim_overshoots: 0 },
    [
      ...polyline(
        [
          [0, 0],
          [80, 0],
          [80, 40],
          [0, 40],
          [0, -0.5],
        ],
        false,
      ),
    ],
  ],
  [
    "gaps-left-open",
    { join_gaps: 0.5 },
    polyline(
      [
        [0, 0],
        [80, 0],
        [80, 40],
        [0, 40],
        [0, 0.5],
      ],
      false,
    ),
  ],
  [
    "ends-joined",
    { join_tolerance: 0 },
    polyline(
      [
        [0, 0],
        [80, 0],
        [80, 40],
        [0, 40],
        [0, 0.04],
      ],
      false,
    ),
  ],
  ["engraving-kept-apart", { roles: { ENGRAVE: "cut" } }, [...plate(0), ...line(30, 20, 60, 20, "ENGRAVE")]],
])("%s: %o", (code, option, entities) => {
  const before = readEntities(entities);
  const told = foldFindings(before.findings).flatMap((one) => one.folded ?? [one]);
  expect(told.find((one) => one.code === code)?.option).toEqual(option);
  const after = readEntities(entities, {}, option);
  expect(after.findings.map((one) => one.code)).not.toContain(code);
  expect(after.account).not.toEqual(before.account);
});

it("names every layer of a finding about several", () => {
  const { findings } = readEntities([
    ...plate(0),
    ...line(30, 20, 60, 20, "TEXT"),
    ...line(30, 30, 60, 30, "LOGO ENGRAVE"),
  ]);
  const apart = findings.filter(({ option }) => option?.roles);
  expect(
    foldFindings(apart.map((one) => ({ ...one, code: "same", severity: "check" as const })))[0]?.option,
  ).toEqual({
    roles: Object.fromEntries(apart.map(({ layer }) => [layer, "cut"])),
  });
  expect(apart.length).toBe(2);
});
