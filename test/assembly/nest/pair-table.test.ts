/** Verdicts of the tables of pairs, against a build without tables, which tests all edges and sums all circles. */
import { beforeAll, describe, expect, it } from "vitest";
import type { Ring } from "../../../engine/base/contract/values/geometry.ts";
import { encodeProblem } from "../../../engine/plan/nest/nest-blocks.ts";
import { ODD_SHAPES, rectangle, seeded } from "../../helpers/nest/nest.ts";
import { compileProbes } from "../../helpers/probe.ts";

interface Probe {
  memory: WebAssembly.Memory;
  room(bytes: number): number;
  open(at: number): void;
  overlap(a: number, b: number, dx: number, dy: number): number;
  price(): number;
  leastPrice(): number;
  work(): number;
}

const SOURCE = `
  import { reserve } from "./memory";
  import { openCircles, prepareCircles } from "./nest/separate/poles";
  import { openPairs, overlapDoubted, PairRelation, Question, QUESTION_BYTES } from "./nest/separate/pair-table";
  import { openProblem, partAt, partCount, readProblem, shapeOf } from "./nest/model/nest-problem";
  import { workSpent } from "./work";
  const question = changetype<Question>(memory.data(72));
  assert(QUESTION_BYTES <= 72);
  export function room(bytes: usize): usize { return reserve(bytes); }
  export function open(at: usize): void {
    openProblem(at);
    readProblem();
    openCircles();
    for (let i = 0; i < partCount; i++) prepareCircles(i);
    openPairs();
  }
  export function overlap(a: i32, b: i32, dx: f64, dy: f64): bool {
    question.ask(shapeOf(partAt(a), 0), shapeOf(partAt(b), 0), dx, dy);
    const verdict = question.verdict();
    return verdict === PairRelation.DOUBT ? overlapDoubted(question) : verdict !== PairRelation.APART;
  }
  export function price(): f64 { return question.price(Infinity); }
  export function leastPrice(): f64 { return question.leastPrice(); }
  export function work(): f64 { return workSpent(); }
`;
const NO_TABLES = {
  file: "assembly/nest/model/limits.ts",
  line: "export const MOST_TABLES = 1000;",
  instead: "export const MOST_TABLES = 0;",
};

/** An instance serves one job. */
let builds: (() => Promise<Probe>)[];
beforeAll(async () => {
  builds = [await compileProbes<Probe>(SOURCE), await compileProbes<Probe>(SOURCE, [], [NO_TABLES])];
});

const SIZE = 40;

/** Parts named by their shapes, `gap` apart, in both builds. */
async function openBoth(shapes: Ring[][], gap: number): Promise<[Probe, Probe]> {
  const block = encodeProblem({
    seed: 1,
    searchIndex: 0,
    gap,
    types: [
      { width: 1000, height: 1000, quantity: 1, cost: 1, free: false, right: 0, top: 0, obstacles: [] },
    ],
    strip: false,
    mostSheets: 1,
    leastSheets: 0,
    orientations: [{ cos: 1, sin: 0, mirrored: false, rotation: 0 }],
    parts: shapes.map((rings) => ({ quantity: 1, level: 0, orientations: [0], rings })),
  });
  return Promise.all(
    builds.map(async (start) => {
      const probe = await start();
      const at = probe.room(block.byteLength);
      new Float64Array(probe.memory.buffer, at, block.length).set(block);
      probe.open(at);
      return probe;
    }),
  ) as Promise<[Probe, Probe]>;
}

describe("tables of pairs", () => {
  it.each([0, 0.5, 6])("say who overlaps as exactly as a test of all edges, %d apart", async (gap) => {
    const random = seeded(11);
    const names = ["star", "ring", "comb", "circle", "rectangle"];
    const shapes = names.map((name) => {
      const { exterior, holes = [] } = ODD_SHAPES[name]!(random, SIZE);
      return [exterior, ...holes];
    });
    const [tables, edges] = await openBoth(shapes, gap);
    let contacts = 0;
    for (let round = 0; round < 3000; round++) {
      const [a, b] = [Math.floor(random() * names.length), Math.floor(random() * names.length)];
      const at = () => (random() * 2 - 1) * SIZE * 1.2;
      let [inX, inY, outX, outY] = [at(), at(), at(), at()];
      const agree = (x: number, y: number) => {
        const expected = edges.overlap(a, b, x, y);
        expect(tables.overlap(a, b, x, y), `${names[a]} and ${names[b]} at ${x}, ${y}`).toBe(expected);
        expect(tables.overlap(b, a, -x, -y)).toBe(edges.overlap(b, a, -x, -y));
        return expected;
      };
      if (agree(inX, inY) === agree(outX, outY)) continue;
      // Close in on the contact, where a hair decides.
      contacts++;
      const first = agree(inX, inY);
      for (let halving = 0; halving < 22; halving++) {
        const [x, y] = [(inX + outX) / 2, (inY + outY) / 2];
        if (agree(x, y) === first) [inX, inY] = [x, y];
        else [outX, outY] = [x, y];
      }
    }
    expect(contacts).toBeGreaterThan(500);
  });

  it("have room for the edges of outlines with hundreds of points", async () => {
    const wavy = (waves: number): Ring =>
      Array.from({ length: 300 }, (_, i) => {
        const turn = (i * 2 * Math.PI) / 300;
        const radius = SIZE * (0.35 + 0.15 * Math.sin(waves * turn));
        return [radius * Math.cos(turn), radius * Math.sin(turn)];
      });
    const probes = await openBoth([[wavy(5)], [wavy(12)]], 0);
    const answers = probes.map((probe) => {
      const ask = () => {
        const random = seeded(13);
        const at = () => (random() * 2 - 1) * SIZE;
        return Array.from({ length: 20_000 }, () => probe.overlap(0, 1, at(), at()));
      };
      const first = ask();
      const before = probe.work();
      expect(ask()).toEqual(first);
      return { first, work: probe.work() - before };
    });
    const [tables, edges] = answers as [(typeof answers)[0], (typeof answers)[0]];
    expect(tables.first).toEqual(edges.first);
    expect(tables.work).toBeLessThan(edges.work / 2);
  });

  it("know of most overlaps what they cost at least once they have been priced", async () => {
    const random = seeded(14);
    const names = ["star", "ring", "circle", "rectangle"];
    const shapes = names.map((name) => [ODD_SHAPES[name]!(random, SIZE).exterior]);
    const [tables] = await openBoth([...shapes, [rectangle(SIZE / 40, SIZE * 6)]], 0);
    let [overlaps, known, close] = [0, 0, 0];
    for (let round = 0; round < 4000; round++) {
      const [a, b] = [Math.floor(random() * 5), Math.floor(random() * 5)];
      const [x, y] = [(random() * 2 - 1) * SIZE, (random() * 2 - 1) * SIZE];
      if (!tables.overlap(a, b, x, y)) continue;
      tables.price();
      tables.overlap(a, b, x, y);
      overlaps++;
      const [least, price] = [tables.leastPrice(), tables.price()];
      expect(least).toBeLessThanOrEqual(price);
      if (least > 0) known++;
      if (least > price * 0.8) close++;
    }
    expect(overlaps).toBeGreaterThan(500);
    expect(known / overlaps).toBeGreaterThan(0.7);
    expect(close / overlaps).toBeGreaterThan(0.6);
  });

  it("price an overlap nearly as the sum over all circles does, and never nothing", async () => {
    const random = seeded(12);
    const names = ["star", "ring", "circle", "rectangle"];
    const shapes = names.map((name) => [ODD_SHAPES[name]!(random, SIZE).exterior]);
    const [tables, circles] = await openBoth([...shapes, [rectangle(SIZE, SIZE)]], 0);
    const errors: number[] = [];
    for (let round = 0; round < 3000; round++) {
      const [a, b] = [Math.floor(random() * 5), Math.floor(random() * 5)];
      const [x, y] = [(random() * 2 - 1) * SIZE, (random() * 2 - 1) * SIZE];
      if (!circles.overlap(a, b, x, y)) continue;
      tables.overlap(a, b, x, y);
      expect(tables.price()).toBeGreaterThan(0);
      errors.push(Math.abs(tables.price() / circles.price() - 1));
    }
    errors.sort((p, q) => p - q);
    expect(errors.length).toBeGreaterThan(500);
    expect(errors[Math.floor(errors.length / 2)]).toBeLessThan(0.02);
    expect(errors[Math.floor(errors.length * 0.99)]).toBeLessThan(0.3);
  });
});
