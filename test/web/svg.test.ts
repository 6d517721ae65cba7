/** Are SVG files read as what they cut? Sizes and areas against closed forms, through the same reader as DXF. */
import { describe, expect, it } from "vitest";
import { page } from "vitest/browser";
import type { Path, Ring } from "../../engine/index.ts";
import { svgToDxf } from "../../web-demo/io/svg.ts";
import { pathPoints } from "../../web-demo/io/svg-path.ts";
import { drop, openApp } from "./app.ts";

const svg = (content: string, attributes = 'width="200mm" height="100mm" viewBox="0 0 200 100"') =>
  `<svg xmlns="http://www.w3.org/2000/svg" ${attributes}>${content}</svg>`;

/** Drops an SVG and gives the parts that the page makes of it. */
async function partsOf(text: string) {
  const app = await openApp();
  drop(new File([text], "drawing.svg"));
  await expect.poll(() => app.store.get().project.drawings.length, { timeout: 10_000 }).toBe(1);
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
    expect(area(part!.holes[0]!)).toBeCloseTo(Math.PI * 15 ** 2, 0);
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
    await expect.element(page.getByText("1 texts (convert them to paths) left out")).toBeVisible();
  });
});

describe("units", () => {
  it("come from the physical size", () => {
    const reading = svgToDxf(svg("", 'width="4in" viewBox="0 0 100 100"'));
    expect(reading.unit).toEqual({ name: "mm", millimetres: 1.016, source: "drawing" });
  });

  it("are 96 to the inch where there is none, and are asked about", async () => {
    const [part] = await partsOf(svg('<rect width="96" height="48"/>', ""));
    expect(size(part!.exterior).map((side) => Number(side.toFixed(6)))).toEqual([25.4, 12.7]);
    await page.getByRole("button", { name: "mm: 96 × 48 mm" }).click();
    await expect.element(page.getByText("96 × 48 mm", { exact: true })).toBeVisible();
  });
});

describe("path data", () => {
  const last = (paths: Path[]) => paths.at(-1)!.at(-1)!;

  it("understands relative and absolute forms alike", () => {
    const absolute = pathPoints("M10 10 L20 10 H30 V20 L10 20 Z", 0.01);
    const relative = pathPoints("m10,10 10,0 h10v10l-20 0z", 0.01);
    expect(relative).toEqual(absolute);
  });

  it("splits numbers and arc flags that stand without spaces", () => {
    expect(pathPoints("M.5.5-3-4", 0.01)).toEqual([
      [
        [0.5, 0.5],
        [-3, -4],
      ],
    ]);
    expect(last(pathPoints("M0 0a5 5 0 0110 0", 0.01))).toEqual([10, 0]);
  });

  it.each([
    ["an arc", "M0 0A50 50 0 0 1 100 0Z", (Math.PI * 50 ** 2) / 2],
    ["a large arc", "M0 0A50 50 0 1 1 50 50Z", Math.PI * 2500 - (Math.PI * 2500) / 4 + 1250],
    ["a parabola", "M0 0Q50 100 100 0Z", (2 / 3) * 100 * 50],
    ["a cubic", "M0 0C0 100 100 100 100 0Z", (3 / 4) * 100 * 75 + (3 / 20) * 100 * 75 - 750],
  ])("follows %s to within its tolerance", (_name, data, wanted) => {
    const [path] = pathPoints(data, 0.001);
    expect(area(path!)).toBeCloseTo(wanted, -0.5);
  });

  it("mirrors the last control point in the smooth forms", () => {
    const smooth = pathPoints("M0 0C0 10 10 10 10 0S20 -10 20 0", 0.01);
    const spelled = pathPoints("M0 0C0 10 10 10 10 0C10 -10 20 -10 20 0", 0.01);
    expect(smooth).toEqual(spelled);
  });

  it("stops at the first error and keeps what came before", () => {
    expect(pathPoints("M0 0L10 0L10", 0.01)).toEqual([
      [
        [0, 0],
        [10, 0],
      ],
    ]);
    expect(pathPoints("L10 10", 0.01)).toEqual([]);
  });
});

it("is no document that could run anything", async () => {
  await partsOf(svg('<script>window.ran = 1</script><rect width="10" height="10" onload="window.ran = 1"/>'));
  expect("ran" in window).toBe(false);
});
