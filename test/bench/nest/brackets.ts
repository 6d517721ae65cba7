/** U-shapes, brackets, rings and crosses: what waste they force is known of few of them, so bounds are held against it. */
import type { Ring } from "../../../engine/base/contract/values/geometry.ts";
import { Random } from "../../helpers/random.ts";
import type { BenchJob, BenchPart } from "../jobs.ts";

type Outline = Pick<BenchPart, "exterior" | "holes">;

/** One to three types of a seventh to seven tenths of the sheet's short side, for two to five sheets or so. */
export function ownBrackets(count = 100): BenchJob[] {
  return Array.from({ length: count }, (_, i): BenchJob => {
    const random = new Random(7300 + i);
    const sheet = random.pick([
      { width: 1000, height: 1000 },
      { width: 2000, height: 1000 },
    ]);
    const types = 1 + (i % 3);
    const room = (sheet.width * sheet.height * random.float(1.5, 4.5)) / types;
    const parts = Array.from({ length: types }, (_, k): BenchPart => {
      const size = 1000 * 0.15 * (0.7 / 0.15) ** random.next();
      const outline = random.pick([channel, bracket, frame, ring])(random, size);
      const { width, height } = extentOf(outline.exterior);
      const quantity = Math.max(2, Math.round(room / (width * height)));
      return { id: `${k}`, quantity, angles: [0, 90, 180, 270], ...outline };
    });
    const spacing = random.pick([0, 4]);
    return { name: `brackets-${i}`, set: "own brackets", parts, sheet, spacing, margin: random.pick([0, 5]) };
  });
}

/** Twelve to forty kinds of crosses more than half as long as the sheet is wide: no two share one. */
export function ownCrosses(count = 20): BenchJob[] {
  return Array.from({ length: count }, (_, i): BenchJob => {
    const random = new Random(8100 + i);
    const parts = Array.from({ length: random.int(12, 40) }, (_, k): BenchPart => {
      const quantity = random.int(1, 4);
      return { id: `${k}`, quantity, angles: [0, 90], ...cross(random, random.float(800, 980)) };
    });
    const sheet = { width: 1000, height: 1000 };
    return { name: `crosses-${i}`, set: "own crosses", parts, sheet, spacing: 0, margin: 0 };
  });
}

function cross(random: Random, span: number): Outline {
  const [end, arm] = [span / 2, span * random.float(0.06, 0.13)];
  const exterior: Ring = [
    [-arm, -end],
    [arm, -end],
    [arm, -arm],
    [end, -arm],
    [end, arm],
    [arm, arm],
    [arm, end],
    [-arm, end],
    [-arm, arm],
    [-end, arm],
    [-end, -arm],
    [-arm, -arm],
  ];
  return { exterior, holes: [] };
}

/** A U: its walls a twelfth to a third of it, its pocket as deep as it is or less. */
function channel(random: Random, width: number): Outline {
  const wall = width * random.float(0.08, 0.34);
  const height = width * random.float(0.5, 1.4);
  const floor = Math.min(0.6 * height, wall * random.float(0.6, 2));
  const exterior: Ring = [
    [0, 0],
    [width, 0],
    [width, height],
    [width - wall, height],
    [width - wall, floor],
    [wall, floor],
    [wall, height],
    [0, height],
  ];
  return { exterior, holes: [] };
}

/** An L with legs of different widths. */
function bracket(random: Random, width: number): Outline {
  const height = width * random.float(0.5, 1.2);
  const [wall, floor] = [width * random.float(0.1, 0.45), height * random.float(0.1, 0.45)];
  const exterior: Ring = [
    [0, 0],
    [width, 0],
    [width, floor],
    [wall, floor],
    [wall, height],
    [0, height],
  ];
  return { exterior, holes: [] };
}

function frame(random: Random, width: number): Outline {
  const height = width * random.float(0.6, 1);
  const wall = height * random.float(0.06, 0.3);
  return { exterior: box(0, width, height), holes: [box(wall, width - wall, height - wall)] };
}

function ring(random: Random, width: number): Outline {
  const r = width / 2;
  return { exterior: round(r, 48), holes: [round(r * random.float(0.3, 0.85), 48)] };
}

function box(from: number, right: number, top: number): Ring {
  return [
    [from, from],
    [right, from],
    [right, top],
    [from, top],
  ];
}

function round(radius: number, corners: number): Ring {
  return Array.from({ length: corners }, (_, i) => {
    const angle = (2 * Math.PI * i) / corners;
    return [radius * Math.cos(angle), radius * Math.sin(angle)];
  });
}

function extentOf(exterior: Ring): { width: number; height: number } {
  const [xs, ys] = [exterior.map(([x]) => x), exterior.map(([, y]) => y)];
  return { width: Math.max(...xs) - Math.min(...xs), height: Math.max(...ys) - Math.min(...ys) };
}
