/**
 * Tables as spreadsheets of all countries save them: whatever separates the cells, with the heads of their language,
 * units in the heads, and numbers with a comma or a point before the fraction.
 */
import { parse } from "csv-parse/sync";
import { EngineError } from "../../errors.ts";
import { type DecimalSign, readLength, readNumber, signIn, type Unit } from "../base/lengths.ts";

export interface ListOptions {
  /** Of lengths that name none. */
  unit?: Unit;
  decimal?: DecimalSign | undefined;
  /** Leave lines out that cannot be read. */
  skipBad?: boolean;
}

/** What a list says, and in sentences what was left out or taken for granted. */
export interface List<Row> {
  rows: Row[];
  notes: string[];
  /** How many lines could not be read. */
  skipped: number;
}

/** The columns that a kind of list may have. Where two columns of a list are the same one, the first of its names counts. */
export interface Layout<Column extends string> {
  /** Names of each, in any spelling of case and accents. */
  names: Record<Column, readonly string[]>;
  /** Which are lengths, and which plain numbers. */
  lengths: readonly Column[];
  numbers: readonly Column[];
  /** Without all of these a first line is no head. */
  needed: readonly Column[];
  /** The columns where there is no head; where absent, there must be one. */
  headless?: readonly Column[];
}

const YES = /^(?:1|x|y|yes|true|on|j|ja|o|oui|s|si|sí|sim|t|tak|v|vrai|vero)$/i;
const NO = /^(?:0|-|n|no|false|off|nein|non|não|nao|nie|nee|falso|faux)$/i;
const HEAD_UNIT =
  /[\s_]*(?:[([]\s*(mm|cm|m|in|inch|inches|zoll|pouces?|ft|feet|")\s*[)\]]|[\s_](mm|cm|inch|inches|ft|"))\s*$/i;
/** So many lines may stand above the head: the name of the job, the date. */
const TITLES = 10;
const INCHES = /["'\u2032\u2033\u201d]|\b(?:in|inch|inches|zoll|ft|foot|feet)\b|\d(?:in|ft)\b|\d\/\d/i;
const UNIT_NAMES: Record<string, string> = {
  inch: "in",
  inches: "in",
  zoll: "in",
  pouce: "in",
  pouces: "in",
  '"': "in",
  feet: "ft",
};

/** @throws EngineError INVALID_INPUT with the line that cannot be read */
export function readList<Column extends string, Row>(
  text: string,
  file: string,
  layout: Layout<Column>,
  options: ListOptions,
  rowOf: (line: Line<Column>) => Row | undefined,
): List<Row> {
  const { separator, records: all } = recordsOf(text, file);
  const above = Math.max(
    0,
    all.slice(0, TITLES).findIndex(({ cells }) => headOf(cells, layout)),
  );
  const records = all.slice(above);
  const [first] = records;
  if (!first) throw new EngineError("INVALID_INPUT", `${file} is empty`);
  const head = headOf(first.cells, layout);
  if (!head && !layout.headless) throw noHead(first.cells, file, first.line, layout);
  const columns: Head<Column>[] = head ?? layout.headless!.map((column) => ({ column }));
  const notes = columns.flatMap((column, at) =>
    column.column !== undefined || first.cells[at] === "" || !head
      ? []
      : [`${file}: the column "${first.cells[at]}" ${leftOut(first.cells, at, columns, layout)}`],
  );
  if (above > 0) notes.push(`${file}: what stands above its head in line ${first.line} was left out`);
  const body = records.slice(head ? 1 : 0);
  if (body.length === 0) throw new EngineError("INVALID_INPUT", `${file} has a head and nothing below it`);
  const sign =
    options.decimal ?? signOf(body, columns, layout, separator, (note) => notes.push(`${file}: ${note}`));
  notes.push(...unitNotes(body, columns, layout, options.unit ?? "mm").map((note) => `${file}: ${note}`));
  const rows: Row[] = [];
  let skipped = 0;
  for (const { cells, line } of body) {
    try {
      const row = rowOf(new Line({ file, line, cells, columns, sign, unit: options.unit ?? "mm" }));
      if (row !== undefined) rows.push(row);
    } catch (error) {
      if (!options.skipBad || !(error instanceof EngineError)) throw error;
      skipped++;
      notes.push(`skipped: ${error.message}`);
    }
  }
  return { rows, notes, skipped };
}

interface Head<Column> {
  /** Undefined for one that nobody knows. */
  column?: Column | undefined;
  unit?: string;
}

/** One line of a list, cell by cell. */
export class Line<Column extends string> {
  constructor(
    private readonly given: {
      file: string;
      line: number;
      cells: string[];
      columns: Head<Column>[];
      sign: DecimalSign | undefined;
      unit: string;
    },
  ) {}

  /** Undefined where it is empty or there is no such column. */
  text(column: Column): string | undefined {
    const at = this.at(column);
    return (at < 0 ? undefined : this.given.cells[at]) || undefined;
  }

  number(column: Column): number | undefined {
    const text = this.text(column);
    if (text === undefined) return undefined;
    const value = readNumber(text.replace(/\s*[°%€$]$/, ""), this.given.sign);
    if (typeof value === "number") return value;
    throw this.wrong(`the ${column.replace("_", " ")} "${text}" is not a number${orBoth(value)}`);
  }

  /** A whole number from 1. */
  count(column: Column): number | undefined {
    const value = this.number(column);
    if (value === undefined || (Number.isInteger(value) && value >= 1)) return value;
    throw this.wrong(`the ${column} "${this.text(column)}" is not a whole number from 1`);
  }

  /** Millimetres. */
  length(column: Column): number | undefined {
    const text = this.text(column);
    if (text === undefined) return undefined;
    const { columns, unit, sign } = this.given;
    const read = readLength(text, columns[this.at(column)]?.unit ?? unit, sign);
    if ("mm" in read) return read.mm;
    const both = read.fault === "ambiguous" ? orBoth(read.either) : "";
    throw this.wrong(`the ${column.replace("_", " ")} "${text}" is not a number${both}`);
  }

  yes(column: Column): boolean | undefined {
    const text = this.text(column);
    if (text === undefined) return undefined;
    if (YES.test(text) || NO.test(text)) return YES.test(text);
    throw this.wrong(`the ${column.replace("_", " ")} "${text}" is neither yes nor no`);
  }

  wrong(what: string): EngineError {
    return wrong(this.given.file, this.given.line, what);
  }

  private at(column: Column): number {
    return this.given.columns.findIndex((head) => head.column === column);
  }
}

export const isNo = (text: string) => NO.test(text);

function orBoth(values: [number, number] | undefined): string {
  return values === undefined ? "" : ` that is plainly ${values.join(" or ")}; say --decimal comma or point`;
}

function wrong(file: string, line: number, what: string): EngineError {
  return new EngineError("INVALID_INPUT", `${file}, line ${line}: ${what}`);
}

function headOf<Column extends string>(
  cells: string[],
  { names, needed }: Layout<Column>,
): Head<Column>[] | undefined {
  const known = Object.entries(names) as [Column, readonly string[]][];
  const best = new Map<Column, { at: number; rank: number }>();
  const units = cells.map((cell, at) => {
    const unit = HEAD_UNIT.exec(cell);
    const name = plainName(unit ? cell.slice(0, unit.index) : cell);
    for (const [column, spellings] of known) {
      const rank = spellings.findIndex((text) => plainName(text) === name);
      if (rank < 0) continue;
      if (rank < (best.get(column)?.rank ?? Number.POSITIVE_INFINITY)) best.set(column, { at, rank });
      break;
    }
    const given = (unit?.[1] ?? unit?.[2])?.toLowerCase();
    return given === undefined ? {} : { unit: UNIT_NAMES[given] ?? given };
  });
  const columns = new Map([...best].map(([column, { at }]) => [at, column]));
  const heads = units.map((unit, at) => ({ column: columns.get(at), ...unit }));
  return needed.every((column) => heads.some((head) => head.column === column)) ? heads : undefined;
}

/** Why a column is not read: nobody knows it, or another one says the same. */
function leftOut<Column extends string>(
  cells: string[],
  at: number,
  heads: readonly Head<Column>[],
  layout: Layout<Column>,
): string {
  const alone = headOf([cells[at]!], { ...layout, needed: [] })?.[0]?.column;
  const taken = heads.findIndex(({ column }) => column !== undefined && column === alone);
  return taken < 0 ? "is not known and was left out" : `was left out, as "${cells[taken]}" says the same`;
}

/** Without case, accents and signs: `Länge` is `lange`, `Trim_Start` is `trim start`. */
function plainName(text: string): string {
  return text
    .toLowerCase()
    .replaceAll("ß", "ss")
    .replaceAll("ł", "l")
    .replaceAll("ø", "o")
    .replaceAll("æ", "ae")
    .normalize("NFD")
    .replace(/\p{Mn}/gu, "")
    .replace(/[^\p{L}\p{N}#]+/gu, " ")
    .trim();
}

function noHead<Column extends string>(
  cells: string[],
  file: string,
  line: number,
  { names, needed }: Layout<Column>,
): EngineError {
  const heads = headOf(cells, { names, needed: [], lengths: [], numbers: [] })!;
  const missing = needed.find((column) => !heads.some((head) => head.column === column));
  return wrong(file, line, `there is no column "${missing}"`);
}

interface Cells {
  cells: string[];
  line: number;
}

function recordsOf(text: string, file: string): { separator: string; records: Cells[] } {
  // Some spreadsheets begin with a line for themselves.
  const [told, named] = /^\uFEFF?sep=(.)\r?\n/.exec(text) ?? ["", undefined];
  const rest = text.slice(told.length);
  const separator = named ?? separatorOf(rest);
  try {
    const found = parse(rest, {
      bom: true,
      delimiter: separator,
      info: true,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      trim: true,
    }) as unknown as { record: string[]; info: { lines: number } }[];
    const offset = told === "" ? 0 : 1;
    const records = found.map(({ record, info }) => ({ cells: record, line: info.lines + offset }));
    return { separator, records: records.filter(({ cells }) => cells.some((cell) => cell !== "")) };
  } catch (cause) {
    throw new EngineError("INVALID_INPUT", `${file} is not a list: ${(cause as Error).message}`, { cause });
  }
}

/** That of the first line that has one: a title above the head may have none. */
function separatorOf(text: string): string {
  const [first = ""] = /^.*[\t;,].*$/m.exec(text) ?? [];
  return ["\t", ";"].find((separator) => first.includes(separator)) ?? ",";
}

/** Where lengths without a unit would be millimetres, though the list plainly counts in inches. */
function unitNotes<Column extends string>(
  records: Cells[],
  columns: Head<Column>[],
  { lengths }: Layout<Column>,
  unit: Unit,
): string[] {
  if (unit !== "mm") return [];
  const cells = columns.flatMap(({ column, unit }, at) =>
    column !== undefined && unit === undefined && lengths.includes(column)
      ? records.map((record) => record.cells[at] ?? "")
      : [],
  );
  const inches = cells.find((cell) => INCHES.test(cell));
  // What names no unit of its own is another length in inches.
  const bare = cells.filter((cell) => {
    const [mm, inch] = (["mm", "in"] as const).map((unit) => readLength(cell, unit, "."));
    return "mm" in mm! && "mm" in inch! && mm.mm !== inch.mm;
  });
  if (inches === undefined || bare.length === 0) return [];
  const [length] = bare.includes(inches) ? [inches] : bare;
  const like = length === inches ? "" : `, like ${inches}`;
  return [`the length ${length} was read as millimetres; say --units in if it is inches${like}`];
}

/** The sign that some number of the list shows beyond doubt; where none does, the one its separator goes with. */
function signOf<Column extends string>(
  records: Cells[],
  columns: Head<Column>[],
  { lengths, numbers }: Layout<Column>,
  separator: string,
  note: (text: string) => void,
): DecimalSign | undefined {
  const measured = columns.flatMap(({ column }, at) =>
    column !== undefined && (lengths.includes(column) || numbers.includes(column)) ? [at] : [],
  );
  const cells = records.flatMap(({ cells }) => measured.map((at) => cells[at] ?? ""));
  const shown = new Set(cells.map(signIn).filter((sign) => sign !== undefined));
  if (shown.size === 1) return [...shown][0];
  const unclear = cells.find((cell) => /\d[.,]\d/.test(cell) && signIn(cell) === undefined);
  // Where both are shown, every number has to speak for itself.
  if (unclear === undefined || shown.size === 2) return undefined;
  const isPoint = !unclear.includes(",");
  if (!isPoint && separator === "\t") return undefined;
  const sign = isPoint || separator === "," ? "." : ",";
  const value = readNumber(unclear, sign);
  const other = sign === "." ? "comma" : "point";
  if (typeof value === "number")
    note(`"${unclear}" was read as ${value}; say --decimal ${other} where it is not`);
  return sign;
}
