/** The picture of a drawing shows every curve where it is, in any renderer, and lets no text out of its place. */
import { Resvg } from "@resvg/resvg-js";
import { describe, expect, it } from "vitest";
import {
  type SvgOptionsInput,
  svgDataSchema,
  svgOptionsSchema,
} from "../../../../engine/base/contract/v1/drawing.ts";
import { readDrawing } from "../../../../engine/read/dxf/read.ts";
import { drawingToSvg } from "../../../../engine/write/picture/drawing-svg.ts";
import {
  arc,
  circle,
  drawing,
  dxfBytes,
  line,
  polyline,
  rectangle,
  spline,
  type Tag,
} from "../../../helpers/drawing/dxf.ts";
import { INK_TOLERANCE, PICTURES } from "../../../helpers/pictures.ts";

function draw(entities: Tag[], options: SvgOptionsInput = {}) {
  const read = readDrawing(dxfBytes(drawing(entities)), { name: "part.dxf" });
  return drawingToSvg(read, svgOptionsSchema.parse(options));
}

/** Darkness (0 to 1) by pixel, as a renderer that shares nothing with the writer sees it. */
function raster(svg: string): (x: number, y: number) => number {
  const image = new Resvg(svg).render();
  const { width, pixels } = { width: image.width, pixels: image.pixels };
  return (x, y) => 1 - pixels[4 * (Math.floor(y) * width + Math.floor(x))]! / 255;
}

/** Where a point of the drawing must be by the fitting rule: centred, even scale, a twentieth of the smaller side free. */
function expectedPlace(bounds: number[], width: number, height: number) {
  const [x0, y0, x1, y1] = bounds as [number, number, number, number];
  const padding = Math.min(width, height) / 20;
  const scale = Math.min((width - 2 * padding) / (x1 - x0), (height - 2 * padding) / (y1 - y0));
  return (x: number, y: number): [number, number] => [
    width / 2 + scale * (x - (x0 + x1) / 2),
    height / 2 - scale * (y - (y0 + y1) / 2),
  ];
}

const turn = Math.PI / 180;
const onCircle = (x: number, y: number, r: number, from: number, to: number) =>
  Array.from({ length: 41 }, (_, i) => from + ((to - from) * i) / 40).map((angle) => [
    x + r * Math.cos(angle * turn),
    y + r * Math.sin(angle * turn),
  ]);
const onEllipse = (a: number, b: number, tilt: number, from: number, to: number) =>
  Array.from({ length: 41 }, (_, i) => (from + ((to - from) * i) / 40) * turn).map((t) => [
    a * Math.cos(t) * Math.cos(tilt * turn) - b * Math.sin(t) * Math.sin(tilt * turn),
    a * Math.cos(t) * Math.sin(tilt * turn) + b * Math.sin(t) * Math.cos(tilt * turn),
  ]);
const ellipse = (a: number, b: number, tilt: number, from: number, to: number, down = false): Tag[] => [
  [0, "ELLIPSE"],
  [8, "0"],
  [10, 0],
  [20, 0],
  [11, a * Math.cos(tilt * turn)],
  [21, a * Math.sin(tilt * turn)],
  [40, b / a],
  [41, from * turn],
  [42, to * turn],
  ...((down
    ? [
        [210, 0],
        [220, 0],
        [230, -1],
      ]
    : []) as Tag[]),
];
const frame = (size: number) => rectangle(-size, -size, 2 * size, 2 * size);

describe("the picture", () => {
  const cases: [what: string, entities: Tag[], points: number[][], elsewhere: number[][]][] = [
    ["a small arc", arc(0, 0, 10, 20, 100), onCircle(0, 0, 10, 20, 100), onCircle(0, 0, 10, 120, 360)],
    [
      "an arc over more than half a turn",
      arc(0, 0, 10, 100, 20),
      onCircle(0, 0, 10, 100, 380),
      onCircle(0, 0, 10, 30, 90),
    ],
    ["a full circle", circle(0, 0, 10), onCircle(0, 0, 10, 0, 360), [[0, 0]]],
    [
      "a bulge to the right",
      polyline(
        [
          [0, -8, 1],
          [0, 8],
        ],
        false,
      ),
      onCircle(0, 0, 8, -90, 90),
      onCircle(0, 0, 8, 110, 250),
    ],
    [
      "a bulge to the left",
      polyline(
        [
          [0, -8, -1],
          [0, 8],
        ],
        false,
      ),
      onCircle(0, 0, 8, 90, 270),
      onCircle(0, 0, 8, -70, 70),
    ],
    [
      "a tilted elliptical arc",
      ellipse(12, 4, 30, 10, 130),
      onEllipse(12, 4, 30, 10, 130),
      onEllipse(12, 4, 30, 150, 350),
    ],
    [
      "an elliptical arc that runs the other way",
      ellipse(12, 4, 30, 10, 130, true),
      onEllipse(12, 4, 30, -10, -130),
      onEllipse(12, 4, 30, 10, 200),
    ],
    [
      "a cubic spline",
      spline({
        degree: 3,
        knots: [0, 0, 0, 0, 1, 1, 1, 1],
        control: [
          [-10, 0],
          [-10, 10],
          [10, 10],
          [10, 0],
        ],
      }),
      [0.25, 0.5, 0.75].map((t) => [
        -10 * (1 - t) ** 3 - 30 * t * (1 - t) ** 2 + 30 * t * t * (1 - t) + 10 * t ** 3,
        30 * t * (1 - t),
      ]),
      [[0, 0]],
    ],
  ];

  it.each(cases)("shows %s where it is and nothing where it is not", (_, entities, points, elsewhere) => {
    const { svg } = draw([...frame(15), ...entities], { width: 400, height: 300, stroke_width: 3 });
    const dark = raster(svg);
    const place = expectedPlace([-15, -15, 15, 15], 400, 300);
    for (const [x, y] of points) expect(dark(...place(x!, y!))).toBeGreaterThan(0.8);
    for (const [x, y] of elsewhere) expect(dark(...place(x!, y!))).toBeLessThan(0.2);
  });

  it("is centred with one scale for both directions, in the asked size", () => {
    const data = draw(rectangle(10, 20, 100, 25), { width: 1000, height: 400, stroke_width: 2 });
    expect(svgDataSchema.parse(data)).toEqual(data);
    expect(data).toMatchObject({
      width: 1000,
      height: 400,
      original_bounds: { min_x: 10, min_y: 20, max_x: 110, max_y: 45 },
    });
    expect(data.svg).toContain('width="1000" height="400" viewBox="0 0 1000 400"');
    expect(data.svg).toContain('d="M20 320L980 320L980 80L20 80L20 320Z"');
  });

  it("has strokes of the asked width in pixels, whatever the scale", () => {
    for (const size of [0.01, 1, 1e6]) {
      const dark = raster(
        draw(rectangle(0, 0, size, size), { width: 200, height: 200, stroke_width: 10 }).svg,
      );
      const row = Array.from({ length: 100 }, (_, x) => dark(x, 100));
      expect(row.reduce((sum, value) => sum + value, 0)).toBeCloseTo(10, 1);
    }
  });

  it("holds a single line, level or upright, and a single dot of a circle", () => {
    for (const entities of [line(0, 0, 10, 0), line(5, 0, 5, 10), circle(7, 7, 1e-3)]) {
      const { svg } = draw(entities);
      expect(svg).not.toMatch(/NaN|Infinity|e[-+]\d/);
      expect(new Resvg(svg).render().width).toBe(800);
    }
  });

  it("has one group per layer, classes for what is cut, open, bent and engraved, and dashed bends", () => {
    const { svg } = draw([
      ...rectangle(0, 0, 10, 10, "PLATE"),
      ...line(20, 0, 20, 5, "PLATE"),
      ...line(5, 0, 5, 10, "BEND"),
      ...line(1, 1, 2, 2, "ETCH"),
    ]);
    expect([...svg.matchAll(/data-layer="(\w+)"/g)].map(([, name]) => name)).toEqual([
      "PLATE",
      "BEND",
      "ETCH",
    ]);
    expect(
      [...svg.matchAll(/<path class="(\w+)"( stroke-dasharray)?/g)].map(([, role, dash]) => [
        role,
        Boolean(dash),
      ]),
    ).toEqual([
      ["cut", false],
      ["open", false],
      ["bend", true],
      ["engrave", false],
    ]);
  });

  it("closes its contours and never writes an exponent or a negative zero", () => {
    const { svg } = draw([...rectangle(-1e-9, -1e-9, 3e-9, 2e-9), ...circle(0, 0, 1e-9)]);
    expect(svg).not.toMatch(/\d[eE][-+]?\d|-0[^.\d]/);
    expect(svg.match(/Z"/g)!.length).toBeGreaterThan(1);
  });
});

describe("the ink of the picture", () => {
  it.each(PICTURES)("is that of $what", ({ svg, ink }) => {
    const { pixels } = new Resvg(svg).render();
    let dark = 0;
    for (let at = 0; at < pixels.length; at += 4) dark += 1 - pixels[at]! / 255;
    expect(Math.abs(dark / ink - 1)).toBeLessThan(INK_TOLERANCE);
    expect(svg).not.toContain("vector-effect");
  });
});

describe("text in the picture", () => {
  const hostile = [
    '"><script>alert(1)</script>',
    "a' onload='alert(1)",
    "]]>&lt;!--",
    "\u0001\u0008\ufffe\ud800x",
    "&amp;",
  ];

  it.each(hostile)("%j as a layer name stays a name", (name) => {
    const { svg } = draw(rectangle(0, 0, 1, 1, name));
    expect(svg).not.toMatch(/<script|\son\w+=/i);
    expect(svg.match(/<(?!\/)[a-z]+/g)).toEqual(["<svg", "<title", "<rect", "<g", "<g", "<path"]);
    expect(() => new Resvg(svg)).not.toThrow();
  });

  it("of the options is escaped, and odd colours of the interface are made whole ones", () => {
    const read = readDrawing(dxfBytes(drawing(rectangle(0, 0, 1, 1))), { name: "<b>.dxf" });
    const { svg } = drawingToSvg(read, {
      width: 100,
      height: 100,
      stroke_width: 1,
      stroke_color: "#1234567",
      background: '"/><script>',
    });
    expect(svg).toContain('stroke="#123456"');
    expect(svg).toContain("<title>&lt;b&gt;</title>");
    expect(svg).not.toContain("<script");
  });
});
