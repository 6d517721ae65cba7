/**
 * Jobs of rectangles: the ten classes that the literature compares on (J. Berkey and P. Wang, 1987; S. Martello and D.
 * Vigo, 1998), sheets cut up without waste, and the twelve pentominoes.
 */
import type { Point, Ring } from "../../../engine/base/contract/values/geometry.ts";
import type { Random } from "../random.ts";
import { rectangle } from "./nest.ts";

export interface Sides {
  width: number;
  height: number;
}

/** Greatest side of a rectangle, and side of the square sheet, in classes 1 to 6. */
const BERKEY_WANG = [
  [10, 10],
  [10, 30],
  [35, 40],
  [35, 100],
  [100, 100],
  [100, 300],
] as const;

/** Rectangles of one of the ten classes, and the sheet that they are for. */
export function classJob(random: Random, number: number, count: number): { sides: Sides[]; sheet: number } {
  const [most, sheet] = BERKEY_WANG[number - 1] ?? [0, 100];
  const draw = (): Sides => {
    if (most > 0) return { width: random.int(1, most), height: random.int(1, most) };
    // Classes 7 to 10: seven in ten are of the class's own kind.
    const own = number - 7;
    const kind = random.chance(0.7) ? own : random.pick([0, 1, 2, 3].filter((other) => other !== own));
    const wide = () => random.int(Math.ceil((2 * sheet) / 3), sheet);
    const low = () => random.int(1, sheet / 2);
    const half = () => random.int(sheet / 2, sheet);
    if (kind === 0) return { width: wide(), height: low() };
    if (kind === 1) return { width: low(), height: wide() };
    return kind === 2 ? { width: half(), height: half() } : { width: low(), height: low() };
  };
  return { sides: Array.from({ length: count }, draw), sheet };
}

/** A sheet cut from edge to edge until there are so many pieces, some of them turned. */
export function guillotined(random: Random, sheet: Sides, pieces: number, turned: boolean): Sides[] {
  const found = [sheet];
  while (found.length < pieces) {
    const at = random.int(0, found.length - 1);
    const { width, height } = found[at]!;
    const across = random.chance(width / (width + height));
    const length = across ? width : height;
    if (length < 2) continue;
    const cut = random.int(1, length - 1);
    const parts = across
      ? [
          { width: cut, height },
          { width: width - cut, height },
        ]
      : [
          { width, height: cut },
          { width, height: height - cut },
        ];
    found.splice(at, 1, ...parts);
  }
  return random.shuffle(turned ? found.map((sides) => turnSome(random, sides)) : found);
}

/** A sheet cut into four pieces around a fifth, and some of those again. */
export function wheeled(random: Random, sheet: Sides, wheels: number): Sides[] {
  const found = [sheet];
  for (let left = wheels; left > 0; ) {
    const at = found.findIndex(({ width, height }) => width >= 5 && height >= 5);
    if (at < 0) break;
    const [{ width, height }] = found.splice(at, 1) as [Sides];
    const [x, right] = [random.int(1, width - 3), random.int(1, width - 3)].sort((a, b) => a - b);
    const [y, top] = [random.int(1, height - 3), random.int(1, height - 3)].sort((a, b) => a - b);
    const [x2, y2] = [right! + 2, top! + 2];
    found.push(
      { width: x2, height: y! },
      { width: width - x2, height: y2 },
      { width: width - x!, height: height - y2 },
      { width: x!, height: height - y! },
      { width: x2 - x!, height: y2 - y! },
    );
    left--;
  }
  return random.shuffle(found.map((sides) => turnSome(random, sides)));
}

function turnSome(random: Random, { width, height }: Sides): Sides {
  return random.chance(0.5) ? { width, height } : { width: height, height: width };
}

/** Parts of a request; all angles at which they lie along the axes, or the one in which they come. */
export function partsOf(sides: readonly Sides[], turns: boolean) {
  return sides.map(({ width, height }, i) => ({
    id: `${i}`,
    quantity: 1,
    exterior: rectangle(width, height),
    holes: [] as Ring[],
    angles: turns ? [0, 90] : [0],
  }));
}

const PENTOMINOES = {
  F: [".XX", "XX.", ".X."],
  I: ["XXXXX"],
  L: ["X...", "XXXX"],
  N: [".XXX", "XX.."],
  P: ["XX", "XX", "X."],
  T: ["XXX", ".X.", ".X."],
  U: ["X.X", "XXX"],
  V: ["X..", "X..", "XXX"],
  W: ["X..", "XX.", ".XX"],
  X: [".X.", "XXX", ".X."],
  Y: [".X..", "XXXX"],
  Z: ["XX.", ".X.", ".XX"],
};

/** The twelve of them, their cells so wide. */
export function pentominoes(cell: number) {
  return Object.entries(PENTOMINOES).map(([id, rows]) => ({ id, exterior: outlineOf(rows, cell) }));
}

/** Walks around the cells that are marked, those to the left. */
function outlineOf(rows: readonly string[], cell: number): Ring {
  const marked = (x: number, y: number) => rows[y]?.[x] === "X";
  const ways = new Map<string, Point>();
  rows.forEach((row, y) => {
    for (let x = 0; x < row.length; x++) {
      if (!marked(x, y)) continue;
      if (!marked(x, y - 1)) ways.set(`${[x, y]}`, [x + 1, y]);
      if (!marked(x + 1, y)) ways.set(`${[x + 1, y]}`, [x + 1, y + 1]);
      if (!marked(x, y + 1)) ways.set(`${[x + 1, y + 1]}`, [x, y + 1]);
      if (!marked(x - 1, y)) ways.set(`${[x, y + 1]}`, [x, y]);
    }
  });
  const start = [...ways.values()][0]!;
  const ring: Ring = [];
  let at = start;
  do {
    ring.push([at[0] * cell, at[1] * cell]);
    at = ways.get(`${at}`)!;
  } while (`${at}` !== `${start}`);
  return ring;
}
