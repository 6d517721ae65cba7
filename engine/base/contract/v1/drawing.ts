/** Answers of the two DXF readers (`/v1/parse/dxf`, `/v1/parse/dxf-to-svg`) and the query of the second. */
import * as z from "zod/mini";
import {
  type Bounds,
  boundsSchema,
  type Dimensions,
  dimensionsSchema,
  type Geometry,
  geometrySchema,
  pointSchema,
} from "../values/geometry.ts";
import { integer, number, string } from "../values/lax.ts";
import { COLOR_PATTERN, DEFAULTS, LIMITS } from "../values/limits.ts";
import { described } from "../values/schema.ts";

const { svg } = LIMITS;
const side = () => integer({ ge: svg.side.min, le: svg.side.max });
const COLOR = "must be # with 3 to 8 hexadecimal digits, or the name of a colour";
const color = () => string(z.regex(new RegExp(COLOR_PATTERN), COLOR));
const pathSchema = z.array(pointSchema);

export const parseDxfDataSchema = described(
  z.object({
    name: described(z.string(), "Name of the file without its extension."),
    bounds: described(boundsSchema, "Box around everything that is cut, mm."),
    dimensions: described(dimensionsSchema, "Its extents."),
    area: described(z.number(), "Net area of `geometry`, from the true curves, mm²."),
    perimeter: described(
      z.number(),
      "Length of the rings of `geometry`, mm; of the open paths where there are no rings.",
    ),
    geometry: described(geometrySchema, "The largest part."),
    layers: described(
      z.array(z.string()),
      "Names of the layers with something on them, in order of first use.",
    ),
    cut_paths: described(
      z.array(pathSchema),
      "Every contour that is cut: closed ones repeat their first point.",
    ),
    bend_lines: described(
      z.nullable(z.array(pathSchema)),
      "Lines along which the sheet is bent; null where there are none.",
    ),
    entity_count: described(z.int(), "Entities of the model space as they stand in the file."),
    has_holes: described(z.boolean(), "True when `geometry` has holes."),
    hole_count: described(z.int(), "How many."),
  }),
  "What a drawing holds.",
);
/** Answer of `/v1/parse/dxf`: the closed outlines of a drawing. */
export interface ParseDxfData extends z.infer<typeof parseDxfDataSchema> {
  bounds: Bounds;
  dimensions: Dimensions;
  geometry: Geometry;
}

export const svgOptionsSchema = described(
  z.object({
    width: described(z.prefault(side(), DEFAULTS.svg.width), "Width of the picture, px."),
    height: described(z.prefault(side(), DEFAULTS.svg.height), "Height of the picture, px."),
    stroke_color: described(
      z.prefault(color(), DEFAULTS.svg.stroke_color),
      "Colour of the lines: `#` and 3 to 8 hex digits, or a name.",
    ),
    stroke_width: described(
      z.prefault(number({ ge: svg.stroke_width.min, le: svg.stroke_width.max }), DEFAULTS.svg.stroke_width),
      "Width of the lines, px.",
    ),
    background: described(
      z.prefault(color(), DEFAULTS.svg.background),
      "Colour of the background, in the same form.",
    ),
  }),
  "How a drawing is drawn as SVG.",
);
/** Size and colours of the picture of a drawing, before defaults. */
export interface SvgOptionsInput extends z.input<typeof svgOptionsSchema> {}
/** Size and colours of the picture of a drawing. */
export interface SvgOptions extends z.output<typeof svgOptionsSchema> {}

export const svgDataSchema = described(
  z.object({
    svg: described(z.string(), "The document."),
    width: described(z.number(), "Width of the picture, px."),
    height: described(z.number(), "Height of the picture, px."),
    original_bounds: described(boundsSchema, "Box around the drawing, mm."),
  }),
  "A drawing as SVG.",
);
/** Picture of a drawing, and its size. */
export interface SvgData extends z.infer<typeof svgDataSchema> {
  original_bounds: Bounds;
}
