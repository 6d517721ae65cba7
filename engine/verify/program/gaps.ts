/** Judges each stretch of the outlines that was not cut: a bridge that was asked for, or a stretch left out. */
import type { Point } from "../../base/contract/values/geometry.ts";
import type { Gap } from "../sweep/inspect.ts";
import { JoinedSets } from "../sweep/joined-sets.ts";
import { type Corners, indexOfCorners, type RunIndex } from "../sweep/run-index.ts";
import { isCutStanding, type JudgedProgram, type PlacedPart, widestBridge } from "../wants/judged.ts";
import { looseParts } from "./loose.ts";

/** Most of an outline that may be left out in all, in mm. */
const LEFT = 0.05;

/** Length of a straight gap over the way between its ends, at most. */
const STRAIGHT = 1.03;
/** A bridge may be longer than asked by this, in mm. */
const LONGER = 0.5;

type PlacedGap = Gap & { placement: number };

interface Uncut {
  gaps: PlacedGap[];
  index: RunIndex;
  isDeep: (leg: number) => boolean;
}

interface GapIndex {
  gaps: PlacedGap[];
  index: RunIndex;
}

export class Gaps {
  private readonly tabs: number;
  private readonly width: number;

  constructor(
    private readonly judged: JudgedProgram,
    private readonly parts: PlacedPart[],
    private readonly uncut: Uncut,
  ) {
    const { wants } = judged;
    this.tabs = wants.of("cut-outer", "tabs");
    this.width = widestBridge(wants.of("cut-outer", "tab_width"));
  }

  /** Gives how many bridges have the width that was asked for, and what hangs together by them: the parts, and last the sheet. */
  check(): { bridges: number; held: JoinedSets } {
    const { tabs, width } = this;
    const { gaps, index, isDeep } = this.uncut;
    const { coarse, wants } = this.judged;
    const { kerf } = wants;
    const isBridge = ({ ring, standing, across }: Gap) =>
      ring === 0 && tabs > 0 && Math.min(standing, across) >= width;
    const bridges = gaps.filter(isBridge);
    const near = this.indexOf(bridges);
    const standing = new Map<number, PlacedGap[]>();
    for (const gap of bridges) standing.set(gap.placement, [...(standing.get(gap.placement) ?? []), gap]);
    for (const own of standing.values()) this.checkMost(own, near);
    const left = new Map<string, { length: number; gap: PlacedGap }>();
    const others = gaps.filter(
      (gap) => gap.length > coarse && !isBridge(gap) && !this.isLeftOut(gap.placement, gap.ring),
    );
    for (const gap of others) {
      if (this.isSideOfBridge(gap, near, width)) continue;
      const key = `${gap.placement} ${gap.ring}`;
      left.set(key, { length: (left.get(key)?.length ?? 0) + gap.length, gap });
    }
    const outer = this.indexOf(gaps.filter(({ ring }) => ring === 0));
    const most = 2 * tabs * (width + kerf + LEFT);
    for (const { length, gap } of left.values()) {
      if (length <= LEFT) continue;
      // The rest of a hole beside a bridge that does not hold is its end all the same.
      const isRest = gap.ring === 0 || this.isSideOfBridge(gap, outer, width);
      const code = tabs > 0 && length < most && isRest ? "bridge-narrow" : "not-cut";
      this.reportGap(code, gap, `is not cut over ${length.toFixed(2)} mm of its outline`, length);
    }
    const held =
      tabs > 0
        ? looseParts(this.judged, this.parts, { standing, gaps, tabs, width, index, isDeep })
        : new JoinedSets(this.parts.length + 1);
    return { bridges: bridges.length, held };
  }

  /** No more of an outline is left than the bridges that were asked for take, those of neighbours beside. */
  private checkMost(own: PlacedGap[], bridges: GapIndex): void {
    const { wants } = this.judged;
    const width = wants.of("cut-outer", "tab_width");
    // Round a corner a bridge is as wide as the straight way across, and two may lie end to end.
    const isStraight = ({ length, straight }: Gap) => length < STRAIGHT * straight;
    const most = (gap: Gap) =>
      (isStraight(gap) ? 1.7 * width + wants.kerf : 2 * width + 1.5 * wants.kerf) + LONGER;
    const alone = own.filter((gap) => !this.isNearOther(gap, bridges));
    const count = alone.reduce((sum, gap) => sum + Math.max(1, Math.ceil(gap.length / most(gap))), 0);
    if (count <= this.tabs) return;
    const [longest] = alone.toSorted((a, b) => b.length - a.length) as [PlacedGap];
    this.reportGap(
      "bridge-long",
      longest,
      `is left uncut for ${count} bridges, not ${this.tabs}`,
      longest.length,
    );
  }

  private isNearOther(gap: PlacedGap, others: GapIndex): boolean {
    return this.hasNeighbour(gap, others, (other) => {
      return (gap.length + other.length) / 2 + 2 * this.judged.wants.kerf;
    });
  }

  /**
   * A neighbour's bridge may reach past the end of the line that is shared, and holds a little of this part too; that of
   * a part in a hole ends on the hole's rim.
   */
  private isSideOfBridge(gap: PlacedGap, bridges: GapIndex, width: number): boolean {
    if (gap.ring > 0 && gap.length > 2 * (width + this.judged.wants.kerf)) return false;
    return this.hasNeighbour(gap, bridges, () => width + 2 * this.judged.wants.kerf + gap.length);
  }

  /** Whether a gap of another part lies within the reach from this one that is given for it. */
  private hasNeighbour(
    gap: PlacedGap,
    { gaps, index }: GapIndex,
    reachOf: (other: PlacedGap) => number,
  ): boolean {
    const [x, y] = this.onSheet(gap);
    // The boxes of the index hold half of each gap's own length.
    const most = reachOf({ ...gap, length: 0 });
    return index.near([x, y, x, y], most).some((i) => {
      const other = gaps[i]!;
      const [bx, by] = this.onSheet(other);
      const reach = reachOf(other);
      return other.placement !== gap.placement && Math.abs(bx - x) < reach && Math.abs(by - y) < reach;
    });
  }

  /** Gaps by the boxes of half their length around their middles. */
  private indexOf(gaps: PlacedGap[]): GapIndex {
    const boxes = gaps.map((gap): Corners => {
      const [x, y] = this.onSheet(gap);
      const half = gap.length / 2;
      return [x - half, y - half, x + half, y + half];
    });
    return { gaps, index: indexOfCorners(boxes) };
  }

  private onSheet({ at, placement }: PlacedGap): Point {
    const { x, y } = this.parts[placement]!;
    return [at[0] + x, at[1] + y];
  }

  /** Holes that are only pierced, which the judge of starts looks for, and roles that are switched off. */
  private isLeftOut(placement: number, ring: number): boolean {
    const { on, pierce_only: isOnlyPierced } = this.judged.wants.ring(placement, ring);
    return !on || (ring > 0 && (isOnlyPierced || isCutStanding(this.judged, placement, ring)));
  }

  private reportGap(code: string, gap: PlacedGap, what: string, amount: number): void {
    const { placement, ring, at } = gap;
    const { x, y } = this.parts[placement]!;
    this.judged.report({
      code,
      placement,
      hole: ring === 0 ? null : ring - 1,
      at: [at[0] + x, at[1] + y],
      amount,
      message: `${ring === 0 ? "" : `hole ${ring} of `}part ${placement + 1} ${what}`,
    });
  }
}
