/** Answers of the two DXF readers (`/v1/parse/dxf`, `/v1/parse/dxf-to-svg`) and the query of the second. */
import { z } from "zod";
import { boundsSchema, dimensionsSchema, geometrySchema, pointSchema } from "../values/geometry.ts";
import { integer, number, string } from "../values/lax.ts";
import { COLOR_PATTERN, DEFAULTS, LIMITS } from "../values/limits.ts";

const { svg } = LIMITS;
const side = () => integer({ ge: svg.side.min, le: svg.side.max });
const color = () => string((text) => text.regex(new RegExp(COLOR_PATTERN)));
const pathSchema = z.array(pointSchema);

export const parseDxfDataSchema = z.object({
  name: z.string(),
  bounds: boundsSchema,
  dimensions: dimensionsSchema,
  area: z.number(),
  perimeter: z.number(),
  geometry: geometrySchema,
  layers: z.array(z.string()),
  cut_paths: z.array(pathSchema),
  bend_lines: z.array(pathSchema).nullable(),
  entity_count: z.number().int(),
  has_holes: z.boolean(),
  hole_count: z.number().int(),
});
export type ParseDxfData = z.infer<typeof parseDxfDataSchema>;

export const svgOptionsSchema = z.object({
  width: side().prefault(DEFAULTS.svg.width),
  height: side().prefault(DEFAULTS.svg.height),
  stroke_color: color().prefault(DEFAULTS.svg.stroke_color),
  stroke_width: number({ ge: svg.strokeWidth.min, le: svg.strokeWidth.max }).prefault(
    DEFAULTS.svg.stroke_width,
  ),
  background: color().prefault(DEFAULTS.svg.background),
});
export type SvgOptionsInput = z.input<typeof svgOptionsSchema>;
export type SvgOptions = z.output<typeof svgOptionsSchema>;

export const svgDataSchema = z.object({
  svg: z.string(),
  width: z.number(),
  height: z.number(),
  original_bounds: boundsSchema,
});
export type SvgData = z.infer<typeof svgDataSchema>;
