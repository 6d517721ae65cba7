/** Notes about a list: what was left out and what was assumed in reading it. */
import { type ColumnHead, headsOf } from "./heads.ts";
import { type DecimalSign, type LengthUnit, readLength, readNumber, signIn } from "./lengths.ts";
import type { Advice, ListLayout } from "./list-layout.ts";
import type { HeadRow, TableRow } from "./rows.ts";

/** A list, as far as notes need it. */
export interface ListNotes<Column extends string> {
  layout: ListLayout<Column>;
  head?: HeadRow<Column> | undefined;
  body: readonly TableRow<Column>[];
  advice: Advice;
}

const INCHES = /["'\u2032\u2033\u201d]|\b(?:in|inch|inches|zoll|ft|foot|feet)\b|\d(?:in|ft)\b|\d\/\d/i;

/** Columns that nothing is taken from though they say something, and those that are taken on trust. */
export function columnNotes<Column extends string>({ layout, head, body }: ListNotes<Column>): string[] {
  const isFilled = (at: number) => body.some(({ cells }) => (cells[at] ?? "") !== "");
  if (head)
    return head.heads.flatMap((one, at) => {
      if (one.guessed)
        return [`the column "${one.name}" was read as the ${one.column!.replaceAll("_", " ")}`];
      if (one.column !== undefined || one.name === "" || !isFilled(at)) return [];
      return [`the column "${one.name}" ${leftOut(one, head.heads, layout)}`];
    });
  const [first] = body;
  const widest = Math.max(...body.map(({ cells }) => cells.length));
  const unused = [...Array(widest).keys()].filter((at) =>
    body.some(({ cells, heads }) => (cells[at] ?? "") !== "" && heads[at]?.column === undefined),
  );
  const said = first!.heads.flatMap(({ column }, at) =>
    column === undefined ? [] : [`${column.replaceAll("_", " ")} ${first!.cells[at]}`],
  );
  const isBare = first!.cells.every((cell) => cell === "" || "mm" in readLength(cell, "mm", "."));
  return [
    ...(isBare && said.length > 2
      ? [`it has no head, and its first line was read as ${said.join(", ")}`]
      : []),
    ...(unused.length > 0
      ? [`${unused.length === 1 ? "column" : "columns"} ${unused.map((at) => at + 1).join(", ")} left out`]
      : []),
  ];
}

/** Why a column is not read: nobody knows it, or another one says the same. */
function leftOut<Column extends string>(
  { name }: ColumnHead<Column>,
  heads: readonly ColumnHead<Column>[],
  { names, foreign }: ListLayout<Column>,
): string {
  if (foreign && headsOf([name], foreign.names)[0]!.column) return `was left out, as ${foreign.to} have none`;
  const [alone] = headsOf([name], names);
  const taken = alone!.guessed ? undefined : heads.find(({ column }) => column && column === alone!.column);
  return taken ? `was left out, as "${taken.name}" says the same` : "is not known and was left out";
}

/** Where lengths without a unit would be millimetres, though the list plainly counts in inches. */
export function unitNotes<Column extends string>(told: ListNotes<Column>, unit: LengthUnit): string[] {
  if (unit !== "mm") return [];
  const cells = cellsOf(told, ({ column, unit }) =>
    column !== undefined && unit === undefined ? told.layout.lengths.includes(column) : false,
  );
  const inches = cells.find((cell) => INCHES.test(cell));
  // A cell without a unit is another length when read in inches.
  const bare = cells.filter((cell) => {
    const [mm, inch] = (["mm", "in"] as const).map((unit) => readLength(cell, unit, "."));
    return "mm" in mm! && "mm" in inch! && mm.mm !== inch.mm;
  });
  if (inches === undefined || bare.length === 0) return [];
  const [length] = bare.includes(inches) ? [inches] : bare;
  const like = length === inches ? "" : `, like ${inches}`;
  return [`the length ${length} was read as millimetres${told.advice.inches ?? "; it may be inches"}${like}`];
}

/** The sign that some number of the list shows beyond doubt; where none does, the one its separator goes with. */
export function signOf<Column extends string>(
  told: ListNotes<Column>,
  separator: string,
  note: (text: string) => void,
): DecimalSign | undefined {
  const { lengths, numbers } = told.layout;
  const cells = cellsOf(
    told,
    ({ column }) => column !== undefined && (lengths.includes(column) || numbers.includes(column)),
  );
  const shown = new Set(cells.map(signIn).filter((sign) => sign !== undefined));
  if (shown.size === 1) return [...shown][0];
  const unclear = cells.find((cell) => /\d[.,]\d/.test(cell) && signIn(cell) === undefined);
  // Where both are shown, every number has to speak for itself.
  if (unclear === undefined || shown.size === 2) return undefined;
  const isPoint = !unclear.includes(",");
  if (!isPoint && separator === "\t") return undefined;
  const sign = isPoint || separator === "," ? "." : ",";
  const value = readNumber(unclear, sign);
  if (typeof value === "number")
    note(
      `"${unclear}" was read as ${value}${told.advice.decimal?.(sign) ?? ", though it may be meant otherwise"}`,
    );
  return sign;
}

function cellsOf<Column extends string>(
  { body }: ListNotes<Column>,
  wanted: (head: ColumnHead<Column>) => boolean,
): string[] {
  return body.flatMap(({ cells, heads }) => cells.filter((_, at) => heads[at] && wanted(heads[at])));
}
