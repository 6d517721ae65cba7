/**
 * `npm run bench:web`: the built page with ten thousand parts on one sheet in Chromium: what a frame costs while the board
 * is zoomed and panned and while one part is dragged, and in the second `after`: the sharp picture, or the drop with its
 * check. `script ms` is the processor's time for a frame in the page's own code, whatever else the machine does. A screen
 * of 60 Hz leaves no less than 16.7 ms between two frames.
 */

import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join } from "node:path";
import { type CDPSession, chromium, type Page } from "playwright";
import { chromiumLaunch } from "../../scripts/chromium.mjs";
import { type BenchResult, fixed, keepResults, quantile, tableOf } from "./report.ts";

const TYPES: Record<string, string> = {
  ".css": "text/css",
  ".html": "text/html",
  ".js": "text/javascript",
  ".svg": "image/svg+xml",
  ".wasm": "application/wasm",
};
const FRAMES = 120;
/** Parts a side of the sheet, and millimetres from one to the next. */
const SIDE = 100;
const PITCH = 12;
/** Different outlines; the interface allows 500 copies of each. */
const SHAPES = 20;

interface Measured {
  frames: number[];
  /** Those of the second after the movement. */
  after: number[];
}

let session: CDPSession | undefined;
const server = createServer(async (request, response) => {
  const path = new URL(request.url ?? "/", "http://page").pathname.replace(/\/$/, "/index.html");
  const body = await readFile(join("dist/web", path)).catch(() => null);
  response.writeHead(body ? 200 : 404, { "Content-Type": TYPES[extname(path)] ?? "text/plain" });
  response.end(body ?? "");
});
await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
const browser = await chromium.launch(chromiumLaunch());
try {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, serviceWorkers: "block" });
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  await openProject(page);
  const row = tableOf([
    "10000 parts",
    "frames",
    "median ms",
    "95 % ms",
    "slowest ms",
    "script ms",
    "95 % after",
    "slowest after",
  ]);
  const results: Record<string, BenchResult> = {};
  for (const [name, before, motion] of [
    ["zooming, all in view", 0, "zoom"],
    ["panning, all in view", 0, "pan"],
    ["panning, zoomed in", -900, "pan"],
    ["dragging one, all in view", 0, "drag"],
    ["dragging one again", 0, "drag"],
  ] as const) {
    if (before !== 0 || motion === "drag") await page.keyboard.press("f");
    const scripted = await scriptSeconds(page);
    const { frames, after } = await measure(page, before, motion);
    const script = ((await scriptSeconds(page)) - scripted) / (frames.length + after.length);
    const [median, late] = [quantile(frames, 0.5), quantile(frames, 0.95)];
    row([
      name,
      frames.length,
      fixed(median, 1),
      fixed(late, 1),
      fixed(Math.max(...frames), 1),
      fixed(1000 * script, 1),
      fixed(quantile(after, 0.95), 1),
      fixed(Math.max(...after), 1),
    ]);
    results[name] = { quality: 1000 / late, seconds: median / 1000 };
  }
  keepResults("web", undefined, results);
} finally {
  await browser.close();
  server.close();
}

/** Drops a project whose layout is full and right on the page, and waits until the page has checked it. */
async function openProject(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Add drawings" }).first().waitFor();
  await page.evaluate(
    (text) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([text], "full.offcut"));
      document.body.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
    },
    JSON.stringify({ project: fullProject() }),
  );
  await page.getByRole("img", { name: /with 10000 parts/ }).waitFor({ timeout: 60_000 });
  await page.getByText("Ready to cut", { exact: true }).waitFor({ timeout: 120_000 });
}

/** Rings of diameter 10 with a hole, a hundred by a hundred. */
function fullProject(): object {
  const circle = (corners: number, radius: number) =>
    Array.from({ length: corners }, (_, i) => {
      const angle = (2 * Math.PI * i) / corners;
      return [5 + radius * Math.cos(angle), 5 + radius * Math.sin(angle)];
    });
  const id = (k: number) => `ring ${k % SHAPES}`;
  const parts = Array.from({ length: SHAPES }, (_, k) => {
    const quantity = (SIDE * SIDE) / SHAPES;
    // With a multiple of four corners a ring reaches exactly as far as its circle.
    return { id: id(k), exterior: circle(24 + 4 * k, 5), holes: [circle(16, 2)], quantity };
  });
  const placements = Array.from({ length: SIDE * SIDE }, (_, k) => {
    const [x, y] = [(k % SIDE) * PITCH + 1, Math.floor(k / SIDE) * PITCH + 1];
    const bounds = { min_x: x, min_y: y, max_x: x + 10, max_y: y + 10 };
    return { part_id: id(k), instance: Math.floor(k / SHAPES), x, y, rotation: 0, bounds };
  });
  const [size, count] = [SIDE * PITCH, placements.length];
  const sheet = { width: size, height: size };
  const config = { spacing: 2, edge_margin: 1, rotation_step: 90, kerf: 0 };
  const area = parts.reduce((sum, { exterior, holes, quantity }) => {
    return sum + quantity * (areaOf(exterior) - areaOf(holes[0]!));
  }, 0);
  const utilization = (100 * area) / size ** 2;
  const summary = {
    sheets_used: 1,
    total_parts: count,
    placed_parts: count,
    unplaced_parts: 0,
    total_utilization: utilization,
    total_waste_percent: 100 - utilization,
  };
  const data = { summary, sheets: [{ index: 0, utilization, placements }], unplaced: [] };
  // Parts that are only in the layout would make it one of the job before, which is not to be edited.
  return {
    version: 1,
    name: "Full",
    parts,
    sheet,
    config,
    layout: { request: { parts, sheet, config }, data },
  };
}

function areaOf(ring: number[][]): number {
  return ring.reduce((sum, [x, y], i) => {
    const [nextX, nextY] = ring[(i + 1) % ring.length]!;
    return sum + (x! * nextY! - nextX! * y!) / 2;
  }, 0);
}

/** Seconds of the processor that the page's own code has taken so far. */
async function scriptSeconds(page: Page): Promise<number> {
  session ??= await page.context().newCDPSession(page);
  await session.send("Performance.enable");
  const { metrics } = await session.send("Performance.getMetrics");
  return metrics.find(({ name }) => name === "ScriptDuration")!.value;
}

/** Moves the board a step a frame, after zooming by `before`, and takes the time from frame to frame. */
function measure(page: Page, before: number, motion: "zoom" | "pan" | "drag"): Promise<Measured> {
  return page.evaluate(
    async ({ before, motion, count }) => {
      const canvas = document.querySelector<HTMLCanvasElement>("canvas#board")!;
      // Pointers made by a script cannot be captured.
      canvas.setPointerCapture = () => {};
      const frames: number[] = [];
      const box = canvas.getBoundingClientRect();
      const at = { clientX: box.x + box.width / 2, clientY: box.y + box.height / 2, bubbles: true };
      const zoom = (deltaY: number) => canvas.dispatchEvent(new WheelEvent("wheel", { ...at, deltaY }));
      const point = (type: string, dx: number) =>
        canvas.dispatchEvent(new PointerEvent(type, { ...at, clientX: at.clientX + dx, pointerId: 7 }));
      const frame = () =>
        new Promise<number>((resolve) => requestAnimationFrame(() => resolve(performance.now())));
      if (before !== 0) zoom(before);
      if (motion === "drag") {
        // The middle may be a gap or a hole: the tip says where a part is.
        const tip = document.querySelector<HTMLElement>(".board .tip")!;
        while (tip.hidden) {
          at.clientX += 1;
          canvas.dispatchEvent(
            new PointerEvent("pointermove", { ...at, pointerId: 6, pointerType: "mouse" }),
          );
        }
      }
      if (motion !== "zoom") point("pointerdown", 0);
      let last = await frame();
      const next = async () => {
        const now = await frame();
        const took = now - last;
        last = now;
        return took;
      };
      for (let i = 0; i < count; i++) {
        if (motion === "zoom") zoom(i % 40 < 20 ? -20 : 20);
        else point("pointermove", 150 * Math.sin(i / 10));
        frames.push(await next());
      }
      point("pointerup", 0);
      // While it moves, the board may show the last picture; it is drawn again soon after.
      const after: number[] = [];
      for (let i = 0; i < 60; i++) after.push(await next());
      return { frames, after };
    },
    { before, motion, count: FRAMES },
  );
}
