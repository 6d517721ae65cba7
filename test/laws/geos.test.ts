/**
 * GEOS, the geometry of PostGIS and Shapely, as a second judge: the judge of layouts says "overlap" and "too-close" of a
 * pair of parts where GEOS measures it, in layouts that the engine made and in ones with a part pushed aside.
 */
import initGeosJs from "geos-wasm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { verifyNest } from "../../engine/entries/verify.ts";
import { createEngine, type Engine, type NestPlan } from "../../engine/index.node.ts";
import { Random } from "../helpers/random.ts";
import { nestJob, type Ring, type Rings } from "./jobs.ts";

const CASES = Math.max(60, Math.round(Number(process.env.LAWS_CASES ?? 0) / 10));
const FIRST_SEED = Number(process.env.LAWS_SEED ?? 1);
/** Distances and areas this close to what is allowed are left to either judge. */
const DOUBT = 1e-5;

type Geos = Awaited<ReturnType<typeof initGeosJs>>;

let engine: Engine;
let geos: Geos;
let number: number;

beforeAll(async () => {
  engine = await createEngine({ workers: 0 });
  geos = await initGeosJs();
  number = geos.Module._malloc(8);
});

afterAll(() => engine?.close());

/** A polygon of GEOS from its rings. */
function polygon({ exterior, holes }: Rings): number {
  const ring = (points: Ring) => `(${[...points, points[0]!].map((point) => point.join(" ")).join(",")})`;
  const text = `POLYGON (${[exterior, ...holes].map(ring).join(",")})`;
  const size = text.length + 1;
  const memory = geos.Module._malloc(size);
  geos.Module.stringToUTF8(text, memory, size);
  const reader = geos.GEOSWKTReader_create();
  const shape = geos.GEOSWKTReader_read(reader, memory);
  geos.GEOSWKTReader_destroy(reader);
  geos.Module._free(memory);
  return shape;
}

function areaOf(shape: number): number {
  geos.GEOSArea(shape, number);
  return geos.Module.getValue(number, "double");
}

function distance(a: number, b: number): number {
  geos.GEOSDistance(a, b, number);
  return geos.Module.getValue(number, "double");
}

function commonArea(a: number, b: number): number {
  const common = geos.GEOSIntersection(a, b);
  const area = areaOf(common);
  geos.GEOSGeom_destroy(common);
  return area;
}

function placed(
  { exterior, holes }: Rings,
  { x, y, rotation }: { x: number; y: number; rotation: number },
): Rings {
  const angle = (rotation / 180) * Math.PI;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const move = (ring: Ring): Ring => ring.map(([u, v]) => [x + u * cos - v * sin, y + u * sin + v * cos]);
  return { exterior: move(exterior), holes: holes.map(move) };
}

it(`agrees with the judge on ${CASES} layouts from seed ${FIRST_SEED}, as they are and with a part pushed`, async () => {
  let [pairs, faults] = [0, 0];
  for (let seed = FIRST_SEED; seed < FIRST_SEED + CASES; seed++) {
    const random = new Random(seed);
    const job = nestJob(random);
    const angles = [0, 90, random.float(0, 360), random.float(0, 360)];
    const request = { ...job, parts: job.parts.map((part) => ({ ...part, angles })) };
    const plan = await engine.nest(request, { workBudget: 50_000, timeLimitMs: 600_000 });
    for (const layout of [plan, pushed(plan, random)]) {
      const said = new Map<string, string>();
      for (const { code, sheet, placements } of verifyNest(request, layout).violations) {
        if (code === "overlap" || code === "too-close") said.set([sheet, ...placements!].join(), code);
      }
      const { spacing, kerf } = job.config;
      for (const [index, { placements, utilization }] of layout.sheets.entries()) {
        const shapes = placements.map((placement) => polygon(placed(job.parts[placement.part]!, placement)));
        const total = shapes.reduce((sum, shape) => sum + areaOf(shape), 0);
        expect(utilization).toBeCloseTo((100 * total) / (job.sheet.width * job.sheet.height), 3);
        for (let a = 0; a < shapes.length; a++) {
          for (let b = a + 1; b < shapes.length; b++) {
            const [gap, common] = [distance(shapes[a]!, shapes[b]!), commonArea(shapes[a]!, shapes[b]!)];
            const missing = spacing + kerf - gap;
            if (Math.abs(missing) < DOUBT || (common > 0 && common < DOUBT)) continue;
            const measured = common > 0 ? "overlap" : missing > 0 ? "too-close" : undefined;
            expect([seed, index, a, b, said.get([index, a, b].join())]).toEqual([
              seed,
              index,
              a,
              b,
              measured,
            ]);
            pairs++;
            if (measured) faults++;
          }
        }
        for (const shape of shapes) geos.GEOSGeom_destroy(shape);
      }
    }
  }
  expect(pairs).toBeGreaterThan(10 * CASES);
  expect(faults).toBeGreaterThan(CASES / 4);
});

/** The same layout with one of its parts somewhere near. */
function pushed(plan: NestPlan, random: Random): NestPlan {
  const { request: _, ...copy } = JSON.parse(JSON.stringify(plan));
  const { placements } = random.pick(copy.sheets as NestPlan["sheets"]) as {
    placements: { x: number; y: number }[];
  };
  const one = random.pick(placements);
  one.x += random.float(-15, 15);
  one.y += random.float(-15, 15);
  return copy as NestPlan;
}
