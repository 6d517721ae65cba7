/** Does the board stay quick and exact with ten thousand parts? What is drawn is counted, picked and looked at. */
import { describe, expect, it, vi } from "vitest";
import { page } from "vitest/browser";
import { meet } from "../../engine/base/geometry/box.ts";
import type { Ring } from "../../engine/index.ts";
import { fit, pan, toScreen, toWorld, visibleBounds, zoomAbout } from "../../web-demo/canvas/camera.ts";
import { drawPassing, drawScene, sceneSteps } from "../../web-demo/canvas/draw.ts";
import { findLabelSpots } from "../../web-demo/canvas/labels.ts";
import { readInks } from "../../web-demo/canvas/palette.ts";
import { niceStep } from "../../web-demo/canvas/rulers.ts";
import type { Item, SceneView } from "../../web-demo/canvas/scene.ts";
import { type BoardScene, drawingScene, partsScene, sheetScene } from "../../web-demo/canvas/scene.ts";
import { differences, StillCanvas } from "../../web-demo/canvas/still-canvas.ts";
import { tweenScenes } from "../../web-demo/canvas/tween.ts";
import { circle, rectangle } from "../../web-demo/edit/edit-parts.ts";
import { itemAt } from "../../web-demo/geometry/pick.ts";
import type { ProjectDrawing, SolvedLayout } from "../../web-demo/model/project.ts";
import { sheetRemnant } from "../../web-demo/model/sheet.ts";
import { openApp } from "./app.ts";
import { readProgram } from "./program.ts";

const SIDE = 100;
const PITCH = 12;

/** A hundred by a hundred rings of diameter 10 with a hole of diameter 4, centred at 12 i + 6, 12 j + 6. */
function ringLayout(): SolvedLayout {
  const hole = circle(4).map(([x, y]): [number, number] => [x + 3, y + 3]);
  const placements = Array.from({ length: SIDE * SIDE }, (_, k) => {
    const [x, y] = [(k % SIDE) * PITCH + 1, Math.floor(k / SIDE) * PITCH + 1];
    const bounds = { min_x: x, min_y: y, max_x: x + 10, max_y: y + 10 };
    return { part_id: "ring", instance: k, x, y, rotation: 0, bounds };
  });
  const size = SIDE * PITCH;
  const count = placements.length;
  return {
    request: {
      parts: [{ id: "ring", exterior: circle(10), holes: [hole], quantity: 500 }],
      sheet: { width: size, height: size },
      config: { spacing: 2, edge_margin: 1, rotation_step: 90, kerf: 0 },
    },
    data: {
      summary: {
        sheets_used: 1,
        total_parts: count,
        placed_parts: count,
        unplaced_parts: 0,
        total_utilization: 45,
        total_waste_percent: 55,
      },
      sheets: [{ index: 0, utilization: 45, placements }],
      unplaced: [],
    },
    check: { ok: true, gap: 2, margin: 1, problems: [], faults: [] },
    seed: 1,
    elapsedMs: 1,
  };
}

const layout = ringLayout();
const scene: BoardScene = sheetScene(layout, layout.data.sheets[0], () => ({ color: 0 }), new WeakMap());
const view = { width: 900, height: 700 };
const padding = { left: 20, right: 20, top: 20, bottom: 20 };

function canvasFrame(camera: SceneView["camera"]): { context: CanvasRenderingContext2D; frame: SceneView } {
  const canvas = document.createElement("canvas");
  Object.assign(canvas, view);
  const context = canvas.getContext("2d")!;
  return {
    context,
    frame: {
      camera,
      view,
      ratio: 1,
      inks: readInks(),
      labels: false,
      unit: "mm",
      selected: null,
      hovered: null,
    },
  };
}

/** A static canvas that shows the rings, drawn frame by frame until they are complete. */
function stillCanvas(frame: SceneView): { still: StillCanvas; context: CanvasRenderingContext2D } {
  const element = Object.assign(document.createElement("canvas"), view);
  const still = new StillCanvas(element);
  while (!still.draw(scene, frame));
  return { still, context: element.getContext("2d")! };
}

/** Where two canvases differ by more than the rounding of edges under a clip, or -1. */
function differing(one: CanvasRenderingContext2D, other: CanvasRenderingContext2D): number {
  const pixels = (context: CanvasRenderingContext2D) =>
    context.getImageData(0, 0, view.width, view.height).data;
  const [a, b] = [pixels(one), pixels(other)];
  return a.findIndex((value, i) => Math.abs(value - b[i]!) > 2);
}

describe("drawing", () => {
  it("draws all of ten thousand parts when all are in view", () => {
    const { context, frame } = canvasFrame(fit(scene.bounds, view, padding));
    expect(drawScene(context, scene, frame)).toEqual({ drawn: SIDE * SIDE, culled: 0 });
  });

  it("draws only what the view shows", () => {
    const window = { min_x: 240, min_y: 240, max_x: 360, max_y: 300 };
    const { context, frame } = canvasFrame(fit(window, view, { left: 0, right: 0, top: 0, bottom: 0 }));
    const shown = visibleBounds(frame.camera, view);
    const touching = layout.data.sheets[0]!.placements.filter(
      ({ bounds: b }) =>
        b.min_x <= shown.max_x && b.max_x >= shown.min_x && b.min_y <= shown.max_y && b.max_y >= shown.min_y,
    ).length;
    const { drawn, culled } = drawScene(context, scene, frame);
    expect(drawn).toBe(touching);
    expect(drawn + culled).toBe(SIDE * SIDE);
    expect(drawn).toBeLessThan(150);
  });

  it("puts parts where they are, holes left open", () => {
    const window = { min_x: 0, min_y: 0, max_x: 24, max_y: 24 };
    const { context, frame } = canvasFrame(fit(window, view, padding));
    drawScene(context, scene, frame);
    const colorAt = (x: number, y: number) => {
      const [px, py] = toScreen(frame.camera, [x, y]);
      return [...context.getImageData(Math.round(px), Math.round(py), 1, 1).data].join(" ");
    };
    const sheet = colorAt(12, 12);
    expect(colorAt(6, 6)).toBe(sheet);
    expect(colorAt(9.5, 6)).not.toBe(sheet);
    expect(colorAt(18, 21.5)).toBe(colorAt(9.5, 6));
  });

  it("shows no hole that was taken out of its part", () => {
    const exterior: Ring = [
      [0, 0],
      [50, 0],
      [0, 50],
    ];
    const cache = new WeakMap();
    const holesIn = (holes: Ring[]) =>
      partsScene([{ id: "plate", exterior, holes, color: 0 }], cache).items[0]!.shape.holes;
    const hole: Ring = exterior.map(([x, y]) => [x / 5 + 5, y / 5 + 5]);
    expect(holesIn([hole])).toEqual([hole]);
    expect(holesIn([])).toEqual([]);
  });

  it("draws plates of thousands of holes with a pause after each, every hole open at every scale", () => {
    const holes = Array.from({ length: 1600 }, (_, k) =>
      circle(4).map(([x, y]): [number, number] => [x + 12 * (k % 40) + 4, y + 12 * Math.floor(k / 40) + 4]),
    );
    const plates = [0, 500, 1000].map((x, i) => ({
      id: `plate ${i}`,
      color: i,
      exterior: rectangle(480, 480).map(([dx, y]): [number, number] => [x + dx, y]),
      holes: holes.map((hole) => hole.map(([dx, y]): [number, number] => [x + dx, y])),
    }));
    const loose = partsScene(plates, new WeakMap());
    for (const factor of [1, 4, 20]) {
      const { bounds: b, x, y } = loose.items[0]!;
      const size = { x: (b.max_x - b.min_x) / factor, y: (b.max_y - b.min_y) / factor };
      const corner = { min_x: b.min_x, min_y: b.min_y, max_x: b.min_x + size.x, max_y: b.min_y + size.y };
      const { context, frame } = canvasFrame(fit(corner, view, padding));
      const shown = loose.items.filter(({ bounds }) => meet(bounds, visibleBounds(frame.camera, view)));
      const pauses = [...sceneSteps(context, loose, frame)].length;
      expect(pauses).toBe(1 + shown.length);
      const colorAt = (px: number, py: number) => {
        const at = toScreen(frame.camera, [x + px, y + py]).map(Math.round) as [number, number];
        return [...context.getImageData(...at, 1, 1).data].join(" ");
      };
      const outside = -10 / frame.camera.scale;
      const [table, plate] = [colorAt(outside, outside), colorAt(12, 12)];
      expect(plate).not.toBe(table);
      expect(colorAt(6, 6)).toBe(table);
      expect(colorAt(12, 6)).toBe(plate);
    }
  });

  it("shows what is drawn on parts, turned and turned over with them", () => {
    const marks = [
      {
        role: "engrave" as const,
        path: [
          [10, 20],
          [60, 20],
        ] as [number, number][],
      },
    ];
    const exterior: [number, number][] = [
      [0, 0],
      [100, 0],
      [100, 60],
      [0, 60],
      [0, 0],
    ];
    const place = { part_id: "plate", instance: 0, x: 200, y: 100, rotation: 90 };
    const bounds = { min_x: 140, min_y: 100, max_x: 200, max_y: 200 };
    const other = { ...place, instance: 1, x: 200, y: 400, bounds: { ...bounds, min_y: 300, max_y: 400 } };
    const [sheet] = layout.data.sheets;
    const plates = {
      ...sheet!,
      placements: [
        { ...place, bounds },
        { ...other, mirrored: true },
      ],
    };
    const request = { ...layout.request, parts: [{ id: "plate", exterior, holes: [], quantity: 2 }] };
    const look = () => ({ color: 0, marks });
    const shown = sheetScene({ ...layout, request }, plates, look, new WeakMap());
    const { context, frame } = canvasFrame(
      fit({ min_x: 0, min_y: 0, max_x: 450, max_y: 450 }, view, padding),
    );
    drawScene(context, shown, frame);
    const blueAt = (x: number, y: number) => {
      const [px, py] = toScreen(frame.camera, [x, y]);
      const { data } = context.getImageData(Math.round(px) - 2, Math.round(py) - 2, 5, 5);
      return data.some((_, i) => i % 4 === 0 && data[i + 2]! - data[i]! > 100);
    };
    // Along x from 10 to 60 at y = 20: turned by 90° it is at x = 200 - 20, and turned over it runs the other way.
    for (const y of [115, 155, 385, 345]) expect(blueAt(180, y), `at ${y}`).toBe(true);
    for (const y of [170, 105, 330, 395]) expect(blueAt(180, y), `at ${y}`).toBe(false);
  });

  it("moves a picture instead of redrawing while a crowded board moves, and redraws in slices when it rests", async () => {
    const { frame } = canvasFrame(fit(scene.bounds, view, padding));
    const { still, context } = stillCanvas(frame);
    const fill = vi.spyOn(CanvasRenderingContext2D.prototype, "fill");
    const offscreen = vi.spyOn(OffscreenCanvasRenderingContext2D.prototype, "fill");
    const fills = () => fill.mock.calls.length + offscreen.mock.calls.length;
    expect(still.draw(scene, frame)).toBe(true);
    const moved = { ...frame, camera: pan(frame.camera, 5, 5) };
    await new Promise<void>((rested) => {
      still.moving(rested);
      expect(still.draw(scene, moved)).toBe(true);
    });
    expect(fills()).toBe(0);
    // A slice ends when its time is up, wherever it has come to by then, but not before it has drawn something.
    const clock = vi.spyOn(performance, "now").mockImplementation(() => 1000 * clock.mock.calls.length);
    const slices: number[] = [];
    while (!still.draw(scene, moved)) slices.push(fills());
    clock.mockRestore();
    expect(slices.length).toBeGreaterThan(20);
    expect(fills()).toBe(SIDE * SIDE);
    vi.restoreAllMocks();
    const whole = canvasFrame(moved.camera);
    drawScene(whole.context, scene, whole.frame);
    expect(differing(context, whole.context)).toBe(-1);
  });

  it("marks a gap of a drawing once, though findings name both of its ends", () => {
    const [at, to, elsewhere]: [number, number][] = [
      [50, 49],
      [50, 50],
      [20, 0],
    ];
    const finding = {
      code: "open-contour",
      severity: "warning",
      message: "",
      places: [at!, to!, elsewhere!],
    };
    const gap = { at: [...at!], to: [...to!], width: 1, layer: "", length: 0 };
    const drawing = { cutPaths: [[at, elsewhere]], bendLines: [], findings: [finding], openEnds: [gap] };
    const { spots, gaps } = drawingScene(drawing as unknown as ProjectDrawing);
    expect(spots).toEqual([elsewhere]);
    expect(gaps).toEqual([gap]);
  });

  describe("of a drawing", () => {
    const box = (left: number, size: number): [number, number][] => [
      [left, left],
      [left + size, left],
      [left + size, left + size],
      [left, left + size],
      [left, left],
    ];
    const read = (asideLines: [number, number][][]) =>
      drawingScene({ cutPaths: [box(0, 100)], bendLines: [], findings: [], asideLines } as never);

    it("shows what is not made beneath the material, paler than cuts", () => {
      const { context, frame } = canvasFrame(fit(read([box(-50, 200)]).bounds, view, padding));
      drawScene(context, read([box(-50, 200)]), frame);
      const inkAt = (x: number, y: number) => {
        const [left, top] = toScreen(frame.camera, [x, y]).map((at) => Math.round(at * frame.ratio));
        const { data } = context.getImageData(left! - 2, top! - 2, 5, 5);
        const pixels = Array.from(
          { length: 25 },
          (_, i) => data[4 * i]! + data[4 * i + 1]! + data[4 * i + 2]!,
        );
        return Math.min(...pixels);
      };
      const [table, material, cut, aside] = [inkAt(-25, 50), inkAt(50, 50), inkAt(0, 50), inkAt(-50, 50)];
      expect(material).toBeGreaterThan(table!);
      expect(cut).toBeLessThan(aside!);
      expect(aside).toBeLessThan(table!);
    });

    it("leaves out of the view what is so far away that parts would be dots", () => {
      expect(read([box(-50, 200)]).bounds).toEqual({ min_x: -50, min_y: -50, max_x: 150, max_y: 150 });
      expect(read([box(5000, 200)]).bounds).toEqual({ min_x: 0, min_y: 0, max_x: 100, max_y: 100 });
    });
  });

  it("draws nothing on a board that is hidden", () => {
    const { frame } = canvasFrame(fit(scene.bounds, view, padding));
    const { still } = stillCanvas(frame);
    still.resize(0, 0);
    expect(still.draw(scene, frame)).toBe(true);
  });

  it("draws a few places again where parts were moved, lifted or put down, as a whole drawing has them", () => {
    const items = scene.items.map((item, i) => {
      if (i !== 4321) return i === 17 ? { ...item, faulty: true } : item;
      const { bounds: b } = item;
      const bounds = { min_x: b.min_x + 3, min_y: b.min_y + 2, max_x: b.max_x + 3, max_y: b.max_y + 2 };
      return { ...item, x: item.x + 3, y: item.y + 2, bounds };
    });
    const moved = { ...scene, items };
    const lifted = { ...scene, items: items.filter((_, i) => i !== 4321 && i !== 99) };
    expect(differences(scene, moved)).toHaveLength(4);
    expect(differences(scene, lifted)).toHaveLength(4);
    expect(differences(scene, { ...scene, items: [] })).toBeNull();
    // Canvases that are read more than once are drawn in other ways, so each of these is a new one.
    for (const steps of [[moved], [lifted], [lifted, moved]]) {
      const to = canvasFrame(fit(scene.bounds, view, padding));
      const { still, context } = stillCanvas(to.frame);
      const fill = vi.spyOn(CanvasRenderingContext2D.prototype, "fill");
      for (const step of steps) expect(still.draw(step, to.frame)).toBe(true);
      expect(fill.mock.calls.length).toBeLessThan(200);
      fill.mockRestore();
      drawScene(to.context, steps.at(-1)!, to.frame);
      expect(differing(context, to.context)).toBe(-1);
    }
  });
});

describe("parts on their way to a better place", () => {
  const one = (x: number, rotation: number): BoardScene => {
    const [item] = scene.items;
    return { ...scene, items: [{ ...item!, x, rotation }] };
  };

  it("start where they were and end where they belong, turning the short way", () => {
    const tween = tweenScenes(one(0, 90), one(100, 0))!;
    expect(tween.at(0).items[0]!.x).toBe(0);
    expect(tween.at(0).items[0]!.sin).toBeCloseTo(1, 12);
    expect(tween.at(1).items[0]).toMatchObject({ x: 100, cos: 1 });
    const halfway = tween.at(0.5).items[0]!;
    expect(halfway.x).toBeGreaterThan(0);
    expect(halfway.cos).toBeGreaterThan(0);
  });

  it("leave nothing of themselves or their names where they have been", () => {
    const [item] = scene.items;
    const exterior: Ring = [
      [0, 0],
      [400, 0],
      [400, 50],
      [0, 50],
      [0, 0],
    ];
    const shape = { ...item!.shape, id: "a long part", exterior, holes: [], paths: new Map() };
    const lying: Item = {
      ...item!,
      shape: { ...shape, labelSpots: new Map() },
      ...{ x: 500, y: 500, rotation: 0, cos: 1, sin: 0 },
      bounds: { min_x: 500, min_y: 500, max_x: 900, max_y: 550 },
    };
    const upright: Item = {
      ...lying,
      ...{ rotation: 90, cos: 0, sin: 1 },
      bounds: { min_x: 450, min_y: 500, max_x: 500, max_y: 900 },
    };
    const to = canvasFrame(fit(scene.bounds, view, padding));
    const frame = { ...to.frame, labels: true };
    const element = Object.assign(document.createElement("canvas"), view);
    const still = new StillCanvas(element);
    const [from, end] = [lying, upright].map((only) => ({ ...scene, items: [only] }));
    const tween = tweenScenes(from!, end!)!;
    for (const step of [from!, tween.at(0.1), tween.at(0.2), tween.at(0.5), end!]) {
      expect(still.draw(step, frame, true)).toBe(true);
    }
    drawScene(to.context, end!, frame);
    expect(differing(element.getContext("2d")!, to.context)).toBe(-1);
  });

  it("do not move for readers who asked for less motion, nor in crowds", () => {
    expect(
      tweenScenes(scene, { ...scene, items: scene.items.map((item) => ({ ...item, x: item.x + 1 })) }),
    ).toBeNull();
    const media = vi.spyOn(window, "matchMedia").mockReturnValue({ matches: true } as MediaQueryList);
    expect(tweenScenes(one(0, 90), one(100, 0))).toBeNull();
    media.mockRestore();
  });
});

describe("the camera", () => {
  const camera = fit(scene.bounds, view, padding);

  it("shows all of what it fits", () => {
    const [left, bottom] = toScreen(camera, [0, 0]);
    const [right, top] = toScreen(camera, [1200, 1200]);
    expect(left).toBeGreaterThanOrEqual(20);
    expect(top).toBeGreaterThanOrEqual(20 - 1e-9);
    expect(right).toBeLessThanOrEqual(880);
    expect(bottom).toBeLessThanOrEqual(680 + 1e-9);
  });

  it("keeps the point under the pointer while zooming", () => {
    const before = toWorld(camera, [333, 222]);
    const after = toWorld(zoomAbout(camera, [333, 222], 7.5), [333, 222]);
    expect(after[0]).toBeCloseTo(before[0], 9);
    expect(after[1]).toBeCloseTo(before[1], 9);
  });
});

describe("picking", () => {
  it("finds the part under a point among ten thousand, and none in a hole or between", () => {
    expect(itemAt(scene, [12 * 37 + 9.5, 12 * 61 + 6])?.instance).toBe(61 * SIDE + 37);
    expect(itemAt(scene, [12 * 37 + 6, 12 * 61 + 6])).toBeNull();
    expect(itemAt(scene, [12, 12])).toBeNull();
    expect(itemAt(scene, [-5, 5000])).toBeNull();
  });
});

it("a part has its name in its middle where all of it is as wide", () => {
  for (const { x, y, room } of findLabelSpots(rectangle(120, 60), [], 0)) {
    expect([x, room]).toEqual([60, 120]);
    expect(Math.abs(y - 30)).toBeLessThan(2);
  }
});

describe("rulers", () => {
  it("step by ones, twos and fives, and by halves below an inch", () => {
    expect([0.7, 1.1, 2.1, 5.1, 34, 120].map((least) => niceStep(least, "mm"))).toEqual([
      1, 2, 5, 10, 50, 200,
    ]);
    expect([0.2, 0.6, 3].map((least) => niceStep(least, "in"))).toEqual([0.25, 1, 5]);
  });
});

describe("the words of a program, as the tests read them", () => {
  it("reads cuts and travels with their lengths from a program", () => {
    const path = readProgram(
      "G21\nG0 X10 Y0 F3000\nM4 S100\nG1 X10 Y20 F1000\nG1 X30 Y20\nM5\nG0 X0 Y0 ; home\n(G1 X99)\n",
    );
    expect(path.cuts).toEqual([
      [
        [10, 0],
        [10, 20],
        [30, 20],
      ],
    ]);
    expect(path.cutLength).toBe(40);
    expect(path.travels).toHaveLength(2);
    expect(path.travelLength).toBeCloseTo(10 + Math.hypot(30, 20), 12);
  });

  it("follows arcs either way round, and whole circles", () => {
    const lengthOf = (arc: string) => readProgram(`G0 X10 Y0\n${arc}\n`).cutLength;
    // Quarter of the circle about the origin, the other three quarters, and all of it.
    expect(lengthOf("G3 X0 Y10 I-10 J0")).toBeCloseTo(5 * Math.PI, 1);
    expect(lengthOf("G2 X0 Y10 I-10 J0")).toBeCloseTo(15 * Math.PI, 1);
    expect(lengthOf("G3 X10 Y0 I-10 J0")).toBeCloseTo(20 * Math.PI, 1);
    const { cuts } = readProgram("G0 X10 Y0\nG3 X0 Y10 I-10 J0\nG1 X0 Y0\n");
    expect(cuts).toHaveLength(1);
    expect(cuts[0]!.at(-1)).toEqual([0, 0]);
    for (const [x, y] of cuts[0]!.slice(0, -1)) expect(Math.hypot(x, y)).toBeCloseTo(10, 9);
  });
});

it("the page shows ten thousand parts and tells what its frames cost while it moves", async () => {
  const app = await openApp();
  app.store.commit("Test", (project) => ({ ...project, layout }));
  await expect.element(page.getByRole("img", { name: /with 10000 parts/ })).toBeVisible();
  const canvas = document.querySelector<HTMLCanvasElement>("#board")!;
  // Pointers made by a script cannot be captured.
  canvas.setPointerCapture = () => {};
  const box = canvas.getBoundingClientRect();
  const at = { clientX: box.x + box.width / 2, clientY: box.y + box.height / 2, bubbles: true };
  const zoom = (deltaY: number) => canvas.dispatchEvent(new WheelEvent("wheel", { ...at, deltaY }));
  const point = (type: string, dx = 0, more: PointerEventInit = {}) =>
    canvas.dispatchEvent(new PointerEvent(type, { ...at, ...more, clientX: at.clientX + dx, pointerId: 7 }));
  const pan = async (what: string) => {
    point("pointerdown");
    await tellFrames(what, (i) => point("pointermove", 6 * i));
    point("pointerup", 300);
  };
  await tellFrames("zooming, all in view", (i) => zoom(i % 2 ? 40 : -40));
  await pan("panning, all in view");
  zoom(-900);
  await pan("panning, zoomed in");
  zoom(900);
  app.store.commit("Test", (project) => ({
    ...project,
    layout: { ...layout, request: { ...layout.request } },
    sheet: layout.request.sheet,
    config: layout.request.config,
    parts: layout.request.parts.map((part, color) => ({ ...part, turn: "free", color, drawing: null })),
  }));
  await grabPart(canvas, point);
  const drawn = vi.spyOn(CanvasRenderingContext2D.prototype, "fill");
  const fills: number[] = [];
  const drag = (i: number) => {
    fills.push(drawn.mock.calls.length);
    drawn.mockClear();
    point("pointermove", 6 * i);
  };
  await tellFrames("dragging one part", drag, 40);
  // Only what is dragged is drawn anew, a few fills each; all the others once to begin with, and after a change of size.
  const quick = fills.filter((count) => count < 100).length;
  expect(quick, `fills of each frame: ${fills.join(" ")}`).toBeGreaterThan(30);
  point("pointerup", 300);
  drawn.mockRestore();
  const { context, frame } = canvasFrame(fit(scene.bounds, view, padding));
  await tellFrames("a full redraw", () => {
    drawScene(context, scene, frame);
    // Reading a pixel waits until everything has been drawn.
    context.getImageData(0, 0, 1, 1);
  });
});

/** Presses the pointer on a part: whatever the view was left at, there is one within a pitch of its middle. */
async function grabPart(
  canvas: HTMLCanvasElement,
  point: (type: string, dx?: number, more?: PointerEventInit) => void,
): Promise<void> {
  const tip = canvas.parentElement!.querySelector(".tip")!;
  for (let dx = 0; dx < 40; dx++) {
    point("pointermove", dx, { pointerType: "mouse" });
    if (tip.hasAttribute("hidden")) continue;
    point("pointerdown", dx);
    return;
  }
  throw new Error("no part near the middle of the view");
}

/** Prints the times from a step to the frame after it; a screen of 60 Hz leaves no less than 16.7 ms between two. */
async function tellFrames(what: string, step: (i: number) => void, count = 12): Promise<void> {
  const frames: number[] = [];
  for (let i = 0; i < count; i++) {
    const before = performance.now();
    step(i);
    await new Promise((resolve) => requestAnimationFrame(resolve));
    frames.push(performance.now() - before);
  }
  frames.sort((a, b) => a - b);
  const [median, late, slowest] = [0.5, 0.95, 1].map((share) =>
    frames[Math.ceil(share * frames.length) - 1]!.toFixed(1),
  );
  console.log(
    `10000 parts, ${what}: median ${median} ms, 95 % within ${late} ms, slowest ${slowest} ms a frame`,
  );
}

describe("the remnant", () => {
  /** The rings of the first twenty columns alone; the last ends at 19 × 12 + 11. */
  const few = {
    ...layout.data.sheets[0]!,
    placements: layout.data.sheets[0]!.placements.filter(({ x }) => x < 240),
  };

  it("is the larger strip beside everything, a kerf away", () => {
    const size = SIDE * PITCH;
    expect(sheetRemnant(layout, few)).toEqual({ min_x: 239, min_y: 0, max_x: size, max_y: size });
    const request = { ...layout.request, config: { ...layout.request.config, kerf: 0.5 } };
    expect(sheetRemnant({ request }, few).min_x).toBe(239.5);
  });

  it("is written with its size where that can be read", () => {
    const strip = sheetScene(layout, few, () => ({ color: 0 }), new WeakMap());
    const written = (scene: BoardScene, camera: SceneView["camera"]) => {
      const { context, frame } = canvasFrame(camera);
      const write = vi.spyOn(context, "fillText");
      drawPassing(context, scene.remnant, frame);
      return write.mock.calls.map(([text]) => text);
    };
    const whole = fit(strip.bounds, view, padding);
    expect(written(strip, whole)).toEqual(["Remnant 961 × 1200 mm"]);
    expect(written(strip, { ...whole, scale: whole.scale / 50 })).toEqual([]);
    // A full sheet leaves its margin only.
    expect(written(scene, whole)).toEqual([]);
  });
});
