/** Shared by the web tests: the app in the test's page, files to drop on it, and files that it hands out for download. */

import { onTestFinished } from "vitest";
import { type Locator, page } from "vitest/browser";
import { MACHINES, useMachine } from "../../web-demo/edit/machine.ts";
import type { Session, SolveRun } from "../../web-demo/model/store.ts";
import { createWorkshop, type Workshop } from "../../web-demo/run/workshop.ts";
import { type RunningApp, startApp } from "../../web-demo/start.ts";
import "../../web-demo/style/font.css";
import "../../web-demo/style/tokens.css";
import "../../web-demo/style/layout.css";
import "../../web-demo/style/controls.css";
import "../../web-demo/style/dialogs.css";
import "../../web-demo/style/panels.css";
import "../../web-demo/style/result.css";
import "../../web-demo/style/bars.css";
import "../../web-demo/style/lines.css";
import "../../web-demo/style/library.css";
import "../../web-demo/style/print.css";

let shared: Workshop | undefined;

/** One for all tests of a file: workers that load engine and judge again take longer than most tests. */
function sharedWorkshop(): Workshop {
  shared ??= createWorkshop();
  return { ...shared, checker: { ...shared.checker }, close() {} };
}

/** The whole app in this page, without last visit's project and machine; gone when the test ends. Folds stand open. */
export async function openApp(
  options: {
    width?: number;
    height?: number;
    persist?: boolean;
    unfolded?: boolean;
    ownEngine?: boolean;
  } = {},
): Promise<RunningApp> {
  const { width = 1280, height = 800, persist = false, unfolded = true, ownEngine = persist } = options;
  if (!persist) localStorage.removeItem("offcut-machine");
  await page.viewport(width, height);
  // Nobody is there to answer the browser's own dialogs; a test that is about them brings its answer.
  Object.assign(window, { showSaveFilePicker: undefined, showOpenFilePicker: undefined });
  // A page that is kept may be closed amid a search, which then has to end with its engine.
  const workshop = ownEngine ? {} : { workshop: sharedWorkshop() };
  const app = await startApp(document.body, { persist, ...workshop });
  if (unfolded) {
    for (const fold of document.querySelectorAll<HTMLDetailsElement>(".fold, .menu")) fold.open = true;
    // A test of two tabs has both in one document.
    for (const tools of document.querySelectorAll<HTMLElement>(
      '[aria-controls="more-tools"][aria-expanded="false"]',
    )) {
      tools.click();
    }
  }
  onTestFinished(() => {
    app.solver.stop();
    return app.stop();
  });
  return app;
}

/** Has the job cut by a laser of which nothing is known but that it takes GRBL's programs. */
export function useLaser(app: RunningApp): void {
  useMachine(app, MACHINES.find(({ name }) => name === "Other laser (GRBL)")!);
}

/**
 * Calls `act` as soon as the running search satisfies `ready`, in the same turn: a search may end by itself at any
 * moment after.
 */
export function whenSearching(
  app: RunningApp,
  ready: (run: SolveRun, session: Session) => boolean,
  act: () => void,
): Promise<void> {
  return new Promise((resolve) => {
    const stop = app.store.subscribe(({ session }) => {
      if (!session.run || !ready(session.run, session)) return;
      stop();
      act();
      resolve();
    });
  });
}

/** A field to type in, with suggestions or without. */
export function field(name: string): Locator {
  return page
    .getByRole("textbox", { name, exact: true })
    .or(page.getByRole("combobox", { name, exact: true }));
}

/** Presses a visible button at once, without waiting for the next frame. */
export function press(name: string): void {
  (page.getByRole("button", { name, exact: true }).element() as HTMLElement).click();
}

export type Pair = readonly [code: number, value: string | number];

/** A drawing from group codes and values. `unit` is the number that $INSUNITS holds; null leaves it out. */
export function dxf(entities: readonly Pair[], unit: number | null = 4): string {
  const header: Pair[] = [
    [9, "$ACADVER"],
    [1, "AC1015"],
    ...(unit === null
      ? []
      : ([
          [9, "$INSUNITS"],
          [70, unit],
        ] as const)),
  ];
  const pairs: Pair[] = [...section("HEADER", header), ...section("ENTITIES", entities), [0, "EOF"]];
  return pairs.map(([code, value]) => `${code}\n${value}\n`).join("");
}

export function rectangleEntity(x: number, y: number, width: number, height: number): Pair[] {
  return polygonEntity([
    [x, y],
    [x + width, y],
    [x + width, y + height],
    [x, y + height],
  ]);
}

export function polygonEntity(corners: readonly (readonly number[])[]): Pair[] {
  const points = corners.flatMap(([x, y]): Pair[] => [
    [10, x!],
    [20, y!],
  ]);
  return [[0, "LWPOLYLINE"], [8, "0"], [90, corners.length], [70, 1], ...points];
}

export function circleEntity(x: number, y: number, radius: number): Pair[] {
  return [
    [0, "CIRCLE"],
    [8, "0"],
    [10, x],
    [20, y],
    [40, radius],
  ];
}

/** Part of a circle, counter-clockwise between angles in degrees. */
export function arcEntity(x: number, y: number, radius: number, from: number, to: number): Pair[] {
  const [, ...circle] = circleEntity(x, y, radius);
  return [[0, "ARC"], ...circle, [50, from], [51, to]];
}

export function lineEntity(x1: number, y1: number, x2: number, y2: number): Pair[] {
  return [
    [0, "LINE"],
    [8, "0"],
    [10, x1],
    [20, y1],
    [11, x2],
    [21, y2],
  ];
}

export function textEntity(x: number, y: number, words: string): Pair[] {
  return [
    [0, "TEXT"],
    [8, "0"],
    [10, x],
    [20, y],
    [40, 5],
    [1, words],
  ];
}

/** A plate of 120 × 80 with a hole of diameter 30. */
export const PLATE = dxf([...rectangleEntity(0, 0, 120, 80), ...circleEntity(60, 40, 15)]);

/** Drops files on the page, as from a file manager. */
export function drop(...files: File[]): void {
  const dataTransfer = new DataTransfer();
  for (const file of files) dataTransfer.items.add(file);
  document.body.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
}

/** Pastes text, as from a spreadsheet or an editor. */
export function paste(text: string, target: Element = document.body): void {
  const clipboardData = new DataTransfer();
  clipboardData.setData("text/plain", text);
  target.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
}

export interface Download {
  name: string;
  text: string;
}

/** Files that the page hands out while `act` runs, up to `count`. */
export async function downloads(count: number, act: () => Promise<void>): Promise<Download[]> {
  const click = HTMLAnchorElement.prototype.click;
  const taken: Promise<Download>[] = [];
  const enough = new Promise<void>((resolve) => {
    HTMLAnchorElement.prototype.click = function take() {
      const { download: name, href } = this;
      taken.push(fetch(href).then(async (answer) => ({ name, text: await answer.text() })));
      if (taken.length >= count) resolve();
    };
  });
  try {
    await act();
    await enough;
  } finally {
    HTMLAnchorElement.prototype.click = click;
  }
  return Promise.all(taken);
}

function section(name: string, pairs: readonly Pair[]): Pair[] {
  return [[0, "SECTION"], [2, name], ...pairs, [0, "ENDSEC"]];
}
