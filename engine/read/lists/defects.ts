/** Defects of a panel as one writes them: `120:80:400x60 + 900:20:30x30`, left and bottom first, then length and width. */
import { text as aText, checkArguments } from "../../base/contract/options.ts";
import { type DecimalSign, readLength } from "./table/lengths.ts";

/** Defect of a panel, measured from the panel's left and bottom; millimetres. */
export interface ListDefect {
  x: number;
  y: number;
  length: number;
  width: number;
}

/**
 * Defects of a panel from text as in `120:80:400x60 + 900:20:30x30`; numbers without a unit are in `unit`. Undefined
 * for anything else, as for one before the left or the bottom, or without size; `sign` stands before the fraction.
 */
export function readDefects(text: string, unit?: string, sign?: DecimalSign): ListDefect[] | undefined {
  checkArguments({ text: aText }, { text });
  const defects = text.split("+").map((one) => readDefect(one, unit, sign));
  return defects.every((defect) => defect !== undefined) ? defects : undefined;
}

function readDefect(text: string, unit?: string, sign?: DecimalSign): ListDefect | undefined {
  const [left = "", bottom = "", size = "", ...more] = text.split(":");
  const numbers = [left, bottom, ...size.split(/[x×]/i)].map((part) => {
    const read = readLength(part, unit, sign);
    return "mm" in read ? read.mm : undefined;
  });
  if (more.length > 0 || numbers.length !== 4 || numbers.includes(undefined)) return undefined;
  const [x, y, length, width] = numbers as [number, number, number, number];
  const isThere = x >= 0 && y >= 0 && length > 0 && width > 0;
  return isThere ? { x, y, length, width } : undefined;
}
