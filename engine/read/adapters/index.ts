/**
 * The public entry `offcut/adapters`: shapes of other libraries as parts, and placements as their matrices. It imports
 * none of these libraries and starts nothing.
 */
export type { CurveOptions, Outline } from "./outline.ts";
export { type PlacementLike, type PlacementMatrix, placementMatrix } from "./placement.ts";
export {
  type EdgeLike,
  type GeoJsonLike,
  geoJsonOf,
  type MakerModelLike,
  type MakerPathLike,
  makerModelOf,
  outlineFromThree,
  outlinesFromGeoJson,
  outlinesFromMaker,
  outlinesFromWires,
  type ThreeShapeLike,
  threeShapeOf,
} from "./shapes.ts";
export { outlinesFromSvgElement, outlinesFromSvgPath, type SvgElementLike, svgPathOf } from "./svg.ts";
