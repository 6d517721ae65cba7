/** Columns of the tables: what their cells show, what may be typed, and why not. */
import {
  type DisplayUnit,
  formatLength,
  notPlainly,
  parseLength,
  parseNumber,
  trim,
} from "../model/units.ts";

export interface Column<Line> {
  label: string;
  /** Said aloud, where the heading is short. */
  name?: string;
  /** The whole of what is said aloud of the cell in a line, such as `piece 2`. */
  called?(line: string): string;
  /** Columns of one group are shown once somebody asks for them or a line has something in them. */
  group?: string;
  text(line: Line, unit: DisplayUnit): string;
  /** The line with what was typed, or why it cannot be. */
  read(line: Line, text: string, unit: DisplayUnit): Line | string;
  numeric?: boolean;
  /** Meaning of an empty cell. */
  empty?: string;
  hint?: string;
  /** Chosen from these instead of typed. */
  choices?: readonly (readonly [value: string, label: string])[];
  /** Ticked instead of typed: any text stands for yes. */
  tick?: boolean;
}

type Keys<Line, Value> = { [Key in keyof Line]-?: Value extends Line[Key] ? Key : never }[keyof Line];

/** A length above 0, in the project's unit. */
export function lengthColumn<Line>(key: Keys<Line, number>, label: string, most: number): Column<Line> {
  return {
    label,
    numeric: true,
    text: (line, unit) => formatLength(line[key] as number, unit),
    read(line, text, unit) {
      const mm = parseLength(text, unit);
      if (mm === null || mm <= 0 || mm > most)
        return notPlainly(text, `a length above 0 and up to ${most} mm`);
      return { ...line, [key]: mm };
    },
  };
}

export function countColumn<Line>(key: Keys<Line, number>, most: number): Column<Line> {
  return {
    label: "Qty",
    name: "Quantity",
    numeric: true,
    text: (line) => String(line[key]),
    read(line, text) {
      const value = parseNumber(text, true);
      if (value === null || !Number.isInteger(value) || value < 1 || value > most)
        return notPlainly(text, `a whole number from 1 to ${most}`, true);
      return { ...line, [key]: value };
    },
  };
}

export function numberColumn<Line>(key: Keys<Line, number>, label: string): Column<Line> {
  return {
    label,
    numeric: true,
    text: (line) => trim(line[key] as number, 4),
    read(line, text) {
      const value = parseNumber(text);
      if (value === null || value < 0) return notPlainly(text, `a ${label.toLowerCase()} of at least 0`);
      return { ...line, [key]: value };
    },
  };
}

/** Words; an empty cell takes the field away, unless it has to be there. */
export function wordColumn<Line>(
  key: Keys<Line, string>,
  label: string,
  most: number,
  more: { group?: string; always?: boolean } = {},
): Column<Line> {
  return {
    label,
    ...(more.group ? { group: more.group } : {}),
    text: (line) => (line[key] as string | undefined) ?? "",
    read(line, text) {
      const words = text.trim();
      if (words.length > most) return `${label} takes up to ${most} characters.`;
      if (words !== "" || more.always) return { ...line, [key]: words };
      const { [key]: _gone, ...rest } = line;
      return rest as Line;
    },
  };
}

/** A value that may be absent: an empty cell takes it away, and so does `none`, which says as much. */
export function optionalColumn<Line, Key extends keyof Line>(
  key: Key,
  column: Omit<Column<Line>, "read" | "text"> & {
    text(value: NonNullable<Line[Key]>, unit: DisplayUnit): string;
    parse(text: string, unit: DisplayUnit): NonNullable<Line[Key]> | null;
    /** Says in a message what may be typed. */
    wanted: string;
    none?: Line[Key];
  },
): Column<Line> {
  const { text, parse, wanted, none, ...rest } = column;
  return {
    ...rest,
    text: (line, unit) => (line[key] == null || line[key] === none ? "" : text(line[key], unit)),
    read(line, typed, unit) {
      const value = typed.trim() === "" ? undefined : parse(typed, unit);
      if (value === null) return notPlainly(typed, wanted);
      const { [key]: _gone, ...without } = line;
      return value === undefined || value === none ? (without as Line) : { ...line, [key]: value };
    },
  };
}

/** Marks stock as what is left of earlier jobs. A line that is none does not say so: requests stay the interface's own. */
export function offcutColumn<Line extends { offcut?: boolean | undefined }>(): Column<Line> {
  return {
    label: "Offcut",
    called: (line) => `${line} is an offcut`,
    tick: true,
    text: ({ offcut }) => (offcut ? "yes" : ""),
    read({ offcut: _before, ...line }, text) {
      return (text === "" ? line : { ...line, offcut: true }) as Line;
    },
  };
}
