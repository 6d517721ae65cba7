/** Pictures of drawings with the ink that they must have in any renderer, by closed forms. */
import { svgOptionsSchema } from "../../engine/base/contract/v1/drawing.ts";
import { readDrawing } from "../../engine/read/dxf/read.ts";
import { drawingToSvg } from "../../engine/write/picture/drawing-svg.ts";
import {
  arc,
  circle,
  drawing,
  dxfBytes,
  ellipse,
  line,
  nurbsCircle,
  polyline,
  rectangle,
  type Tag,
} from "./drawing/dxf.ts";

export const PICTURE = { width: 640, height: 480, stroke_width: 6 };
/** Renderers round the edges of strokes to parts of a pixel; a piece of curve that is lost or doubled is far more. */
export const INK_TOLERANCE = 0.02;
const { width, height, stroke_width: stroke } = PICTURE;
/** Area that round ends add to an open stroke. */
const CAPS = (Math.PI * stroke ** 2) / 4;
/** Area that the sharp outer corners of a rectangle gain by rounding, and its inner ones lose by overlapping. */
const CORNERS = CAPS - stroke ** 2;

/** Lengths in millimetres of shapes in a drawing of the size w × h, and ink in square pixels beyond length × stroke. */
const SHAPES: [what: string, entities: Tag[], size: [w: number, h: number], length: number, more: number][] =
  [
    ["a rectangle", rectangle(3, 4, 60, 40), [60, 40], 200, CORNERS],
    ["a circle", circle(-9, 9, 25), [50, 50], 50 * Math.PI, 0],
    ["a circle of half a hundredth", circle(1, 1, 0.0025), [0.005, 0.005], 0.005 * Math.PI, 0],
    ["a circle of half a kilometre", circle(0, 0, 250_000), [500_000, 500_000], 500_000 * Math.PI, 0],
    ["a rational spline that is a circle", nurbsCircle(25), [50, 50], 50 * Math.PI, 0],
    ["an ellipse", ellipse(50, 30, 40, 0, 0.5), [80, 40], 193.76896441095354, 0],
    ["an upright ellipse", ellipse(0, 0, 0, 40, 0.5), [40, 80], 193.76896441095354, 0],
    [
      "an obround of bulges",
      polyline([
        [0, 0],
        [50, 0, 1],
        [50, 20],
        [0, 20, 1],
      ]),
      [70, 20],
      100 + 20 * Math.PI,
      0,
    ],
    ["an arc of three quarters", arc(0, 0, 30, 90, 360), [60, 60], 45 * Math.PI, CAPS],
    ["two lines apart", [...line(0, 0, 0, 50), ...line(70, 0, 70, 50)], [70, 50], 100, 2 * CAPS],
  ];

export interface Picture {
  what: string;
  svg: string;
  /** Square pixels. */
  ink: number;
}

export const PICTURES: Picture[] = [
  ...SHAPES.map(([what, entities, [w, h], length, more]) => ({
    what,
    svg: draw(entities),
    ink: length * scaleOf(w, h) * stroke + more,
  })),
  dashedBend(),
];

/** A twentieth of the smaller side stays free around the drawing. */
function scaleOf(w: number, h: number): number {
  const padding = Math.min(width, height) / 20;
  return Math.min((width - 2 * padding) / w, (height - 2 * padding) / h);
}

/** The bend fills the width with dashes of six strokes every ten, each with round ends. */
function dashedBend(): Picture {
  const plate = rectangle(0, 0, 60, 40);
  const scale = scaleOf(60, 40);
  const pixels = 50 * scale;
  const whole = Math.floor(pixels / (10 * stroke));
  const rest = Math.min(6 * stroke, pixels - whole * 10 * stroke);
  const dashes = whole * 6 * stroke ** 2 + rest * stroke + (whole + 1) * CAPS;
  return {
    what: "a plate with a dashed bend",
    svg: draw([...plate, ...line(5, 20, 55, 20, "BEND")]),
    ink: 200 * scale * stroke + CORNERS + dashes,
  };
}

function draw(entities: Tag[]): string {
  const read = readDrawing(dxfBytes(drawing(entities)));
  return drawingToSvg(read, svgOptionsSchema.parse(PICTURE)).svg;
}
