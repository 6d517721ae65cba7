/** Nesting jobs of the benchmark: what one is, and how to read the public formats that describe them. */
import { readdirSync, readFileSync } from "node:fs";
import { basename, extname, join } from "node:path";
import type { PartAngles } from "../../engine/base/contract/nest-plan.ts";
import type { Point, Ring } from "../../engine/base/contract/values/geometry.ts";

export interface BenchPart {
  id: string;
  quantity: number;
  exterior: Ring;
  holes: Ring[];
  /** Allowed angles in degrees. */
  angles: PartAngles;
}

export interface BenchJob {
  name: string;
  /** Jobs of one set are summed up together. */
  set: string;
  parts: BenchPart[];
  /** A strip has a height and is to be as short as possible. */
  sheet: { width: number; height: number } | { strip: number };
  spacing: number;
  margin: number;
  /** Fewest sheets that are known, where the job itself says so. */
  best?: number | undefined;
}

/** Every job in the files of a folder and the folders in it, in the order of their names. */
export function readJobs(folder: string): BenchJob[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .sort()
    .flatMap((path) => {
      const name = basename(path, extname(path));
      const set = join(basename(folder), path, "..");
      const text = () => readFileSync(join(folder, path), "latin1");
      // Files beside the jobs: their layouts (Op…) and notes (_…).
      if (extname(path) === ".txt" && !/^(Op|_)/.test(name)) return [jigsawJob(text(), name, set)];
      if (extname(path) !== ".json") return [];
      const json = JSON.parse(text());
      if (Array.isArray(json))
        return json.filter(isRectangleFile).flatMap((file) => rectangleJobs(file, set));
      if ("strip_height" in json) return [stripJob(json, name, set)];
      return "bin_types" in json ? [binJob(json, name, set)] : [];
    });
}

/** Rectangles and the sheets they are for: width, height and copies of each. */
interface RectangleFile {
  id: string;
  bins: number[][];
  items: [number, number, number][];
  /** Turning is a part of the job; elsewhere there are two jobs, without and with it. */
  rotation?: boolean;
  best?: { free_fixed?: number; free_rotation?: number };
}

function isRectangleFile(value: Partial<RectangleFile>): value is RectangleFile {
  return value.bins?.length === 1 && value.items !== undefined;
}

function rectangleJobs({ id, bins, items, rotation, best = {} }: RectangleFile, set: string): BenchJob[] {
  const [width, height] = bins[0] as [number, number];
  return (rotation === undefined ? [false, true] : [rotation]).map((turns) => ({
    name: `${id}${turns ? " turned" : ""}`,
    set: `${set} ${turns ? "with" : "without"} turning`,
    parts: items.map(([w, h, quantity], i) => ({
      id: `${i}`,
      quantity,
      exterior: [
        [0, 0],
        [w, 0],
        [w, h],
        [0, h],
      ],
      holes: [],
      angles: turns ? [0, 90] : [0],
    })),
    sheet: { width, height },
    spacing: 0,
    margin: 0,
    best: turns ? best.free_rotation : best.free_fixed,
  }));
}

interface StripFile {
  strip_height: number;
  items: { id: number; demand: number; allowed_orientations: number[]; shape: { data: Point[] } }[];
}

function stripJob({ strip_height, items }: StripFile, name: string, set: string): BenchJob {
  const parts = items.map(({ id, demand, allowed_orientations, shape }) => {
    return { id: `${id}`, quantity: demand, exterior: shape.data, holes: [], angles: allowed_orientations };
  });
  return { name, set, parts, sheet: { strip: strip_height }, spacing: 0, margin: 0 };
}

/** Number of pieces; width and height; per piece its number of corners and their x y. */
function jigsawJob(text: string, name: string, set: string): BenchJob {
  const numbers = text.trim().split(/\s+/).map(Number);
  const [count, width, height] = numbers.splice(0, 3) as [number, number, number];
  const parts = Array.from({ length: count }, (_, i): BenchPart => {
    const [corners] = numbers.splice(0, 1) as [number];
    const flat = numbers.splice(0, 2 * corners);
    const exterior = Array.from({ length: corners }, (_, c): Point => [flat[2 * c]!, flat[2 * c + 1]!]);
    return { id: `${i}`, quantity: 1, exterior, holes: [], angles: [0] };
  });
  return { name, set, parts, sheet: { width, height }, spacing: 0, margin: 0 };
}

interface Vertex {
  x: number;
  y: number;
}

interface BinShape {
  type: string;
  vertices?: Vertex[];
  elements?: { type: string; start: Vertex }[];
  width?: number;
  height?: number;
  holes?: BinShape[];
}

interface BinFile {
  parameters?: { item_item_minimum_spacing?: number; spacing?: number };
  bin_types: (BinShape & { item_bin_minimum_spacing?: number })[];
  item_types: (BinShape & {
    copies?: number;
    shapes?: BinShape[];
    allowed_rotations?: { start: number; end: number }[];
  })[];
}

/** One rectangular bin type is used; mirroring, costs and numbers of bins are not. */
function binJob({ parameters = {}, bin_types, item_types }: BinFile, name: string, set: string): BenchJob {
  const [bin] = bin_types as [BinFile["bin_types"][number]];
  const corners = ringOf(bin);
  const parts = item_types.map((item, i): BenchPart => {
    const shape = item.shapes?.[0] ?? item;
    return {
      id: `${i}`,
      quantity: item.copies ?? 1,
      exterior: ringOf(shape),
      holes: (shape.holes ?? []).map(ringOf),
      angles: item.allowed_rotations?.map(({ start }) => start) ?? [0],
    };
  });
  return {
    name,
    set,
    parts,
    sheet: {
      width: Math.max(...corners.map(([x]) => x)),
      height: Math.max(...corners.map(([, y]) => y)),
    },
    spacing: parameters.item_item_minimum_spacing ?? parameters.spacing ?? 0,
    margin: bin.item_bin_minimum_spacing ?? 0,
  };
}

function ringOf({ type, vertices, elements, width = 0, height = 0 }: BinShape): Ring {
  if (vertices) return vertices.map(({ x, y }) => [x, y]);
  if (elements?.every((element) => element.type === "LineSegment")) {
    return elements.map(({ start: { x, y } }) => [x, y]);
  }
  if (type !== "rectangle") throw new Error(`A shape of type ${type} is not understood`);
  return [
    [0, 0],
    [width, 0],
    [width, height],
    [0, height],
  ];
}
