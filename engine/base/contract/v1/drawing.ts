/** Answers of the two DXF readers (`/v1/parse/dxf`, `/v1/parse/dxf-to-svg`) and the query of the second. */
import { z } from "zod";
import { boundsSchema, dimensionsSchema, geometrySchema, pointSchema } from "../values/geometry.ts";
import { integer, number, string } from "../values/lax.ts";
import { COLOR_PATTERN, DEFAULTS, LIMITS } from "../values/limits.ts";

const { svg } = LIMITS;
const side = () => integer({ ge: svg.side.min, le: svg.side.max });
const COLOR = "must be # with 3 to 8 hexadecimal digits, or the name of a colour";
const color = () => string((text) => text.regex(new RegExp(COLOR_PATTERN), COLOR));
const pathSchema = z.array(pointSchema);

export const parseDxfDataSchema = z
  .object({
    name: z.string().describe("Name of the file without its extension."),
    bounds: boundsSchema.describe("Box around everything that is cut, mm."),
    dimensions: dimensionsSchema.describe("Its extents."),
    area: z.number().describe("Net area of `geometry`, from the true curves, mm²."),
    perimeter: z
      .number()
      .describe("Length of the rings of `geometry`, mm; of the open paths where there are no rings."),
    geometry: geometrySchema.describe("The largest part."),
    layers: z
      .array(z.string())
      .describe("Names of the layers with something on them, in order of first use."),
    cut_paths: z
      .array(pathSchema)
      .describe("Every contour that is cut: closed ones repeat their first point."),
    bend_lines: z
      .array(pathSchema)
      .nullable()
      .describe("Lines along which the sheet is bent; null where there are none."),
    entity_count: z.number().int().describe("Entities of the model space as they stand in the file."),
    has_holes: z.boolean().describe("True when `geometry` has holes."),
    hole_count: z.number().int().describe("How many."),
  })
  .describe("What a drawing holds.");
/** Answer of `/v1/parse/dxf`: the closed outlines of a drawing. */
export type ParseDxfData = z.infer<typeof parseDxfDataSchema>;

export const svgOptionsSchema = z
  .object({
    width: side().prefault(DEFAULTS.svg.width).describe("Width of the picture, px."),
    height: side().prefault(DEFAULTS.svg.height).describe("Height of the picture, px."),
    stroke_color: color()
      .prefault(DEFAULTS.svg.stroke_color)
      .describe("Colour of the lines: `#` and 3 to 8 hex digits, or a name."),
    stroke_width: number({ ge: svg.stroke_width.min, le: svg.stroke_width.max })
      .prefault(DEFAULTS.svg.stroke_width)
      .describe("Width of the lines, px."),
    background: color()
      .prefault(DEFAULTS.svg.background)
      .describe("Colour of the background, in the same form."),
  })
  .describe("How a drawing is drawn as SVG.");
/** Size and colours of the picture of a drawing, before defaults. */
export type SvgOptionsInput = z.input<typeof svgOptionsSchema>;
/** Size and colours of the picture of a drawing. */
export type SvgOptions = z.output<typeof svgOptionsSchema>;

export const svgDataSchema = z
  .object({
    svg: z.string().describe("The document."),
    width: z.number().describe("Width of the picture, px."),
    height: z.number().describe("Height of the picture, px."),
    original_bounds: boundsSchema.describe("Box around the drawing, mm."),
  })
  .describe("A drawing as SVG.");
/** Picture of a drawing, and its size. */
export type SvgData = z.infer<typeof svgDataSchema>;
