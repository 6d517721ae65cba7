/** Small jobs of every kind that have something to search for. */
import type { NestRequestInput } from "../../../engine/base/contract/v1/nest.ts";
import { nestPlanRequestSchema, panelPlanRequestSchema } from "../../../engine/entries/schemas.ts";
import { requestFrom, type ShapeKind } from "../nest/jobs.ts";

export const NEST_REQUEST: NestRequestInput = {
  parts: [
    {
      id: "plate",
      exterior: [
        [0, 0],
        [100, 0],
        [60, 50],
        [0, 50],
      ],
      quantity: 30,
    },
  ],
  sheet: { width: 500, height: 300 },
};

/** Parts of some kinds, sizes and quantities on small sheets. */
const smallJob = (...parts: [kind: ShapeKind, size: number, quantity: number, seed: number][]) =>
  requestFrom({
    parts: parts.map(([kind, size, quantity, seed]) => ({ kind, size, turn: 0, offset: 0, quantity, seed })),
    width: 70,
    height: 60,
    spacing: 1,
    edge_margin: 1,
    rotation_step: 90,
    kerf: 0,
  });
/** Four on one sheet in the first layout, but on two where one is laid after the other; in fifty calls into the core. */
export const TRIANGLES_REQUEST = smallJob(["triangle", 30, 4, 2]);
/** Three on two sheets in the first layout, and on one after a little search; in a hundred calls. */
export const STARS_REQUEST = smallJob(["star", 30, 3, 10]);

/** Parts of two shapes, six copies each, on more than one sheet; how many such share a sheet is soon proven. */
export const NEST_PLAN_REQUEST = nestPlanRequestSchema.parse(
  smallJob(["star", 30, 6, 10], ["washer", 34, 6, 11]),
);
export const NEST_COPIES = 12;

export const CUT_REQUEST = {
  stocks: [{ length: 6000 }],
  pieces: Array.from({ length: 25 }, (_, i) => ({ id: `${i}`, length: 301.3 + 61.7 * i, quantity: 9 })),
  kerf: 3.2,
};

export const PANEL_REQUEST = panelPlanRequestSchema.parse({
  stocks: [{ length: 2800, width: 2070 }],
  pieces: Array.from({ length: 12 }, (_, i) => {
    return { id: `${i}`, length: 300 + 47 * i, width: 200 + 31 * i, quantity: 4 };
  }),
  kerf: 4,
});

export const EXPORT_REQUEST = {
  sheet_width: 500,
  sheet_height: 300,
  placements: [
    { exterior: NEST_REQUEST.parts[0]!.exterior as number[][], holes: [], x: 10, y: 10, rotation: 0 },
  ],
};
