/** A job to try: a bookcase of two materials, with banded edges and a back. */
import type { App } from "../../app.ts";
import { emptyProject, type PanelPart, type Panels, PLAIN_PANELS } from "../../model/project.ts";
import { FRESH_VIEW } from "../../model/store.ts";

const OAK = "Oak 19 mm";
const BACK = "Hardboard 3 mm";

const BAND = "Oak 1 mm";

function oak(
  id: string,
  length: number,
  width: number,
  quantity: number,
  edges: PanelPart["edges"],
): PanelPart {
  return { id, length, width, quantity, grain: "length", material: OAK, edges };
}

const BOOKCASE: Panels = {
  ...PLAIN_PANELS,
  saw: { ...PLAIN_PANELS.saw, trim: 10, min_offcut_length: 400, min_offcut_width: 200 },
  stocks: [
    { id: "Full panel", length: 2800, width: 2070, quantity: 20, cost: 148, grain: "length", material: OAK },
    {
      ...{ id: "Offcut of June", length: 1240, width: 640, quantity: 1, cost: 0 },
      ...{ grain: "length", offcut: true, material: OAK },
    },
    { id: "Back panel", length: 2440, width: 1220, quantity: 20, cost: 21, grain: "none", material: BACK },
  ],
  pieces: [
    oak("Side", 1980, 320, 6, { bottom: BAND }),
    oak("Shelf", 762, 300, 18, { bottom: BAND }),
    oak("Top and floor", 762, 320, 6, { bottom: BAND }),
    oak("Door", 900, 396, 6, { left: BAND, right: BAND, bottom: BAND, top: BAND }),
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
  store.update(FRESH_VIEW);
}
