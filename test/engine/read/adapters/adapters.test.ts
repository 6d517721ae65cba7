/** Shapes from the real libraries become parts, lie on a sheet, and go back as the libraries measure them. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import makerjs from "makerjs";
import paper from "paper";
import * as THREE from "three";
import { beforeAll, describe, expect, it } from "vitest";
import { createEngine } from "../../../../engine/index.node.ts";
import {
  geoJsonOf,
  makerModelOf,
  type Outline,
  outlineFromThree,
  outlinesFromGeoJson,
  outlinesFromMaker,
  outlinesFromSvgElement,
  outlinesFromSvgPath,
  outlinesFromWires,
  placementMatrix,
  svgPathOf,
  threeShapeOf,
} from "../../../../engine/read/adapters/index.ts";
import { verifyNest } from "../../../../engine/verify/nest/nest-judge.ts";

/** By triangles about the first point; the adapters have no such sum. */
function areaOf({ exterior, holes }: Outline): number {
  const area = (ring: number[][]) => {
    const [[x, y]] = ring as [[number, number]];
    return Math.abs(
      ring.reduce((sum, [bx, by], i) => {
        const [ax, ay] = ring[Math.max(0, i - 1)]!;
        return sum + ((ax! - x) * (by! - y) - (bx! - x) * (ay! - y)) / 2;
      }, 0),
    );
  };
  return area(exterior) - holes.reduce((sum, hole) => sum + area(hole), 0);
}

const DISC = Math.PI * 10 * 10;

beforeAll(() => paper.setup(new paper.Size(100, 100)));

describe("SVG", () => {
  it("becomes outlines, whose data paper.js measures as its own", () => {
    const ring = new paper.CompoundPath({
      children: [new paper.Path.Circle([50, 40], 30), new paper.Path.Rectangle([40, 30], [20, 15])],
    });
    (ring.children[1] as paper.Path).reverse();
    const [outline, ...more] = outlinesFromSvgPath(ring.pathData, { tolerance: 0.001 });
    expect([more, outline!.holes.length]).toEqual([[], 1]);
    const wanted = Math.abs((ring.children[0] as paper.Path).area) - 300;
    expect(areaOf(outline!)).toBeCloseTo(wanted, 0);
    expect(Math.abs(areaOf(outline!) / wanted - 1)).toBeLessThan(1e-4);
    const back = new paper.CompoundPath({ pathData: svgPathOf(outline!), fillRule: "evenodd" });
    expect(back.bounds.width).toBeCloseTo(60, 3);
    expect(back.children.map((child) => Math.round(Math.abs((child as paper.Path).area)))).toEqual([
      Math.round(areaOf(outline!) + 300),
      300,
    ]);
  });

  it.each<[string, Record<string, string>, number]>([
    ["rect", { x: "1", y: "2", width: "30", height: "20" }, 600],
    ["rect", { width: "30", height: "20", rx: "5" }, 600 - (4 - Math.PI) * 25],
    ["circle", { cx: "3", cy: "4", r: "10" }, DISC],
    ["ellipse", { rx: "10", ry: "20" }, 2 * DISC],
    ["polygon", { points: "0,0 30,0 30,20" }, 300],
    ["path", { d: "m0 0h30v20h-30z" }, 600],
  ])("takes a %s %j", (tagName, attributes, area) => {
    const element = { tagName, getAttribute: (name: string) => attributes[name] ?? null };
    const [outline] = outlinesFromSvgElement(element, { tolerance: 1e-4 });
    expect(Math.abs(areaOf(outline!) / area - 1)).toBeLessThan(1e-4);
  });

  it("has nothing of what is no shape, and refuses what is no path data", () => {
    expect(outlinesFromSvgElement({ tagName: "text", getAttribute: () => null })).toEqual([]);
    expect(() => outlinesFromSvgPath("hello")).toThrow();
  });

  it("stays within the tolerance", () => {
    for (const tolerance of [1, 0.1, 0.001]) {
      const [{ exterior }] = outlinesFromSvgPath("M0 0A100 100 0 0 1 200 0A100 100 0 0 1 0 0Z", {
        tolerance,
      }) as [Outline];
      for (let i = 1; i < exterior.length; i++) {
        const [[ax, ay], [bx, by]] = [exterior[i - 1]!, exterior[i]!];
        // A cubic is as near to a quarter of a circle as 0.03 % of its radius.
        expect(Math.abs(Math.hypot((ax + bx) / 2 - 100, (ay + by) / 2) - 100)).toBeLessThan(tolerance + 0.03);
      }
    }
  });
});

describe("maker.js", () => {
  it("models become outlines with their holes, through all their origins", () => {
    const plate = {
      origin: [5, 7],
      models: {
        outline: new makerjs.models.RoundRectangle(60, 40, 8),
        inner: { origin: [30, 20], paths: { c: new makerjs.paths.Circle([0, 0], 10) } },
      },
    };
    const outlines = outlinesFromMaker(plate as makerjs.IModel, { tolerance: 1e-3 });
    expect(outlines).toHaveLength(1);
    expect(outlines[0]!.holes).toHaveLength(1);
    expect(areaOf(outlines[0]!)).toBeCloseTo(2400 - (4 - Math.PI) * 64 - DISC, 0);
    const back = makerModelOf(outlines[0]!) as makerjs.IModel;
    expect(makerjs.measure.modelExtents(back)).toMatchObject({ low: [5, 7], width: 60, height: 40 });
    expect(makerjs.model.findSingleChain(back.models!.exterior!)!.endless).toBe(true);
  });

  it("circles lose no point", () => {
    const [disc] = outlinesFromMaker(
      { paths: { c: new makerjs.paths.Circle([3, 4], 10) } },
      { tolerance: 1e-5 },
    );
    expect(Math.abs(areaOf(disc!) / DISC - 1)).toBeLessThan(1e-5);
  });

  it("paths that do not close are none, in whatever order they come", () => {
    const lines = (points: number[][]) =>
      Object.fromEntries(
        points
          .slice(1)
          .map((end, i) => [
            i,
            i % 2 ? new makerjs.paths.Line(end, points[i]!) : new makerjs.paths.Line(points[i]!, end),
          ]),
      );
    const square = [
      [0, 0],
      [9, 0],
      [9, 9],
      [0, 9],
      [0, 0],
    ];
    const model = { paths: { ...lines(square), loose: new makerjs.paths.Line([20, 0], [30, 0]) } };
    expect(outlinesFromMaker(model).map(areaOf)).toEqual([81]);
  });
});

describe("three.js", () => {
  it("shapes become outlines and shapes again of the same area", () => {
    const shape = new THREE.Shape()
      .moveTo(0, 0)
      .lineTo(60, 0)
      .lineTo(60, 40)
      .bezierCurveTo(40, 60, 20, 60, 0, 40)
      .closePath();
    shape.holes.push(new THREE.Path().absarc(30, 20, 10, 0, 2 * Math.PI, false));
    const outline = outlineFromThree(shape);
    expect(outline.holes).toHaveLength(1);
    const areaInThree = (of: THREE.Shape) =>
      Math.abs(THREE.ShapeUtils.area(of.getPoints(32))) -
      of.holes.reduce((sum, hole) => sum + Math.abs(THREE.ShapeUtils.area(hole.getPoints(32))), 0);
    expect(areaOf(outline)).toBeCloseTo(areaInThree(shape), 6);
    expect(areaInThree(threeShapeOf(outline, THREE))).toBeCloseTo(areaInThree(shape), 6);
    expect(() => outlineFromThree(new THREE.Shape())).toThrow("no area");
  });
});

describe("GeoJSON", () => {
  it("is read from every kind of collection and written with its rings turned as it wants", () => {
    const square = (x: number, size: number) => [
      [x, x, 0],
      [x, x + size, 0],
      [x + size, x + size, 0],
      [x + size, x, 0],
      [x, x, 0],
    ];
    const collection = {
      type: "FeatureCollection",
      features: [
        {
          type: "Feature",
          properties: {},
          geometry: { type: "Polygon", coordinates: [square(0, 10), square(2, 3)] },
        },
        {
          type: "Feature",
          properties: {},
          geometry: { type: "MultiPolygon", coordinates: [[square(20, 5)], [square(30, 6)]] },
        },
        { type: "Feature", properties: {}, geometry: { type: "Point", coordinates: [1, 2] } },
        { type: "Feature", properties: {}, geometry: null },
      ],
    };
    const outlines = outlinesFromGeoJson(collection);
    expect(outlines.map(areaOf)).toEqual([91, 25, 36]);
    const { coordinates } = geoJsonOf(outlines[0]!);
    const turn = (ring: number[][]) =>
      Math.sign(ring.slice(1).reduce((sum, [x, y], i) => sum + ring[i]![0]! * y! - x! * ring[i]![1]!, 0));
    expect(coordinates.map(turn)).toEqual([1, -1]);
    expect(outlinesFromGeoJson(geoJsonOf(outlines[0]!)).map(areaOf)).toEqual([91]);
  });
});

describe("wires", () => {
  it("of straight and curved edges in any order become outlines", () => {
    const line = (a: number[], b: number[]) => ({
      geomType: "LINE",
      pointAt: (t: number) => ({ x: a[0]! + t * (b[0]! - a[0]!), y: a[1]! + t * (b[1]! - a[1]!), z: 0 }),
    });
    const arc = {
      geomType: "CIRCLE",
      pointAt: (t: number) => ({ x: 10 * Math.cos(Math.PI * t), y: 10 * Math.sin(Math.PI * t), z: 0 }),
    };
    const [outline] = outlinesFromWires(
      [[line([10, 0], [10, -20]), arc, line([-10, -20], [-10, 0]), line([-10, -20], [10, -20])]],
      256,
    );
    expect(Math.abs(areaOf(outline!) / (400 + DISC / 2) - 1)).toBeLessThan(1e-4);
  });
});

describe("replicad", () => {
  const modules = fileURLToPath(
    new URL("../../../../dist/.frameworks/replicad/node_modules/", import.meta.url),
  );

  it("faces become outlines by their wires, of the area that OpenCascade measures", async ({ skip }) => {
    if (!existsSync(modules)) skip("npm run matrix brings it");
    const load = (path: string) => import(/* @vite-ignore */ pathToFileURL(join(modules, path)).href);
    const kernel = await load("replicad-opencascadejs/dist/replicad_single.js");
    const replicad = await load("replicad/dist/replicad.js");
    const locateFile = () => join(modules, "replicad-opencascadejs/dist/replicad_single.wasm");
    replicad.setOC(await kernel.default({ locateFile }));
    const plate = replicad.drawRoundedRectangle(60, 40, 8).cut(replicad.drawCircle(10));
    const { faces } = plate.sketchOnPlane("XY").extrude(3);
    const top = faces.reduce((a: { center: { z: number } }, b: { center: { z: number } }) =>
      b.center.z > a.center.z ? b : a,
    );
    const area = replicad.measureArea(top);
    const wires = [top.clone().outerWire(), ...top.clone().innerWires()];
    const [outline, ...more] = outlinesFromWires(
      wires.map(({ edges }) => edges),
      128,
    );
    expect([more, outline!.holes.length]).toEqual([[], 1]);
    expect(Math.abs(areaOf(outline!) / area - 1)).toBeLessThan(1e-3);
    const back = outline!.exterior
      .slice(1, -1)
      .reduce(
        (pen: { lineTo: (point: number[]) => unknown }, point) => pen.lineTo(point) as typeof pen,
        replicad.draw(outline!.exterior[0]),
      ) as unknown as {
      close: () => { sketchOnPlane: (plane: string) => { extrude: (height: number) => unknown } };
    };
    const solid = back.close().sketchOnPlane("XY").extrude(1);
    const wanted = areaOf({ exterior: outline!.exterior, holes: [] });
    expect(replicad.measureVolume(solid)).toBeCloseTo(wanted, 3);
  });
});

describe("a placement", () => {
  it("is refused without its numbers", () => {
    const misspelt = { x: 1, y: 2, rotaton: 90 } as never;
    expect(() => placementMatrix(misspelt)).toThrow("must be a number, not undefined");
  });

  it("leaves heights alone", () => {
    const { three } = placementMatrix({ x: 1, y: 2, rotation: 30, mirrored: true });
    const top = new THREE.Vector3(3, 4, 5).applyMatrix4(new THREE.Matrix4().fromArray(three));
    const bottom = new THREE.Vector3(3, 4, 0).applyMatrix4(new THREE.Matrix4().fromArray(three));
    expect([top.x - bottom.x, top.y - bottom.y, top.z - bottom.z]).toEqual([0, 0, 5]);
  });

  it("takes parts where the answer says, in every library's own matrix", async () => {
    const outlines = outlinesFromMaker({
      paths: { a: new makerjs.paths.Circle([60, 4], 5) },
      models: { r: new makerjs.models.Rectangle(40, 15) },
    } as makerjs.IModel);
    const hook = outlinesFromSvgPath("M0 0H60V20H20V50H0Z");
    const parts = [...outlines, ...hook].map((outline, i) => ({
      id: `p${i}`,
      ...outline,
      quantity: 2,
      mirror: true,
      angles: [0, 30, 90, 180],
    }));
    const engine = await createEngine({ workers: 0 });
    const request = { parts, sheet: { width: 400, height: 300 } };
    const plan = await engine.nest(request, { workBudget: 50_000 });
    await engine.close();
    expect(verifyNest(request, plan).violations).toEqual([]);
    const placements = plan.sheets.flatMap(({ placements }) => placements);
    expect(placements).toHaveLength(2 * parts.length);
    for (const placement of [...placements, { ...placements[0]!, mirrored: true, rotation: 30 }]) {
      const { values, svg, three } = placementMatrix(placement);
      const ring = parts[placement.part]!.exterior;
      const byPaper = ring.map(([x, y]) => new paper.Matrix(values).transform(new paper.Point(x, y)));
      const byThree = ring.map(([x, y]) =>
        new THREE.Vector3(x, y, 0).applyMatrix4(new THREE.Matrix4().fromArray(three)),
      );
      byPaper.forEach((point, i) => {
        expect(Math.hypot(point.x - byThree[i]!.x, point.y - byThree[i]!.y)).toBeLessThan(1e-9);
      });
      expect(svg).toBe(`matrix(${values.join(" ")})`);
      if (placement !== placements.at(-1) && placements.includes(placement as (typeof placements)[number]))
        expect(Math.min(...byPaper.map(({ x }) => x))).toBeCloseTo(placement.bounds.min_x, 9);
    }
  });
});

describe("what is no shape", () => {
  it.each<[string, () => unknown, string]>([
    ["path data", () => outlinesFromSvgPath(5 as never), "d: must be a text"],
    [
      "an element",
      () => outlinesFromSvgElement("rect" as never),
      "element: must be an element, not a string",
    ],
    ["a model", () => outlinesFromMaker(null as never), "model: must be an object, not null"],
    ["a shape", () => outlineFromThree({} as never), "shape: must be a Shape of three.js, not an Object"],
    ["wires", () => outlinesFromWires({} as never), "wires: must be a list"],
    ["edges", () => outlinesFromWires([[3]] as never), "wires: must be lists of edges, not a number"],
    ["a geometry", () => outlinesFromGeoJson([] as never), "given: must be an object, not an Array"],
    [
      "millimetres, where there are degrees",
      () =>
        outlinesFromGeoJson({
          type: "Polygon",
          coordinates: [
            [
              [13.377, 52.516],
              [13.378, 52.516],
              [13.378, 52.517],
            ],
          ],
        }),
      "coordinates: look like degrees of longitude and latitude (0.001 x 0.001 in all)",
    ],
    ["a known geometry", () => outlinesFromGeoJson({ type: "Pont" }), "type: must be Point, MultiPoint, "],
    [
      "a known geometry in a collection",
      () => outlinesFromGeoJson({ type: "FeatureCollection", features: [{ type: "polygon" }] }),
      "type: must be Point, MultiPoint, ",
    ],
    [
      "a placement",
      () => placementMatrix({ x: 0, y: 0, rotation: "90" } as never),
      "rotation: must be a number, not a string",
    ],
  ])("is told instead of %s", (_, act, message) => {
    expect(act).toThrow(message);
  });

  it("is none of points and lines, which are left out", () => {
    const features = ["Point", "LineString"].map((type) => ({
      type: "Feature",
      geometry: { type, coordinates: [] },
    }));
    expect(outlinesFromGeoJson({ type: "FeatureCollection", features })).toEqual([]);
  });
});
