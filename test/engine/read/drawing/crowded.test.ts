/** Drawings that ask for more than they show: scribbles, a layer for every line, names without end, crowded places. */
import { describe, expect, it, vi } from "vitest";
import { PointGrid } from "../../../../engine/read/drawing/basis/grid.ts";
import { DRAWING_LIMITS, WorkMeter } from "../../../../engine/read/drawing/basis/limits.ts";
import {
  block,
  circle,
  ellipse,
  insert,
  line,
  polyline,
  readEntities,
  rectangle,
  spline,
  type Tag,
} from "../../../helpers/drawing/dxf.ts";
import { Random } from "../../../helpers/random.ts";

/**
 * Up and down to the right, and back the other way up: crosses itself once in every unit, and between the crossings the
 * two ways enclose half a square each.
 */
function zigzag(units: number, x = 0, y = 0): [number, number][] {
  const there = Array.from({ length: units + 1 }, (_, i): [number, number] => [x + i, y + (i % 2)]);
  const back = there.map(([px, py]): [number, number] => [px, y + 1 - (py - y)]);
  return [...there, ...back.reverse()];
}

function scribble(points: number, random: Random): [number, number][] {
  return Array.from({ length: points }, () => [1000 * random.next(), 1000 * random.next()]);
}

const codes = ({ findings }: ReturnType<typeof readEntities>) => findings.map(({ code }) => code);

describe("an outline that crosses itself", () => {
  it("a thousand times is measured exactly", () => {
    const read = readEntities(polyline(zigzag(1000)));
    expect(read.data.area).toBeCloseTo(500, 6);
    expect(codes(read)).toContain("self-intersecting");
  });

  it("a million times is refused, as it takes too much work", () => {
    expect(() => readEntities(polyline(scribble(3000, new Random(7))))).toThrow(/million steps/);
  });
});

describe("a drawing", () => {
  it("of squares side by side that meet in more than a million places is read whole", () => {
    const side = 206;
    const squares = Array.from({ length: side * side }, (_, i) =>
      rectangle(10 * (i % side), 10 * Math.floor(i / side), 10, 10),
    );
    const read = readEntities(squares.flat());
    expect(codes(read)).toEqual(["shared-edges", "several-parts"]);
    expect(read.parts.length).toBe(side * side);
    expect(read.account.more.shared).toBeCloseTo(2 * 10 * side * (side - 1), 3);
  });

  it("of circles that each overlap four others keeps all of them whole", () => {
    const side = 175;
    const circles = Array.from({ length: side * side }, (_, i) =>
      circle(10 * (i % side), 10 * Math.floor(i / side), 6),
    );
    const { parts, findings } = readEntities(circles.flat());
    expect(findings.find(({ code }) => code === "contours-cross")?.count).toBe(2 * side * (side - 1));
    expect(parts.length).toBe(side * side);
  });

  it("may ask for the more work the larger its file is, and no more than for the largest", () => {
    const most = [0, 1000, 1e6, 1e9].map((bytes) => {
      const meter = new WorkMeter();
      meter.allowFor(bytes);
      for (let spent = 0; ; spent += 1000)
        try {
          meter.spend(1000);
        } catch {
          return spent;
        }
    });
    expect(most).toEqual([20_000_000, 20_010_000, 30_000_000, 100_000_000]);
  });

  it("of many circles over each other ends at a limit of work, and asks no clock", () => {
    const clocks = [vi.spyOn(performance, "now"), vi.spyOn(Date, "now")];
    for (const clock of clocks)
      clock.mockImplementation(() => {
        throw new Error("asked");
      });
    const usual = DRAWING_LIMITS.work;
    Object.assign(DRAWING_LIMITS, { work: 1_000_000 });
    const every = [70, 71].map((code): [number, number] => [code, 60]);
    const apart = [44, 45].map((code): [number, number] => [code, 1]);
    const blocks = block("RING", circle(0, 0, 300));
    let error: unknown;
    try {
      readEntities(insert("RING", 0, 0, [...every, ...apart]), { blocks });
    } catch (caught) {
      error = caught;
    }
    Object.assign(DRAWING_LIMITS, { work: usual });
    for (const clock of clocks) clock.mockRestore();
    expect(error).toMatchObject({
      code: "INVALID_DXF",
      message: expect.stringContaining("more than 1 million steps"),
    });
  });

  it("of strips laid across each other is read, whatever number of places they cross in", () => {
    const strips = Array.from({ length: 150 }, (_, i) => [
      ...rectangle(4 * i, -2, 1, 604),
      ...rectangle(-2, 4 * i, 604, 1),
    ]);
    const { parts, findings } = readEntities(strips.flat());
    expect(parts).toHaveLength(300);
    expect(findings.find(({ code }) => code === "contours-cross")?.count).toBe(150 * 150);
  });

  it.each<[string, (x: number, y: number) => Tag[]]>([
    ["begin", (x, y) => line(0, 0, x, y)],
    ["end", (x, y) => line(x, y, 0, 0)],
  ])("of 1,000 lines that %s at one place has no crossings", (_, ray) => {
    const rays = Array.from({ length: 1000 }, (_, i) => {
      const angle = (2 * Math.PI * i) / 1000;
      return ray(1000 * Math.cos(angle), 1000 * Math.sin(angle));
    });
    const read = readEntities(rays.flat());
    expect(codes(read)).toEqual(["open-outside"]);
    expect(read.paths).toHaveLength(1000);
  });

  it("of ellipses in each other has no crossings, and every second one is a hole", () => {
    const ellipses = Array.from({ length: 60 }, (_, i) => ellipse(0, 0, 20 + i, 0, 0.5));
    const read = readEntities(ellipses.flat());
    expect(read.parts).toHaveLength(30);
    const areas = Array.from(
      { length: 30 },
      (_, i) => (Math.PI / 2) * ((21 + 2 * i) ** 2 - (20 + 2 * i) ** 2),
    );
    const sum = (all: number[]) => all.reduce((total, area) => total + area);
    expect(sum(read.parts.map(({ area }) => area))).toBeCloseTo(sum(areas), 3);
  });

  it("with a layer for every line is joined across them", () => {
    const sides = 15_000;
    const at = (i: number) => {
      const angle = (2 * Math.PI * (i % sides)) / sides;
      return [1e5 * Math.cos(angle), 1e5 * Math.sin(angle)] as const;
    };
    const lines = Array.from({ length: sides }, (_, i) => line(...at(i), ...at(i + 1), `L${i}`)).flat();
    const { data, parts } = readEntities(lines);
    expect(parts).toHaveLength(1);
    expect(data.area / ((sides / 2) * 1e10 * Math.sin((2 * Math.PI) / sides))).toBeCloseTo(1, 9);
  });

  it("with names without end tells the first ones, and counts the others together", () => {
    const inserts = Array.from({ length: 300 }, (_, i) => insert(`MISSING${i}`, 0, 0)).flat();
    const { findings } = readEntities([...rectangle(0, 0, 10, 10), ...inserts]);
    const missing = findings.filter(({ code }) => code === "block-missing");
    expect(missing).toHaveLength(50);
    expect(missing.reduce((sum, { count }) => sum + count, 0)).toBe(300);
    expect(missing[0]!.message).toContain("MISSING0");
    expect(missing.at(-1)!.message).toContain("(others)");
  });
});

describe("a drawing with curves that no tolerance thins out", () => {
  it("keeps the others fine, and gives every ring a triangle at least", () => {
    const wild = Array.from({ length: 60 }, (_, i) =>
      spline({
        degree: 3,
        knots: [0, 0, 0, 0, 1, 1, 1, 1],
        control: [
          [20 * i, 0],
          [20 * i + 10, 30],
          [20 * i - 10, 30],
          [20 * i, 0],
        ],
        weights: [1, 1e-4, 1e4, 1],
      }),
    ).flat();
    const { parts, findings } = readEntities([...circle(0, 1000, 100), ...wild]);
    expect(findings.map(({ code }) => code)).not.toContain("points-coarsened");
    expect(parts.length).toBeGreaterThan(55);
    expect(parts[0]!.exterior.length).toBeGreaterThan(100);
    for (const { exterior } of parts) expect(new Set(exterior.map(String)).size).toBeGreaterThan(2);
  });
});

describe("a grid of points", () => {
  it("finds them farther from the origin than cells of its size can be told apart", () => {
    for (const far of [4e9, 1e15, 1e20]) {
      const grid = new PointGrid(1e-12, 4);
      grid.add(far, -far);
      const seen: number[] = [];
      grid.near(far, -far, 1e-12, (i) => seen.push(i) > 100);
      expect(new Set(seen)).toEqual(new Set([0]));
      expect(grid.first(far, -far, 1e-12)).toBe(0);
    }
  });

  it("brings a place to the same point, whatever was added since", () => {
    const grid = new PointGrid(1, 4);
    expect([0, 0.9, 1.5, 0.9, 1.5].map((x) => grid.snap(x, 0, 1))).toEqual([0, 0, 1, 0, 1]);
  });

  it("is told to give up where too many crowd together", () => {
    const grid = new PointGrid(1, 16);
    for (let i = 0; i < 100; i++) grid.add(0.01 * i, 0);
    const seen: number[] = [];
    const look = (most?: number) =>
      grid.near(
        0.5,
        0,
        1,
        (i) => {
          seen.push(i);
          return false;
        },
        most,
      );
    expect(look(10)).toBe(false);
    expect(seen.length).toBeLessThanOrEqual(10);
    seen.length = 0;
    expect(look()).toBe(true);
    expect(new Set(seen).size).toBe(100);
  });
});
