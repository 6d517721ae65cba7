/** The panels of a saved project, each table by the package's own rules. */

import type { PanelPlanRequest } from "../../engine/entries/schemas.ts";
import { LIMITS } from "../../engine/entries/schemas.ts";
import { type PanelSaw, type Panels, PLAIN_PANELS } from "../model/project.ts";
import { numberWithin, type SavedSchema, valid } from "./valid.ts";

/** The schema of a request, as the toolbox has it. */
interface PanelSchemas {
  panelPlanRequestSchema: {
    shape: { [Key in "stocks" | "pieces" | "kerf" | "optimize"]: SavedSchema<unknown> };
  };
}

/**
 * Missing fields become the default.
 * @throws Error that names the field that is wrong
 */
export function panelsFrom({ panelPlanRequestSchema }: PanelSchemas, given: Panels | undefined): Panels {
  if (!given) return PLAIN_PANELS;
  const { shape } = panelPlanRequestSchema;
  // An empty table is no request, and no fault either.
  const lines = <Line>(schema: SavedSchema<unknown>, saved: readonly ({ material?: unknown } & object)[]) => {
    const list = Array.isArray(saved) ? saved : [];
    const bare = list.map(({ material: _name, ...line }) => line);
    const read = list.length === 0 ? [] : (valid(schema, bare) as Line[]);
    return read.map((line, i) => {
      const { material } = list[i]!;
      const name = typeof material === "string" ? material.slice(0, LIMITS.id_length) : "";
      return name === "" ? line : { ...line, material: name };
    });
  };
  return {
    stocks: lines<PanelPlanRequest["stocks"][number]>(shape.stocks, given.stocks),
    pieces: lines<PanelPlanRequest["pieces"][number]>(shape.pieces, given.pieces),
    kerf: valid(shape.kerf, given.kerf) as number,
    optimize: valid(shape.optimize, given.optimize) as Panels["optimize"],
    saw: sawFrom(given.saw),
  };
}

function sawFrom(saw: Partial<PanelSaw> = {}): PanelSaw {
  const mm = (key: "trim" | "min_cut_distance" | "min_offcut_length" | "min_offcut_width") =>
    numberWithin(saw[key], 0, LIMITS.panel.side, 0);
  return {
    trim: mm("trim"),
    stages: saw.stages === 2 ? 2 : 3,
    exact: saw.exact === true,
    first_cut: saw.first_cut === "rip" || saw.first_cut === "cross" ? saw.first_cut : "any",
    min_cut_distance: mm("min_cut_distance"),
    min_offcut_length: mm("min_offcut_length"),
    min_offcut_width: mm("min_offcut_width"),
    offcuts_first: saw.offcuts_first === true,
    fewest_patterns: saw.fewest_patterns === true,
  };
}
