/** Pictures as agents see them. */

/** Longest side of a picture, in pixels: models scale larger ones down. */
const LONGEST = 1000;

export interface ImageContent {
  type: "image";
  data: string;
  mimeType: "image/png";
}

/**
 * SVG as PNG, by `@resvg/resvg-js`, which people install beside the package. Null without it, and for an SVG that it cannot
 * draw: a call does not lose its answer over the picture.
 */
export async function imageOf(svg: string): Promise<ImageContent | null> {
  try {
    const { Resvg } = await import("@resvg/resvg-js");
    const { width, height } = new Resvg(svg);
    const fitTo = { mode: width < height ? "height" : "width", value: LONGEST } as const;
    const png = new Resvg(svg, { fitTo, background: "white" }).render().asPng();
    return { type: "image", data: png.toString("base64"), mimeType: "image/png" };
  } catch {
    return null;
  }
}
