/** A rectangle that may be a page, and what is known of it: what is closed in it, its texts, how many words tell of paper. */
import type { Bounds } from "../../../../base/contract/values/geometry.ts";
import { holds, lengthsOf, widened } from "../../../../base/geometry/box.ts";
import type { DrawnText } from "../../model/text.ts";
import type { Rooms } from "../rooms.ts";
import { titleIn } from "../titles.ts";
import { isPaperSize } from "./formats.ts";

/** Width of the lines of frames, as a share of the shorter side. */
const BROAD = 0.005;
/** More words tell no more. */
const MOST_WORDS = 3;

export class Page {
  /** Lines this close meet. */
  readonly near: number;
  /** Lines of frames may end as far from those that they end on: half the width that they are drawn with. */
  readonly slack: number;
  /** As large as a sheet of paper. */
  readonly isPaper: boolean;
  private knownTexts: readonly DrawnText[] | null = null;
  private knownClosed: readonly number[] | null = null;
  private knownWords: number | null = null;

  constructor(
    readonly rooms: Rooms,
    readonly outer: Bounds,
  ) {
    this.near = rooms.near;
    this.slack = Math.max(rooms.near, BROAD * lengthsOf(outer)[0]);
    this.isPaper = isPaperSize(outer);
  }

  get texts(): readonly DrawnText[] {
    this.knownTexts ??= this.rooms.texts(this.outer);
    return this.knownTexts;
  }

  /** Numbers of the closed contours that lie in it, off its sides. */
  get closed(): readonly number[] {
    this.knownClosed ??= this.closedIn(widened(this.outer, -2 * this.near));
    return this.knownClosed;
  }

  /** How many words of title blocks it has. */
  get words(): number {
    this.knownWords ??= this.countWords();
    return this.knownWords;
  }

  /** Numbers of the closed contours that lie in a box. */
  closedIn(box: Bounds): number[] {
    return this.rooms.members(box).filter((number) => this.rooms.contours.isClosed(number));
  }

  /** How many of its texts stand in a box. */
  textsIn(box: Bounds): number {
    return this.texts.filter(({ at }) => holds(box, ...at)).length;
  }

  private countWords(): number {
    const texts = new Set(this.texts.map(({ text }) => text.trim()));
    // Several sizes of paper are numbers of holes.
    const said = [...texts].flatMap((text) => titleIn(text)?.replace(/[\d :]+/, "") ?? []);
    return Math.min(MOST_WORDS, new Set(said).size);
  }
}
