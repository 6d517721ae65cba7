/** Lists of drawings to be nested: which file, how many, at which angles, of which material. */
import type { PartAngles } from "../../contract/nest-plan.ts";
import { type Layout, type Line, type List, type ListOptions, readList } from "./csv.ts";
import { ANGLES, FILE, MATERIAL, QUANTITY } from "./names.ts";

const LAYOUT = {
  names: {
    file: FILE,
    quantity: QUANTITY,
    angles: ANGLES,
    material: MATERIAL,
    mirror: ["mirror", "mirrored", "flip", "spiegeln", "wenden", "miroir", "espejo", "specchio", "espelho"],
    priority: ["priority", "prio", "priorität", "priorité", "prioridad", "priorità", "prioridade"],
  },
  lengths: [],
  numbers: ["quantity", "priority"],
  needed: ["file"],
} as const satisfies Layout<string>;
type Column = keyof typeof LAYOUT.names;

export interface PartRow {
  file: string;
  material: string;
  quantity?: number;
  angles?: PartAngles;
  mirror?: boolean;
  priority?: number;
}

/** @throws EngineError INVALID_INPUT with the line that cannot be read */
export function readPartList(text: string, file: string, options: ListOptions = {}): List<PartRow> {
  return readList<Column, PartRow>(text, file, LAYOUT, options, (line) => {
    const drawing = line.text("file");
    if (drawing === undefined) throw line.wrong("there is no file");
    const [quantity, priority, mirror] = [
      line.count("quantity"),
      line.number("priority"),
      line.yes("mirror"),
    ];
    const angles = anglesOf(line);
    return {
      file: drawing,
      material: line.text("material") ?? "",
      ...(quantity === undefined ? {} : { quantity }),
      ...(angles === undefined ? {} : { angles }),
      ...(mirror === undefined ? {} : { mirror }),
      ...(priority === undefined ? {} : { priority }),
    };
  });
}

function anglesOf(line: Line<Column>): PartAngles | undefined {
  const given = line.text("angles");
  return given === undefined ? undefined : anglesFrom(given, (message) => line.wrong(message));
}

/** `free`, `0 90 180`, `0/90`, `0..45`; `wrong` makes the error of anything else. */
export function anglesFrom(given: string, wrong: (message: string) => Error): PartAngles {
  if (/^(?:free|any|frei|beliebig|libre|libero|livre)$/i.test(given)) return "free";
  return given.split(/[\s/|]+/).map((text) => {
    const [from, to, more] = text
      .replaceAll("°", "")
      .split("..")
      .map((end) => (end === "" ? Number.NaN : Number(end)));
    if (!Number.isFinite(from) || more !== undefined || (to !== undefined && !Number.isFinite(to)))
      throw wrong(`the angles "${given}" are neither degrees as in 0/90 or 0..45 nor "free"`);
    return to === undefined ? from! : [from!, to];
  });
}
