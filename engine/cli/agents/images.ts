/** Pictures as agents see them. */

/** Longest side of a picture, in pixels: models scale larger ones down. */
const LONGEST = 1000;

export interface ImageContent {
  type: "image";
  data: string;
  mimeType: "image/png";
}

/** SVG as PNG; null without `@resvg/resvg-js`, which is installed beside the package by who wants pictures. */
export async function imageOf(svg: string): Promise<ImageContent | null> {
  const library = await import("@resvg/resvg-js").catch(() => null);
  if (!library) return null;
  const { width, height } = new library.Resvg(svg);
  const fitTo = { mode: width < height ? "height" : "width", value: LONGEST } as const;
  const picture = new library.Resvg(svg, { fitTo, background: "white" });
  return { type: "image", data: picture.render().asPng().toString("base64"), mimeType: "image/png" };
}
