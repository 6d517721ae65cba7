/** Answers of the two DXF readers (`/v1/parse/dxf`, `/v1/parse/dxf-to-svg`) and the query of the second. */
import { z } from "zod";
import { boundsSchema, dimensionsSchema, geometrySchema, pointSchema } from "./geometry.ts";
import { COLOR_PATTERN, DEFAULTS, LIMITS } from "./limits.ts";

const { svg } = LIMITS;
const side = () => z.number().int().min(svg.side.min).max(svg.side.max);
const color = () => z.string().regex(new RegExp(COLOR_PATTERN));
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
  width: side().default(DEFAULTS.svg.width),
  height: side().default(DEFAULTS.svg.height),
  stroke_color: color().default(DEFAULTS.svg.stroke_color),
  stroke_width: z
    .number()
    .min(svg.strokeWidth.min)
    .max(svg.strokeWidth.max)
    .default(DEFAULTS.svg.stroke_width),
  background: color().default(DEFAULTS.svg.background),
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
