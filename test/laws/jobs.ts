/** Small random jobs for the laws, with whole numbers, so that moving and turning them loses no digit. */
import { drawing, dxfText, polyline } from "../helpers/drawing/dxf.ts";
import type { Random } from "../helpers/random.ts";

export type Ring = [number, number][];

export interface Rings {
  exterior: Ring;
  holes: Ring[];
}

export interface Part extends Rings {
  id: string;
  quantity: number;
}

export interface SheetJob {
  sheet_width: number;
  sheet_height: number;
  placements: (Rings & { x: number; y: number; rotation: number })[];
  config: { kerf: number };
}

export interface NestJob {
  parts: Part[];
  sheet: { width: number; height: number };
  config: { spacing: number; edge_margin: number; rotation_step: number; kerf: number };
}

export interface CutJob {
  stocks: { id: string; length: number; quantity: number; cost: number }[];
  pieces: { id: string; length: number; quantity: number }[];
  kerf: number;
  optimize: "waste" | "cost";
}

export interface PanelJob {
  stocks: { id: string; length: number; width: number; quantity: number; cost: number }[];
  pieces: { id: string; length: number; width: number; quantity: number }[];
  kerf: number;
}

export function nestJob(random: Random): NestJob {
  const count = random.int(1, 4);
  return {
    parts: Array.from({ length: count }, (_, i) => ({
      id: `part ${i}`,
      ...shape(random),
      quantity: random.int(1, 5),
    })),
    sheet: { width: random.int(150, 400), height: random.int(150, 300) },
    config: {
      spacing: random.int(0, 5),
      edge_margin: random.int(0, 5),
      rotation_step: 90,
      kerf: random.int(0, 2),
    },
  };
}

/** A rectangle, a triangle, an L, a ring or a staircase. */
function shape(random: Random): Rings {
  const [w, h] = [random.int(30, 120), random.int(30, 120)];
  const [a, b] = [random.int(10, w - 10), random.int(10, h - 10)];
  const rectangle: Ring = [
    [0, 0],
    [w, 0],
    [w, h],
    [0, h],
  ];
  const hole: Ring = [
    [8, 8],
    [8, h - 8],
    [w - 8, h - 8],
    [w - 8, 8],
  ];
  return random.pick([
    { exterior: rectangle, holes: [] },
    { exterior: rectangle, holes: [hole] },
    { exterior: [...rectangle.slice(0, 2), [a, h]] as Ring, holes: [] },
    {
      exterior: [
        [0, 0],
        [w, 0],
        [w, b],
        [a, b],
        [a, h],
        [0, h],
      ],
      holes: [],
    },
  ]);
}

export function cutJob(random: Random): CutJob {
  const stocks = Array.from({ length: random.int(1, 3) }, (_, i) => ({
    id: `stock ${i}`,
    length: random.int(2000, 6500),
    quantity: random.chance(0.3) ? random.int(1, 4) : 50,
    cost: random.int(1, 30),
  }));
  const pieces = Array.from({ length: random.int(1, 6) }, (_, i) => ({
    id: `piece ${i}`,
    length: random.int(150, 2400),
    quantity: random.int(1, 9),
  }));
  return { stocks, pieces, kerf: random.int(0, 5), optimize: random.pick(["waste", "cost"] as const) };
}

export function panelJob(random: Random): PanelJob {
  const stocks = Array.from({ length: random.int(1, 2) }, (_, i) => ({
    id: `panel ${i}`,
    length: random.int(1500, 2800),
    width: random.int(1000, 2070),
    quantity: 30,
    cost: 1,
  }));
  const pieces = Array.from({ length: random.int(1, 5) }, (_, i) => ({
    id: `piece ${i}`,
    length: random.int(200, 1400),
    width: random.int(100, 950),
    quantity: random.int(1, 6),
  }));
  return { stocks, pieces, kerf: random.int(0, 5) };
}

/** Parts beside each other, as in a drawing. */
export function partsDrawn(random: Random): Part[] {
  return Array.from({ length: random.int(1, 4) }, (_, i) => {
    const { exterior, holes } = shape(random);
    const aside = (ring: Ring): Ring => ring.map(([x, y]) => [x + 200 * i, y]);
    return { id: `part ${i}`, exterior: aside(exterior), holes: holes.map(aside), quantity: 1 };
  });
}

/** A DXF file of the parts; 4 are millimetres, 1 inches. */
export function drawingOf(parts: readonly Part[], unit = 4): string {
  const rings = parts.flatMap(({ exterior, holes }) => [exterior, ...holes]);
  return dxfText(
    drawing(
      rings.flatMap((ring) => polyline(ring)),
      { unit },
    ),
  );
}

/** Parts in a row, each turned by quarters in a field of its own, with a kerf. */
export function sheetJob(random: Random): SheetJob {
  const count = random.int(1, 5);
  const placements = Array.from({ length: count }, (_, i) => {
    const rotation = random.pick([0, 90, 180, 270]);
    // At most 120 long, so 130 from the middle of its field leaves 10 to the next, however it is turned.
    return { ...shape(random), x: 150 + 280 * i, y: 150, rotation };
  });
  return { sheet_width: 280 * count + 20, sheet_height: 300, placements, config: { kerf: random.int(0, 3) } };
}
