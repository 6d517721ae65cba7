/** Three jobs to try. Their drawings are files beside the page, read like anybody's own. */
import type { App } from "../../app.ts";
import { s } from "../../dom.ts";
import { freshProject } from "../../edit/machine.ts";
import { type BarsProject, PLAIN_SAW, type Project } from "../../model/project.ts";
import { notify } from "../../model/session.ts";
import { FRESH_VIEW } from "../../model/store.ts";
import { reasonOf } from "../../model/units.ts";
import { partStyle } from "../../theme.ts";
import { openFiles } from "./open.ts";

export interface Example {
  title: string;
  text: string;
  picture(): SVGElement[];
  drawings: readonly (readonly [file: string, quantity: number])[];
  settings: Partial<Project>;
}

const shapes =
  (...paths: string[]) =>
  () =>
    paths.map((d, i) => s("path.part-color", { d, style: partStyle(i), "fill-rule": "evenodd" }));

const RACK: BarsProject = {
  kerf: 3,
  optimize: "waste",
  saw: PLAIN_SAW,
  stocks: [
    { id: "Tube 40 × 40, 6 m", length: 6000, quantity: 20, cost: 41.5 },
    { id: "Tube 40 × 40, 3 m", length: 3000, quantity: 8, cost: 23 },
  ],
  pieces: [
    { id: "Post", length: 1985, quantity: 8 },
    { id: "Long rail", length: 1420, quantity: 10 },
    { id: "Cross rail", length: 560, quantity: 20 },
    { id: "Brace", length: 742.5, quantity: 8 },
    { id: "Foot", length: 115, quantity: 8 },
  ],
};

export const EXAMPLES: readonly Example[] = [
  {
    title: "Laser-cut drive",
    text: "Gears, plates and links from 3 mm steel",
    picture: shapes(
      "M14 12h30l6 8v22h-36zM22 20a4 4 0 1 0 .1 0M22 32a4 4 0 1 0 .1 0",
      "M70 30m-18 0a18 18 0 1 0 36 0a18 18 0 1 0-36 0M70 24a6 6 0 1 0 .1 0",
      "M8 48h34a4 4 0 0 1 0 8h-34a4 4 0 0 1 0-8",
    ),
    drawings: [
      ["gear.dxf", 6],
      ["plate.dxf", 4],
      ["links.dxf", 10],
    ],
    settings: {
      name: "Laser-cut drive",
      budgetMs: 5000,
      // As large as the bed of a small laser: its program is two clicks away.
      sheet: { width: 400, height: 400 },
      config: { spacing: 2, edge_margin: 5, rotation_step: 45, kerf: 0.2 },
    },
  },
  {
    title: "Plywood stool",
    text: "Two stools from birch, drawn in inches",
    picture: shapes(
      "M12 8h42a6 6 0 0 1 6 6v6h-54v-6a6 6 0 0 1 6-6",
      "M8 26l14 0 6 28h-10zM34 26h14l-4 28h-10z",
      "M66 12h20v40h-6l-4-14-4 14h-6z",
    ),
    drawings: [["stool.dxf", 2]],
    settings: {
      name: "Plywood stool",
      budgetMs: 5000,
      sheet: { width: 1220, height: 1220 },
      config: { spacing: 4, edge_margin: 10, rotation_step: 90, kerf: 6 },
    },
  },
  {
    title: "Shelf frame",
    text: "54 tube lengths from two bar sizes",
    picture: shapes(
      "M6 10h44v8h-44zM6 26h44v8h-44z",
      "M52 10h26v8h-26zM6 42h30v8h-30z",
      "M80 10h8v8h-8zM52 26h26v8h-26zM38 42h18v8h-18z",
    ),
    drawings: [],
    settings: { name: "Shelf frame", mode: "bars", bars: RACK, budgetMs: 5000 },
  },
];

/** Opens an example as one project of its own and one step: undo leads back to what was there. */
export async function openExample(app: App, example: Example): Promise<void> {
  const { store } = app;
  let opened = false;
  store.update({ reading: store.get().session.reading + 1 });
  try {
    const files = await Promise.all(
      example.drawings.map(async ([file]) => {
        const answer = await fetch(new URL(`examples/${file}`, document.baseURI));
        if (!answer.ok) throw new Error(`${file} answered ${answer.status}`);
        return new File([await answer.blob()], file);
      }),
    );
    const wanted = new Map(example.drawings);
    const steps = store.get().history.past.length;
    const { unit } = store.get().project;
    store.commit(`Open ${example.title}`, () => freshProject({ unit, ...example.settings }));
    store.update(FRESH_VIEW);
    await openFiles(app, files, (file) => wanted.get(file) ?? 1);
    store.fold(steps, `Open ${example.title}`);
    opened = true;
  } catch (error) {
    const text = `The example could not be read: ${reasonOf(error)}`;
    notify(store, "parts", "error", text);
  } finally {
    store.update({ reading: store.get().session.reading - 1 });
  }
  // Whoever tries an example wants to see it work.
  if (opened) void app.solver.start();
}
