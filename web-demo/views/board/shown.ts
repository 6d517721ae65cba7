/** Scene of the board: a drawing that is looked at, a sheet of the result, or the parts as long as there is none. */
import {
  type BoardScene,
  drawingScene,
  partsScene,
  type ShapeCache,
  sheetScene,
} from "../../canvas/scene.ts";
import type { ProjectDrawing } from "../../model/project.ts";
import { partLooks, shownLayout, shownSheet } from "../../model/session.ts";
import { findSheetType } from "../../model/sheet.ts";
import type { State } from "../../model/store.ts";
import { count } from "../../model/units.ts";

/** The scene, a key that stays the same while it shows the same thing, and what it is called. */
export function chooseScene(
  state: State,
  cache: ShapeCache,
  before: BoardScene,
): { scene: BoardScene; key: string; name: string } {
  const { project, session } = state;
  const drawing = shownDrawing(state);
  if (drawing) {
    return {
      scene: drawingScene(drawing, session.spot?.at),
      key: `drawing ${drawing.id}`,
      name: drawingName(drawing),
    };
  }
  const layout = shownLayout(state);
  if (layout && layout.data.sheets.length > 0) {
    const sheet = shownSheet(state);
    const { width, height } = findSheetType(layout, sheet ?? {});
    const placed = sheet?.placements.length ?? 0;
    return {
      scene: sheetScene(layout, sheet, partLooks(state), cache, before),
      key: `sheet ${session.sheet} ${width} ${height}`,
      name: `Sheet ${session.sheet + 1} of ${layout.data.sheets.length} with ${count(placed, "part")}; the table of placements says the same`,
    };
  }
  const { parts } = project;
  const key = `parts ${parts.map((part) => part.id).join("|")}`;
  return { scene: partsScene(parts, cache), key, name: `${count(parts.length, "part")}, not placed yet` };
}

/** The drawing that is looked at, or the last one where there is nothing else. */
export function shownDrawing(state: State): ProjectDrawing | undefined {
  const { project, session } = state;
  const nothing = project.parts.length === 0 && !shownLayout(state);
  const wanted = session.spot?.drawing ?? (nothing ? project.drawings.at(-1)?.id : undefined);
  return project.drawings.find(({ id }) => id === wanted);
}

function drawingName({ name, openEnds = [] }: ProjectDrawing): string {
  const gaps = openEnds.length > 0 ? ` with ${count(openEnds.length, "gap")}; its notes list them` : "";
  return `Drawing ${name}${gaps}`;
}
