/** Are SVG files read as what they cut? Sizes and areas against closed forms, through the same reader as DXF. */
import { describe, expect, it } from "vitest";
import { page } from "vitest/browser";
import type { Ring } from "../../engine/index.ts";
import { drop, openApp } from "./app.ts";

const svg = (content: string, attributes = 'width="200mm" height="100mm" viewBox="0 0 200 100"') =>
  `<svg xmlns="http://www.w3.org/2000/svg" ${attributes}>${content}</svg>`;

/** Drops an SVG and gives the parts that the page makes of it. */
async function partsOf(text: string) {
  const app = await openApp();
  drop(new File([text], "drawing.svg"));
  await expect.poll(() => app.store.get().project.drawings.length).toBe(1);
  return app.store.get().project.parts;
}

function area(ring: Ring): number {
  let doubled = 0;
  for (let i = 1; i < ring.length; i++)
    doubled += ring[i - 1]![0] * ring[i]![1] - ring[i]![0] * ring[i - 1]![1];
  return Math.abs(doubled) / 2;
}

function size(ring: Ring): [number, number] {
  const [xs, ys] = [ring.map(([x]) => x), ring.map(([, y]) => y)];
  return [Math.max(...xs) - Math.min(...xs), Math.max(...ys) - Math.min(...ys)];
}

describe("shapes", () => {
  it("come in their true size with holes inside", async () => {
    const [part] = await partsOf(
      svg('<rect x="10" y="10" width="120" height="80"/><circle cx="70" cy="50" r="15"/>'),
    );
    expect(size(part!.exterior)).toEqual([120, 80]);
    expect(part!.holes).toHaveLength(1);
    expect(area(part!.holes[0]!) / (Math.PI * 15 ** 2)).toBeCloseTo(1, 2);
  });

  it("follow transforms, groups and references", async () => {
    const parts = await partsOf(
      svg(
        '<defs><rect id="a" width="10" height="5"/></defs>' +
          '<g transform="translate(50 50) rotate(90)"><use href="#a"/><use href="#a" x="30" transform="scale(2)"/></g>',
      ),
    );
    expect(parts.map((part) => size(part.exterior).map((side) => Number(side.toFixed(6))))).toEqual(
      expect.arrayContaining([
        [5, 10],
        [10, 20],
      ]),
    );
  });

  it("have rounded corners where they say so", async () => {
    const [part] = await partsOf(svg('<rect width="60" height="40" rx="10"/>'));
    expect(area(part!.exterior)).toBeCloseTo(60 * 40 - (4 - Math.PI) * 100, 0);
  });

  it("are left out and counted when they are no outlines", async () => {
    await partsOf(
      svg(
        '<rect width="10" height="10"/><text>no</text><image href="x.png"/><rect display="none" width="9" height="9"/>',
      ),
    );
    await page.getByText("3 notes").click();
    await expect.element(page.getByText("1 text not cut or engraved")).toBeVisible();
    await expect.element(page.getByText("1 image not cut")).toBeVisible();
    await expect.element(page.getByText("1 entity left out: not displayed")).toBeVisible();
  });
});

describe("units", () => {
  it("come from the physical size", async () => {
    const [part] = await partsOf(svg('<rect width="50" height="25"/>', 'width="4in" viewBox="0 0 100 100"'));
    expect(size(part!.exterior).map((side) => Number(side.toFixed(6)))).toEqual([50.8, 25.4]);
  });

  it("are 96 to the inch where there is none, and are asked about", async () => {
    const [part] = await partsOf(svg('<rect width="96" height="48"/>', ""));
    expect(size(part!.exterior).map((side) => Number(side.toFixed(6)))).toEqual([25.4, 12.7]);
    await page.getByRole("button", { name: "mm: 96 × 48 mm" }).click();
    await expect.element(page.getByText("96 × 48 mm", { exact: true })).toBeVisible();
  });
});

it("is no document that could run anything", async () => {
  await partsOf(svg('<script>window.ran = 1</script><rect width="10" height="10" onload="window.ran = 1"/>'));
  expect("ran" in window).toBe(false);
});
