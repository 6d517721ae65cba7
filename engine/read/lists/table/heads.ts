/** The heads of columns: which column is meant, whatever the language, and the unit of its lengths. */

/** A column of a list; `Column` are those that its kind of list may have. */
export interface ColumnHead<Column extends string> {
  /** As it stands in the list; empty where there is no head. */
  name: string;
  /** Absent for one that nobody knows, or that another one is taken for. */
  column?: Column | undefined;
  /** Unit of the column's lengths, where its name says one. */
  unit?: string;
  /** Only its beginning is known: `Qty required`. */
  guessed?: boolean;
}

/** The names of all columns, whatever their case and accents. Where two heads name one column, the earlier name counts. */
export type ColumnNames<Column extends string> = Record<Column, readonly string[]>;

const HEAD_UNIT =
  /[\s_]*(?:[([]\s*(mm|cm|m|in|inch|inches|zoll|pouces?|ft|feet|")\s*[)\]]|[\s_](mm|cm|inch|inches|ft|"))\s*$/i;
const UNIT_NAMES: Record<string, string> = {
  inch: "in",
  inches: "in",
  zoll: "in",
  pouce: "in",
  pouces: "in",
  '"': "in",
  feet: "ft",
};
/** Shorter names stand for nothing when more follows: `b`, `no`. */
const LEAST_BEGINNING = 3;

export function headsOf<Column extends string>(
  cells: readonly string[],
  names: ColumnNames<Column>,
): ColumnHead<Column>[] {
  const found = cells.map((cell) => {
    const unit = HEAD_UNIT.exec(cell);
    const given = (unit?.[1] ?? unit?.[2])?.toLowerCase();
    const known = knownName(plainName(unit ? cell.slice(0, unit.index) : cell), names);
    return { name: cell, known, ...(given === undefined ? {} : { unit: UNIT_NAMES[given] ?? given }) };
  });
  return found.map(({ known, ...head }, at) => {
    if (!known) return head;
    const same = found.filter((other) => other.known?.column === known.column);
    const best = Math.min(...same.map((other) => other.known!.rank));
    if (found.findIndex((other) => other.known?.column === known.column && other.known.rank === best) !== at)
      return head;
    return { ...head, column: known.column, ...(known.guessed ? { guessed: true } : {}) };
  });
}

/** Finds the column whose name is the whole text, else the one with the longest name that the text begins with. */
function knownName<Column extends string>(name: string, names: ColumnNames<Column>) {
  const known = Object.entries(names) as [Column, readonly string[]][];
  for (const [column, spellings] of known) {
    const rank = spellings.findIndex((spelling) => plainName(spelling) === name);
    if (rank >= 0) return { column, rank, guessed: false };
  }
  const beginnings = known
    .flatMap(([column, spellings]) => spellings.map((spelling) => ({ column, start: plainName(spelling) })))
    .filter(({ start }) => start.length >= LEAST_BEGINNING && name.startsWith(`${start} `))
    .sort((a, b) => b.start.length - a.start.length);
  const [longest] = beginnings;
  return longest && { column: longest.column, rank: Number.POSITIVE_INFINITY, guessed: true };
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
