/** How does a program print its numbers: in which unit, with how many digits, seen from which corner of the sheet? */
import type { Point } from "../../../../base/contract/values/geometry.ts";
import { formatNumber } from "../../../../base/text.ts";
import { homeOf } from "../../machine/home.ts";
import type { JobSettings } from "../../machine/settings.ts";

const INCH = 25.4;
/** An inch needs more digits than a millimetre for the same place. */
const DECIMALS = { mm: 4, inch: 6 };

export class Words {
  /** G20 or G21. */
  readonly unit: string;
  private readonly scale: number;
  private readonly decimals: number;
  private readonly zero: Point;

  constructor({ machine }: JobSettings, width: number, height: number) {
    const { units = "mm", origin, output } = machine;
    this.unit = units === "inch" ? "G20" : "G21";
    this.scale = units === "inch" ? 1 / INCH : 1;
    this.decimals = output?.decimals ?? DECIMALS[units];
    this.zero = homeOf(origin, width, height);
  }

  /** A height, a radius, a feed rate. */
  length(letter: string, millimetres: number): string {
    return letter + formatNumber(millimetres * this.scale, this.decimals);
  }

  /** A length as a controller reads it, in mm. */
  asRead(millimetres: number): number {
    return Number(formatNumber(millimetres * this.scale, this.decimals)) / this.scale;
  }

  /** Seconds, powers, speeds of a spindle. */
  plain(letter: string, value: number): string {
    return letter + formatNumber(value, 4);
  }

  position([x, y]: Point): string {
    return `${this.length("X", x - this.zero[0])} ${this.length("Y", y - this.zero[1])}`;
  }

  /** The point of the sheet that a printed position means. */
  pointOf(position: string): Point {
    const [x, y] = position.split(" ").map((printed) => Number(printed.slice(1)) / this.scale) as Point;
    return [x + this.zero[0], y + this.zero[1]];
  }

  /** The program's own zero. */
  get home(): Point {
    return this.zero;
  }
}
