/** Jobs like those of four trades, to count how many plans are proven: a shop asks whether another sheet could be saved. */
import { nestRequestSchema } from "../../../engine/base/contract/v1/nest.ts";
import { type PartSpec, requestFrom, type ShapeKind } from "../../helpers/nest/jobs.ts";
import { Random } from "../../helpers/random.ts";
import type { BenchJob } from "../jobs.ts";

interface Trade {
  sheets: { width: number; height: number }[];
  spacing: number[];
  margin: number[];
  /** Each kind as often as it stands here. */
  kinds: ShapeKind[];
  types: [number, number];
  /** Span of the least and the largest part, mm. */
  sizes: [number, number];
  copies: [number, number];
  angles: number[][];
}

const RIGHT = [0, 90, 180, 270];

const TRADES: Record<string, Trade> = {
  metal: {
    sheets: [
      { width: 3000, height: 1500 },
      { width: 2500, height: 1250 },
      { width: 2000, height: 1000 },
    ],
    spacing: [4, 6, 10],
    margin: [5, 10],
    kinds: ["plate", "plate", "rectangle", "ell", "triangle", "washer", "channel", "convex"],
    types: [4, 14],
    sizes: [80, 900],
    copies: [1, 16],
    angles: [RIGHT],
  },
  furniture: {
    sheets: [
      { width: 2800, height: 2070 },
      { width: 2440, height: 1220 },
    ],
    spacing: [4, 5],
    margin: [0, 10],
    kinds: ["rectangle", "rectangle", "rectangle", "rectangle", "ell", "frame"],
    types: [5, 15],
    sizes: [200, 1100],
    copies: [1, 8],
    angles: [[0, 180], RIGHT],
  },
  plates: {
    sheets: [
      { width: 2000, height: 1000 },
      { width: 1500, height: 1000 },
    ],
    spacing: [2, 5],
    margin: [5],
    kinds: ["plate", "plate", "washer", "circle", "rectangle"],
    types: [1, 5],
    sizes: [100, 450],
    copies: [5, 60],
    angles: [RIGHT],
  },
  signs: {
    sheets: [
      { width: 1220, height: 610 },
      { width: 3050, height: 2050 },
    ],
    spacing: [3, 8],
    margin: [5, 10],
    kinds: ["comb", "star", "ell", "channel", "concave", "circle", "convex"],
    types: [4, 16],
    sizes: [80, 600],
    copies: [1, 6],
    angles: [[0], [0, 180], RIGHT],
  },
};

/** For each trade jobs of a fifth of a sheet to four sheets by their boxes' area. */
export function ownShops(each = 25): BenchJob[] {
  return Object.entries(TRADES).flatMap(([name, trade], t) =>
    Array.from({ length: each }, (_, i): BenchJob => {
      const random = new Random(9000 + 1000 * t + i);
      const sheet = random.pick(trade.sheets);
      const [spacing, edge_margin] = [random.pick(trade.spacing), random.pick(trade.margin)];
      const largest = Math.min(trade.sizes[1], 0.9 * (Math.min(sheet.width, sheet.height) - 2 * edge_margin));
      const specs = Array.from(
        { length: random.int(...trade.types) },
        (): PartSpec => ({
          kind: random.pick(trade.kinds),
          size: Math.round(trade.sizes[0] * (largest / trade.sizes[0]) ** random.next()),
          turn: 0,
          offset: 0,
          quantity: random.int(...trade.copies),
          seed: random.int(0, 2 ** 31),
        }),
      );
      const room = sheet.width * sheet.height * random.float(0.2, 4);
      const asked = specs.reduce((sum, { size, quantity }) => sum + size * size * quantity, 0);
      for (const spec of specs) spec.quantity = Math.max(1, Math.round((spec.quantity * room) / asked));
      const job = { parts: specs, ...sheet, spacing, edge_margin, rotation_step: 90, kerf: 0 };
      const { parts } = nestRequestSchema.parse(requestFrom(job));
      const angles = random.pick(trade.angles);
      return {
        name: `${name}-${i}`,
        set: `shop ${name}`,
        parts: parts.map((part) => ({ ...part, angles })),
        sheet,
        spacing,
        margin: edge_margin,
      };
    }),
  );
}
