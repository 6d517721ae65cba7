/** Lists of drawings to be nested: which file, how many, at which angles, of which material. */
import type { PartAngles } from "../../base/contract/nest-plan.ts";
import { text as aText, checkArguments } from "../../base/contract/options.ts";
import { type ListLine, readList } from "./table/list.ts";
import type { List, ListLayout, ListOptions } from "./table/list-layout.ts";
import { ANGLES, FILE, MATERIAL, QUANTITY } from "./table/names.ts";

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
} as const satisfies ListLayout<string>;
type PartColumn = keyof typeof LAYOUT.names;

/** A line of a list; what is absent was empty. */
export interface PartRow {
  file: string;
  material: string;
  quantity?: number;
  angles?: PartAngles;
  mirror?: boolean;
  priority?: number;
}

/**
 * Rows of a list of drawings; its first line must name a column of files.
 *
 * @param name of the file, for messages; may be empty
 * @throws EngineError INVALID_INPUT with the line that cannot be read
 */
export function readPartList(text: string, name: string, options: ListOptions<PartRow> = {}): List<PartRow> {
  return readList<PartColumn, PartRow>(text, name, LAYOUT, options, (line) => {
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

function anglesOf(line: ListLine<PartColumn>): PartAngles | undefined {
  const given = line.text("angles");
  const angles = given === undefined ? undefined : readAngles(given);
  if (given === undefined || angles) return angles;
  throw line.wrong(`the angles "${given}" are neither degrees as in 0/90 or 0..45 nor "free"`);
}

/** Angles of a part: `free`, `0 90 180`, `0/90`, `0..45`; undefined for anything else. */
export function readAngles(text: string): PartAngles | undefined {
  checkArguments({ text: aText }, { text });
  if (/^(?:free|any|frei|beliebig|libre|libero|livre)$/i.test(text)) return "free";
  const angles = text.split(/[\s/|]+/).map((entry) => {
    const ends = entry
      .replaceAll("°", "")
      .split("..")
      .map((end) => (end === "" ? Number.NaN : Number(end)));
    if (ends.length > 2 || !ends.every(Number.isFinite)) return undefined;
    return ends.length === 1 ? ends[0]! : ([ends[0]!, ends[1]!] as const);
  });
  return angles.every((entry) => entry !== undefined) ? (angles as PartAngles) : undefined;
}
