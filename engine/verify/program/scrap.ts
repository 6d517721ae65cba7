/**
 * What does a bridge lead to? Across the kerf there is another part, or scrap. Scrap holds when it hangs together with
 * the edge of the sheet, which a flood from the end of the bridge finds out: it may not cross a kerf nor enter a part.
 */
import type { Legs } from "../controller/legs.ts";
import { legSegmentDistance } from "../sweep/distance.ts";
import type { LegIndex } from "../sweep/leg-index.ts";

/** Steps of the flood in mm; islands between touching parts are small, and found with small steps, as narrow ways are. */
const STEPS = [2, 0.4, 0.1, 0.04];
/** Enough where a width is only to be told. */
export const ROUGH = STEPS.slice(0, 3);
/**
 * A flood that has come to more new places is given up: what wide steps found no end of is no island, narrow ones no way
 * out so far. The next one to get there goes on where it ended.
 */
const MOST = 30_000;
/** A way over scrap may come this much nearer to a cut than its kerf, in mm. */
const HAIR = 1e-3;

export interface Cleared {
  legs: Legs;
  index: LegIndex | null;
  radius: number;
  width: number;
  height: number;
  /** Whether a leg divides the sheet. */
  divides: (leg: number) => boolean;
  /** The part at a place, or null. */
  partAt: (x: number, y: number) => number | null;
}

export class Flood {
  private readonly grids: Grid[];

  /** Ways over scrap are to be `strip` wide, in mm. */
  constructor(
    private readonly sheet: Cleared,
    private readonly strip = 0,
    steps = STEPS,
  ) {
    this.grids = steps.map((step) => new Grid(sheet, step, (...way) => this.isOpen(...way)));
  }

  /** Whether scrap at this place hangs together with the sheet's edge. */
  reachesEdge(x: number, y: number): boolean {
    const { width, height } = this.sheet;
    if (x < 0 || y < 0 || x > width || y > height) return false;
    return this.grids.some((grid) => grid.reachesEdge(x, y));
  }

  /** Whether no cut lies across the way between two places, or nearer to it than half of its width. */
  isOpen(ax: number, ay: number, bx: number, by: number): boolean {
    const { index, legs, radius, divides } = this.sheet;
    const reach = Math.max(radius + this.strip / 2 - HAIR, HAIR);
    const near = index?.search(
      Math.min(ax, bx) - reach,
      Math.min(ay, by) - reach,
      Math.max(ax, bx) + reach,
      Math.max(ay, by) + reach,
    );
    return !near?.some((i) => divides(i) && legSegmentDistance(legs.at(i), ax, ay, bx, by) < reach);
  }
}

/** Places that hang together, as far as they have been looked at. */
interface Region {
  /** Places to look at next, four numbers for each: column, row, and where the way to it begins; the last comes first. */
  open: number[];
  /** Whether it reaches the edge, once that is known. */
  holds?: boolean;
  /** What it has turned out to be a piece of. */
  within?: Region;
}

/** Places at one distance from each other; what is found out about one serves all that are asked about later. */
class Grid {
  private readonly regions = new Map<number, Region>();
  private readonly columns: number;

  constructor(
    private readonly sheet: Cleared,
    private readonly step: number,
    private readonly isOpen: Flood["isOpen"],
  ) {
    this.columns = Math.ceil(sheet.width / step) + 4;
  }

  reachesEdge(x: number, y: number): boolean {
    const [i, j] = [Math.floor(x / this.step), Math.floor(y / this.step)];
    const region: Region = { open: [] };
    for (let a = i; a <= i + 1; a++) for (let b = j; b <= j + 1; b++) region.open.push(a, b, x, y);
    for (let places = 0; region.holds === undefined; ) {
      if (region.open.length === 0) region.holds = false;
      else if (this.enter(region) && ++places > MOST) {
        if (this.step < STEPS[0]!) return false;
        region.holds = true;
      }
    }
    return region.holds;
  }

  /** Takes the next place into the region if there is a way; true when nobody had been there. */
  private enter(region: Region): boolean {
    const { width, height, partAt } = this.sheet;
    const fromY = region.open.pop()!;
    const fromX = region.open.pop()!;
    const j = region.open.pop()!;
    const i = region.open.pop()!;
    const key = (j + 1) * this.columns + i + 1;
    const known = wholeOf(this.regions.get(key));
    if (known === region) return false;
    const x = Math.min(Math.max(i * this.step, 0), width);
    const y = Math.min(Math.max(j * this.step, 0), height);
    if (!this.isOpen(fromX, fromY, x, y)) return false;
    if (known) {
      known.within = region;
      if (known.holds) region.holds = true;
      else region.open = known.open.concat(region.open);
      return false;
    }
    if (partAt(x, y) !== null) return false;
    this.regions.set(key, region);
    if (x === 0 || y === 0 || x === width || y === height) region.holds = true;
    else this.pushBeside(region, i, j, x, y);
    return true;
  }

  /** The neighbour that is nearest to the edge of the sheet is looked at first. */
  private pushBeside({ open }: Region, i: number, j: number, x: number, y: number): void {
    const { width, height } = this.sheet;
    const out = x < width - x ? -1 : 1;
    const up = y < height - y ? -1 : 1;
    open.push(i - out, j, x, y, i, j - up, x, y);
    if (Math.min(x, width - x) < Math.min(y, height - y)) open.push(i, j + up, x, y, i + out, j, x, y);
    else open.push(i + out, j, x, y, i, j + up, x, y);
  }
}

function wholeOf(region: Region | undefined): Region | undefined {
  let whole = region;
  for (; whole?.within; whole = whole.within) whole.within = whole.within.within ?? whole.within;
  return whole;
}
