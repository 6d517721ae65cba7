/** Witnesses of the kinds that the other jobs of the project are not: strips, many copies of few parts, parts with holes. */
import type { PartAngles } from "../../../engine/base/contract/nest-plan.ts";
import { nestRequestSchema } from "../../../engine/base/contract/v1/nest.ts";
import type { Point, Ring } from "../../../engine/base/contract/values/geometry.ts";
import { ell, type PartSpec, requestFrom, type ShapeKind } from "../../helpers/nest/jobs.ts";
import { Random } from "../../helpers/random.ts";
import { box, disc } from "../../helpers/rings.ts";
import type { BenchJob } from "../jobs.ts";

const OUTLINES: ShapeKind[] = ["triangle", "convex", "concave", "star", "comb", "ell", "channel", "circle"];

/** Strips of 1000, five to ten different outlines of two to six copies, turned by 180 degrees or by right angles. */
export function ownStrips(): BenchJob[] {
  return Array.from({ length: 6 }, (_, i): BenchJob => {
    const random = new Random(7000 + i);
    const parts = some(random.int(5, 10), () => spec(random, OUTLINES, [80, 450], () => random.int(2, 6)));
    const angles = i % 2 === 0 ? [0, 180] : [0, 90, 180, 270];
    return {
      ...job(parts, { width: 1000, height: 1000 }, 0, angles),
      name: `strip-${i}`,
      set: "own strips",
      sheet: { strip: 1000 },
    };
  });
}

/** The same and boards of furniture, turned by any angle or by a few degrees. */
export function ownTurning(): BenchJob[] {
  return [...ownStrips(), ...ownFurniture()].map((given, i): BenchJob => {
    const angles: PartAngles =
      i % 2 === 0
        ? "free"
        : [
            [-5, 5],
            [175, 185],
          ];
    return {
      ...given,
      set: `${given.set}, turning`,
      parts: given.parts.map((part) => ({ ...part, angles })),
    };
  });
}

/** One to three different outlines, 100 to 400 copies of each. */
export function ownCopies(): BenchJob[] {
  return Array.from({ length: 6 }, (_, i): BenchJob => {
    const random = new Random(7100 + i);
    const parts = some(1 + (i % 3), () => spec(random, OUTLINES, [60, 220], () => random.int(100, 400)));
    const sheet = { width: 3000, height: 1500 };
    return { ...job(parts, sheet, 2, [0, 90, 180, 270]), name: `copies-${i}`, set: "own copies" };
  });
}

/** Frames and plates with holes beside parts that go into them, on boards of 2440 x 1220. */
export function ownFurniture(): BenchJob[] {
  return Array.from({ length: 6 }, (_, i): BenchJob => {
    const random = new Random(7200 + i);
    const large = some(random.int(2, 4), () =>
      spec(random, ["frame", "washer", "plate"], [400, 900], () => random.int(2, 5)),
    );
    const small = some(random.int(4, 8), () =>
      spec(random, ["rectangle", "ell", "channel", "convex"], [80, 500], () => random.int(2, 8)),
    );
    const sheet = { width: 2440, height: 1220 };
    return { ...job([...large, ...small], sheet, 4, [0, 90]), name: `boards-${i}`, set: "own furniture" };
  });
}

/** Round rings, four to a sheet, and what four or nine of fit each ring, some of them only when turned against each other. */
export function ownRings(): BenchJob[] {
  const ring = { id: "ring", quantity: 16, exterior: disc(0, 0, 240, 64), holes: [disc(0, 0, 225, 64)] };
  const inner: [string, Ring, number][] = [
    ["squares", box(0, 0, 148, 148), 64],
    ["hexagons", disc(0, 0, 88, 6), 64],
    ["bars", box(0, 0, 350, 60), 64],
    ["small squares", box(0, 0, 95, 95), 144],
    ["angles", ell(180, 50), 64],
    ["thick angles", ell(170, 70), 64],
    ["trapezia", trapezium(250, 130, 100), 64],
    ["triangles", trapezium(180, 0, 200), 64],
  ];
  return inner.map(([name, exterior, quantity]): BenchJob => {
    const angles = [0, 90, 180, 270];
    const parts = [ring, { id: name, quantity, exterior, holes: [] }].map((part) => ({ ...part, angles }));
    return {
      name: `rings-${name}`,
      set: "own rings",
      parts,
      sheet: { width: 1000, height: 1000 },
      spacing: 5,
      margin: 5,
    };
  });
}

/** Rectangular frames and a disc that fits the opening of each, so that every disc lies inside at best. */
export function ownFrames(): BenchJob[] {
  return Array.from({ length: 6 }, (_, i): BenchJob => {
    const random = new Random(7300 + i);
    const parts = some(8 + 2 * (i % 3), () => i).flatMap((_, k) => {
      const [width, height, wall] = [random.float(300, 900), random.float(300, 900), random.float(15, 60)];
      const opening = Math.min(width, height) - 2 * wall;
      const hole = box(0, 0, width - 2 * wall, height - 2 * wall).map(
        ([x, y]): Point => [x + wall, y + wall],
      );
      const quantity = random.int(2, 8);
      const round = disc(0, 0, random.float(0.15, 0.47) * opening, 40);
      return [
        { id: `frame ${k}`, quantity, exterior: box(0, 0, width, height), holes: [hole] },
        { id: `disc ${k}`, quantity, exterior: round, holes: [] },
      ];
    });
    return {
      name: `frames-${i}`,
      set: "own frames",
      parts: parts.map((part) => ({ ...part, angles: [0, 90] })),
      sheet: { width: 3000, height: 1500 },
      spacing: 3,
      margin: 5,
    };
  });
}

/** A triangle when nothing is left of its top. */
function trapezium(width: number, top: number, height: number): Ring {
  const [left, right] = [(width - top) / 2, (width + top) / 2];
  const upper: Ring =
    top === 0
      ? [[left, height]]
      : [
          [right, height],
          [left, height],
        ];
  return [[0, 0], [width, 0], ...upper];
}

function some<Value>(count: number, make: () => Value): Value[] {
  return Array.from({ length: count }, make);
}

function spec(
  random: Random,
  kinds: ShapeKind[],
  [least, most]: [number, number],
  copies: () => number,
): PartSpec {
  return {
    kind: random.pick(kinds),
    size: random.float(least, most),
    turn: 0,
    offset: 0,
    quantity: copies(),
    seed: random.int(0, 2 ** 31),
  };
}

function job(parts: PartSpec[], sheet: { width: number; height: number }, spacing: number, angles: number[]) {
  const config = { spacing, edge_margin: 0, rotation_step: 90, kerf: 0 };
  const request = nestRequestSchema.parse(requestFrom({ parts, ...sheet, ...config }));
  return { parts: request.parts.map((part) => ({ ...part, angles })), sheet, spacing, margin: 0 };
}
