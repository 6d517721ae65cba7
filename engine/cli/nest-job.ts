/** Input of `offcut nest`: a request, drawings, or a list of drawings; one job for each material. */

import type { NestPlanRequestInput } from "../base/contract/nest-plan.ts";
import { EngineError } from "../base/errors.ts";
import { counted } from "../base/text.ts";
import type { Drawing } from "../chain/drawing.ts";
import { findingsWithout } from "../read/drawing/basis/fold.ts";
import { type SuggestedOrder, suggestedOrders } from "../read/drawing/orders/suggested.ts";
import { decodeText, type PartRow, readPartList } from "../read/lists/index.ts";
import { rolesOfLayers } from "../write/toolpath/plan/drawn.ts";
import {
  DRAWING,
  expandFiles,
  fileName,
  fileStem,
  type Io,
  jsonFrom,
  numberFrom,
  type OptionValues,
  readText,
  UsageError,
} from "./base/command.ts";
import { listOptions, tellList } from "./base/lists.ts";
import {
  choicesFrom,
  noteFindings,
  READ_OPTIONS,
  type RoleChoices,
  readDrawingFile,
  readOptions,
  reasonFor,
  tellUnknownRoles,
} from "./drawing-command.ts";
import { machineOptions } from "./export-command.ts";
import { layersOf } from "./machine.ts";

/** One job to nest. */
export interface NestJob {
  material: string;
  input: Partial<NestPlanRequestInput>;
  /** By part, the file name of its drawing; empty for a request from JSON. */
  files: string[];
}

export interface Jobs {
  jobs: NestJob[];
  /** Lines and drawings that were left out because they could not be read. */
  skipped: number;
}

/** A request from JSON, or one part entry for every part in every drawing. */
export async function jobsFrom(words: string[], values: OptionValues, io: Io): Promise<Jobs> {
  const list = values.text("parts");
  const wanted = await expanded(words, io);
  const closed = wanted.find(({ file }) => /\.dwg$/i.test(file));
  if (closed)
    throw new UsageError(`${closed.file} is a DWG drawing: save it as DXF in the program that drew it`);
  if (list === undefined && wanted.length <= 1) {
    const row: PartRow = wanted[0] ?? { file: "-", material: "" };
    if (!DRAWING.test(row.file)) return jobsOfUnnamed(row, values, io);
  }
  const drawings = wanted.filter(({ file }) => file === "-" || DRAWING.test(file));
  const other = wanted.find((row) => !drawings.includes(row))?.file;
  if (other !== undefined && /^[x×*]$|^[\d.]+$/i.test(other))
    throw new UsageError('a size with spaces needs quotes, as in --sheet "600 x 400"');
  if (other !== undefined && drawings.length > 0)
    throw new UsageError(`${other} is not a drawing (.dxf, .svg); a list of drawings is named by --parts`);
  if (drawings.length < wanted.length)
    throw new UsageError("a request is one file of JSON, or parts are drawings (.dxf, .svg)");
  const listed = list === undefined ? { rows: [], skipped: 0 } : await rowsOfList(list, values, io);
  const { jobs, skipped } = await jobsOfRows([...wanted, ...listed.rows], values, io);
  return { jobs, skipped: skipped + listed.skipped };
}

/** Input from a pipe has no name: it is a drawing when it looks like one, or when copies of it are asked for. */
async function jobsOfUnnamed(row: PartRow, values: OptionValues, io: Io): Promise<Jobs> {
  const bytes = await io.read(row.file);
  const text = decodeText(bytes);
  if (row.quantity !== undefined || isDrawing(text))
    return jobsOfRows([row], values, { ...io, read: async () => bytes });
  const about = Object.keys(READ_OPTIONS).find(
    (name) => values.text(name) !== undefined || values.texts(name).length > 0,
  );
  if (about !== undefined) throw new UsageError(`--${about} is about drawings, not about a request`);
  if (/\.[ct]sv$/i.test(row.file))
    throw new UsageError(`${row.file} is a list; drawings are listed as in --parts ${row.file}`);
  return {
    jobs: [{ material: "", input: jsonFrom(text, row.file) as NestJob["input"], files: [] }],
    skipped: 0,
  };
}

/** The DXF of a pipe begins with a group code or the words of a binary one. */
function isDrawing(text: string): boolean {
  return /^\uFEFF?\s*(?:<(?:\?xml|!--|!doctype svg|svg)|999\s|0\s+SECTION)|^AutoCAD Binary DXF/i.test(text);
}

/** Files as the words name them: `plate.dxf`, `plate.dxf:12`, `parts/*.dxf:2`, `-:5`. */
async function expanded(words: string[], io: Io): Promise<PartRow[]> {
  const rows: PartRow[] = [];
  for (const word of words) {
    const [, path, copies] = /^(-|.*\.(?:dxf|svg|lbrn2?)):([^:]*)$/i.exec(word) ?? [
      undefined,
      word,
      undefined,
    ];
    const quantity =
      copies === undefined ? {} : { quantity: copiesFrom(copies, `the copies of ${fileName(path!)}`) };
    rows.push(...(await expandFiles([path!], io)).map((file) => ({ file, material: "", ...quantity })));
  }
  return rows;
}

function copiesFrom(text: string, what: string): number {
  const copies = numberFrom(text, what);
  if (Number.isInteger(copies) && copies >= 1) return copies;
  throw new UsageError(`${what} must be a whole number from 1, not "${text}"`);
}

/** Names in a list are meant from where the list lies. */
async function rowsOfList(
  list: string,
  values: OptionValues,
  io: Io,
): Promise<{ rows: PartRow[]; skipped: number }> {
  const text = await readText(io, list);
  const read = readPartList(text, fileName(list), listOptions(values));
  tellList(read, io);
  const folder = list === "-" ? "" : list.replace(/[^\\/]*$/, "");
  const named = read.rows.map((row) => {
    const isWhole = /^(?:[\\/]|[a-z]:)/i.test(row.file);
    const file = DRAWING.test(row.file) ? row.file : `${row.file}.dxf`;
    return { ...row, file: isWhole ? file : `${folder}${file}` };
  });
  return { rows: named, skipped: read.refused.length };
}

async function jobsOfRows(rows: PartRow[], values: OptionValues, io: Io): Promise<Jobs> {
  const wanted = values.text("material");
  const suggested = values.flag("suggested");
  const isWanted = (material: string) => wanted === undefined || material === wanted;
  const known = [...new Set(rows.map(({ material }) => material))].filter((name) => name !== "");
  const others = known.length > 0 ? `, only of ${known.join(", ")}` : "";
  const nobody = () => new UsageError(`there are no parts${wanted ? ` of ${wanted}${others}` : ""}`);
  // The suggestions of a drawing are known once it is read.
  const chosen = rows.filter(({ material }) => isWanted(material) || (suggested && material === ""));
  if (chosen.length === 0) throw nobody();
  const choices = await choicesForMachine(values, io);
  const byMaterial = new Map<string, NestJob>();
  const jobOf = (material: string) => {
    const job = byMaterial.get(material) ?? { material, input: { parts: [] }, files: [] };
    byMaterial.set(material, job);
    return job;
  };
  const skipped: string[] = [];
  const read: Drawing[] = [];
  for (const row of chosen) {
    try {
      const drawing = await readParts(row.file, { values, choices }, io);
      read.push(drawing);
      const orders = suggested ? suggestedOrders(drawing) : [];
      const taken = suggested && row.material === "" ? materialsOf(orders) : null;
      const materials = taken ?? drawing.parts.map(() => row.material);
      if (suggested) tellTaken(row, drawing, taken ?? [], io);
      const jobs = materials.map((material) => (isWanted(material) ? jobOf(material) : null));
      addParts(jobs, row, drawing, orders);
    } catch (error) {
      if (!values.flag("skip-bad")) throw error;
      skipped.push(reasonFor(row.file, error as Error));
    }
  }
  tellUnknownRoles(values, read, io);
  for (const line of skipped) io.warn(`skipped ${line}`);
  if (skipped.length > 0) io.warn(`skipped ${skipped.length} of ${counted(chosen.length, "drawing")}`);
  const jobs = [...byMaterial.values()].filter(({ files }) => files.length > 0);
  if (jobs.length === 0 && skipped.length === 0) throw nobody();
  if (jobs.length === 0) throw new EngineError("INVALID_INPUT", "no drawing could be read");
  return { jobs, skipped: skipped.length };
}

/** Material and thickness of each part, as in `S235 3 mm`. */
function materialsOf(orders: readonly SuggestedOrder[]): string[] {
  return orders.map(({ material, thickness }) =>
    [material, thickness !== null && `${thickness} mm`].filter((word) => word).join(" "),
  );
}

/** Tells which values come from the drawing because the row has none. */
function tellTaken(row: PartRow, { hints, parts }: Drawing, materials: string[], io: Io): void {
  const beside = parts.map(({ order }) => order.quantity).filter((one) => one !== null);
  const quantity = beside.length > 0 ? beside.join(", ") : hints.quantity;
  const taken = [
    row.quantity === undefined && quantity !== null && `quantity ${quantity}`,
    ...new Set(materials),
  ].filter((word) => word);
  if (taken.length > 0)
    io.warn(`${fileName(row.file)}: taken as suggested by ${hints.from}: ${taken.join(", ")}`);
}

/** Every part of a drawing is an entry of the request of its job; parts without one are not wanted. */
function addParts(
  jobs: readonly (NestJob | null)[],
  row: PartRow,
  drawing: Drawing,
  orders: readonly SuggestedOrder[],
): void {
  if (jobs.every((job) => job === null)) return;
  const { file, quantity, material: _, ...choices } = row;
  const name = file === "-" ? "part" : fileStem(file);
  drawing.parts.forEach(({ exterior, holes, curves, marks }, i) => {
    const id = drawing.parts.length === 1 ? name : `${name}-${i + 1}`;
    const copies = quantity ?? (orders[i]?.quantity || 1);
    const part = { id, exterior, holes, quantity: copies, curves, marks, ...choices };
    (jobs[i]?.input.parts as object[] | undefined)?.push(part);
    jobs[i]?.files.push(fileName(file));
  });
}

/** Words an error about a part's field as one about its drawing: no command has named a part by its number. */
export function ofDrawing(error: unknown, { files }: NestJob): unknown {
  const [wrong] = error instanceof EngineError ? error.details : [];
  const [list, part, field, ...inner] = wrong?.path ?? [];
  const file = list === "parts" ? files[Number(part)] : undefined;
  if (!wrong || file === undefined || !/^(?:id|exterior|holes|quantity)$/.test(String(field))) return error;
  const what = field === "quantity" ? `the copies of ${file}` : `${file}: ${[field, ...inner].join(".")}`;
  return new UsageError(`${what} ${wrong.message}`, { cause: error });
}

/** Choices for layers and colours: the command line's over the machine's. */
async function choicesForMachine(values: OptionValues, io: Io): Promise<RoleChoices> {
  const said = await choicesFrom(values, io);
  const { roles, colours } = rolesOfLayers(layersOf(await machineOptions(values, io)));
  return { ...said, roles: { ...roles, ...said.roles }, colours: { ...colours, ...said.colours } };
}

async function readParts(
  path: string,
  { values, choices }: { values: OptionValues; choices: RoleChoices },
  io: Io,
): Promise<Drawing> {
  const name = path === "-" ? "part" : path;
  const drawing = await readDrawingFile(path, io, {
    ...(await readOptions(path, values, io)),
    name,
    ...choices,
  });
  // All parts of a drawing are nested, so a finding that there are several tells nothing.
  const news = findingsWithout(drawing.findings, ["several-parts"]);
  noteFindings(fileName(path), drawing.parts.length > 0 ? news : drawing.findings, io);
  if (drawing.parts.length > 0) return drawing;
  throw new EngineError("INVALID_INPUT", `${fileName(path)} has no closed outline that could be nested`);
}
