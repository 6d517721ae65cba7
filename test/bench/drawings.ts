/** The project's own drawings: the shapes of generated nesting jobs, written as a careless CAD program would. */
import type { Ring } from "../../engine/contract/geometry.ts";
import { nestRequestSchema } from "../../engine/contract/nest.ts";
import { boundsOf, openRing, signedArea } from "../../engine/geometry/ring.ts";
import { randomJob, requestFrom, type ShapeKind } from "../helpers/nestjobs.ts";
import { Random } from "../helpers/random.ts";
import type { BenchDrawing } from "./dxf.ts";

const KINDS: ShapeKind[] = [
  "rectangle",
  "concave",
  "star",
  "comb",
  "ell",
  "circle",
  "washer",
  "plate",
  "frame",
];

export function ownDrawings(): BenchDrawing[] {
  return [1, 10, 100, 1000].flatMap((count) =>
    (["lines", "polylines"] as const).map((style): BenchDrawing => {
      const parts = partsInRows(count);
      const area = parts.flat().reduce((sum, ring) => sum + signedArea(ring), 0);
      const text = drawingOf(parts.flat(), style, new Random(count));
      return { set: style, name: `${count} parts`, bytes: () => new TextEncoder().encode(text), area };
    }),
  );
}

/** Rings per part, exterior counter-clockwise and holes clockwise, parts well apart. */
function partsInRows(count: number): Ring[][] {
  const random = new Random(count);
  const specs = Array.from({ length: count }, () => ({
    kind: random.pick(KINDS),
    size: random.float(20, 90),
    turn: 0,
    offset: 0,
    quantity: 1,
    seed: random.int(0, 2 ** 31),
  }));
  // Two hundred parts make a request; a drawing may hold more.
  const parts = specs.flatMap(
    (spec) => nestRequestSchema.parse(requestFrom({ ...randomJob(1), parts: [spec] })).parts,
  );
  return parts.map(({ exterior, holes }, i) => {
    const { min_x, min_y } = boundsOf(exterior);
    return [exterior, ...holes].map((ring, r): Ring => {
      const open = openRing(ring).map(([x, y]): [number, number] => [
        x - min_x + 100 * (i % 40),
        y - min_y + 100 * Math.floor(i / 40),
      ]);
      return signedArea(open) > 0 === (r === 0) ? open : open.reverse();
    });
  });
}

/** One LINE per edge in any order and direction, or one closed LWPOLYLINE per ring. */
function drawingOf(rings: Ring[], style: "lines" | "polylines", random: Random): string {
  const entities =
    style === "polylines"
      ? rings.map(polyline)
      : random.shuffle(rings.flatMap((ring) => lines(ring, random)));
  const head = [
    "0",
    "SECTION",
    "2",
    "HEADER",
    "9",
    "$ACADVER",
    "1",
    "AC1015",
    "9",
    "$INSUNITS",
    "70",
    "4",
    "0",
    "ENDSEC",
  ];
  const body = ["0", "SECTION", "2", "ENTITIES", ...entities.flat(), "0", "ENDSEC", "0", "EOF"];
  return `${[...head, ...body].join("\n")}\n`;
}

function polyline(ring: Ring): string[] {
  const corners = ring.flatMap(([x, y]) => ["10", `${x}`, "20", `${y}`]);
  return ["0", "LWPOLYLINE", "8", "CUT", "90", `${ring.length}`, "70", "1", ...corners];
}

function lines(ring: Ring, random: Random): string[][] {
  return ring.map((point, i) => {
    const ends = [point, ring[(i + 1) % ring.length]!];
    const [[ax, ay], [bx, by]] = (random.chance(0.5) ? ends : ends.reverse()) as [
      [number, number],
      [number, number],
    ];
    return ["0", "LINE", "8", "CUT", "10", `${ax}`, "20", `${ay}`, "11", `${bx}`, "21", `${by}`];
  });
}
