/** A job to try: a bookcase of two materials, with banded edges and a back. */
import type { App } from "../../app.ts";
import { emptyProject, type Panels, PLAIN_PANELS } from "../../model/project.ts";

const OAK = "Oak 19 mm";
const BACK = "Hardboard 3 mm";

const BOOKCASE: Panels = {
  ...PLAIN_PANELS,
  saw: { ...PLAIN_PANELS.saw, trim: 10, min_offcut_length: 400, min_offcut_width: 200 },
  stocks: [
    { id: "Full panel", length: 2800, width: 2070, quantity: 20, cost: 148, grain: "length", material: OAK },
    {
      id: "Offcut of June",
      length: 1240,
      width: 640,
      quantity: 1,
      cost: 0,
      grain: "length",
      offcut: true,
      material: OAK,
    },
    { id: "Back panel", length: 2440, width: 1220, quantity: 20, cost: 21, grain: "none", material: BACK },
  ],
  pieces: [
    {
      id: "Side",
      length: 1980,
      width: 320,
      quantity: 6,
      grain: "length",
      edges: { bottom: "Oak 1 mm" },
      material: OAK,
    },
    {
      id: "Shelf",
      length: 762,
      width: 300,
      quantity: 18,
      grain: "length",
      edges: { bottom: "Oak 1 mm" },
      material: OAK,
    },
    {
      id: "Top and floor",
      length: 762,
      width: 320,
      quantity: 6,
      grain: "length",
      edges: { bottom: "Oak 1 mm" },
      material: OAK,
    },
    {
      id: "Door",
      length: 900,
      width: 396,
      quantity: 6,
      grain: "length",
      edges: { left: "Oak 1 mm", right: "Oak 1 mm", bottom: "Oak 1 mm", top: "Oak 1 mm" },
      material: OAK,
    },
    { id: "Plinth", length: 762, width: 80, quantity: 3, material: OAK },
    { id: "Back", length: 1960, width: 790, quantity: 3, material: BACK },
  ],
};

export function openPanelExample({ store }: App): void {
  const { unit } = store.get().project;
  store.commit("Open the bookcase", () => ({
    ...emptyProject(),
    unit,
    name: "Bookcase",
    mode: "panels",
    panels: BOOKCASE,
  }));
  store.update({ file: null, picks: [], selected: null });
}
