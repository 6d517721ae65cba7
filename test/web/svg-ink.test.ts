/** Does Chromium show a drawing as every other renderer does? The same pictures and the same ink as with resvg. */
import { expect, it } from "vitest";
import { INK_TOLERANCE, PICTURE, PICTURES } from "../helpers/pictures.ts";

/** Ink in square pixels on a canvas of the picture's size. */
async function inkOf(svg: string): Promise<number> {
  const image = new Image();
  image.src = `data:image/svg+xml,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = new OffscreenCanvas(PICTURE.width, PICTURE.height);
  const context = canvas.getContext("2d")!;
  context.drawImage(image, 0, 0);
  const { data } = context.getImageData(0, 0, PICTURE.width, PICTURE.height);
  let dark = 0;
  for (let at = 0; at < data.length; at += 4) dark += 1 - data[at]! / 255;
  return dark;
}

it.each(PICTURES)("the ink of $what is what its length and stroke make", async ({ svg, ink }) => {
  expect(Math.abs((await inkOf(svg)) / ink - 1)).toBeLessThan(INK_TOLERANCE);
});
