/** How a program prints its numbers: in which unit, with how many digits, seen from which corner of the sheet. */
import type { WholePost } from "../../../base/contract/machine/post.ts";
import type { Point } from "../../../base/contract/values/geometry.ts";
import { formatNumber } from "../../../base/text.ts";
import { homePosition } from "../machine/home.ts";
import type { JobSettings } from "../machine/job-settings.ts";

const INCH = 25.4;
/** Decimals that an inch needs more than a millimetre for the same place. */
const MORE = { mm: 0, inch: 2 };

export class Words {
  /** The word of the unit, such as G21. */
  readonly unit: string;
  private readonly numbers: WholePost["numbers"];
  private readonly scale: number;
  private readonly decimals: number;
  /** The program's own zero. */
  readonly home: Point;

  constructor({ machine, post }: JobSettings, width: number, height: number) {
    const { units = "mm", origin, output } = machine;
    const { numbers } = post;
    this.numbers = numbers;
    this.unit = numbers.units[units] ?? "";
    this.scale = numbers.scale * (units === "inch" ? 1 / INCH : 1);
    const own = numbers.scale === 1 ? output?.decimals : undefined;
    this.decimals = own ?? numbers.decimals + MORE[units];
    this.home = homePosition(origin, width, height);
  }

  /** A length in mm. */
  length(millimetres: number): string {
    const text = formatNumber(millimetres * this.scale, this.decimals);
    if (!this.numbers.signed) return text;
    return text === "0" ? "+" : text.startsWith("-") ? text : `+${text}`;
  }

  /** A rate in mm/min, which is not scaled. */
  rate(value: number): string {
    return formatNumber((value * this.scale) / this.numbers.scale, this.decimals);
  }

  /** A length as a controller reads it, in mm. */
  asRead(millimetres: number): number {
    return Number(formatNumber(millimetres * this.scale, this.decimals)) / this.scale;
  }

  /** Powers, speeds of a spindle, numbers of tools. */
  plain(value: number): string {
    return formatNumber(value, 4);
  }

  /** A point of the sheet as the controller will read it. */
  read([x, y]: Point): Point {
    return [this.asRead(x - this.home[0]) + this.home[0], this.asRead(y - this.home[1]) + this.home[1]];
  }
}
