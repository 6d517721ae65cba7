/** Lists of pieces and lists of stock share most of their columns; what one has and the other has not tells them apart. */
import type { ListLayout } from "./table/list-layout.ts";

/** Purpose of a list: pieces or stock. */
export interface ListPurpose {
  /** Columns of the other are left out, which notes say. Absent: all are read. */
  of?: "pieces" | "stocks" | undefined;
}

type OwnColumns<Column> = Record<"pieces" | "stocks", readonly Column[]>;

/** The layout without the columns that only the other kind has. */
export function layoutFor<Column extends string>(
  layout: ListLayout<Column>,
  own: OwnColumns<Column>,
  { of }: ListPurpose,
): ListLayout<Column> {
  if (of === undefined) return layout;
  const others = own[of === "pieces" ? "stocks" : "pieces"];
  const names = Object.entries(layout.names) as [Column, readonly string[]][];
  const isForeign = ([column]: [Column, unknown]) => others.includes(column);
  return {
    ...layout,
    // A column without names is never found.
    names: Object.fromEntries(
      names.map((one) => [one[0], isForeign(one) ? [] : one[1]]),
    ) as typeof layout.names,
    ...(layout.headless
      ? {
          headless: {
            ...layout.headless,
            numbers: layout.headless.numbers.filter((column) => !others.includes(column)),
          },
        }
      : {}),
    foreign: { names: Object.fromEntries(names.filter(isForeign)), to: of },
  };
}

/** Tells by its columns whether a list holds stock: it names columns that only stock has, and none that only pieces have. */
export function wantedBy<Column extends string>(
  columns: readonly Column[] | undefined,
  own: OwnColumns<Column>,
): ListPurpose["of"] {
  const names = (kind: "pieces" | "stocks") => columns?.some((column) => own[kind].includes(column));
  if (names("stocks") && !names("pieces")) return "stocks";
  return names("pieces") && !names("stocks") ? "pieces" : undefined;
}
