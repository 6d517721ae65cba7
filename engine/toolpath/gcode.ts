/**
 * The program that cuts one sheet: travel to a contour, tool on, once around, tool off, on to the next, home.
 *
 * F is restated on the first cut after everything that sets another, because controllers keep it. Text of the client's
 * gets into comments only, stripped to harmless characters; every other word of a line is a number printed here.
 */
import type { ExportRequest } from "../contract/v1/export.ts";
import type { Point } from "../contract/values/geometry.ts";
import { formatNumber } from "../text.ts";
import { planToolpath } from "./cuts.ts";
import { type Dialect, type Settings, word } from "./dialects/dialect.ts";
import type { GcodeOptions } from "./options.ts";
import type { Contour } from "./path/kerf.ts";
import type { Move, Stroke } from "./path/stroke.ts";

/** The text of a `.gcode` file for one sheet. Throws INVALID_INPUT for what cannot be cut. */
export function exportGcode(request: ExportRequest, options: GcodeOptions = {}): string {
  const { dialect, settings, cuts, findings } = planToolpath(request, options);
  const program = new Program(dialect, settings);
  for (const line of title(request)) program.say(line);
  for (const { count, message } of findings) program.say(`note - ${count} ${message}`);
  program.add(dialect.begin(settings));
  for (const { contour, stroke } of cuts) {
    program.say(nameOf(contour, request));
    program.cut(stroke);
  }
  program.add(dialect.stop(settings));
  program.travel([0, 0]);
  program.add(dialect.end);
  return program.text();
}

/** The lines so far, and what the controller remembers of them. */
class Program {
  private readonly lines: string[] = [];
  /** Where the tool stands, as printed; unknown at first. */
  private at = "";
  /** Whether the controller's F is that of cutting. */
  private feeding = false;

  constructor(
    private readonly dialect: Dialect,
    private readonly settings: Settings,
  ) {}

  text(): string {
    return `${this.lines.join("\n")}\n`;
  }

  say(text: string): void {
    this.lines.push(this.dialect.comment(text));
  }

  /** Lines of the dialect, after which F may be anything. */
  add(lines: string[]): void {
    this.lines.push(...lines);
    this.feeding = false;
  }

  travel(point: Point): void {
    const target = position(point);
    this.add([`G0 ${target} ${word("F", this.settings.travel_rate)}`]);
    this.at = target;
  }

  /** All passes of a contour, from anywhere, ending with the tool off. */
  cut(stroke: Stroke): void {
    const { dialect, settings } = this;
    const { passes, depth, tabHeight } = settings;
    for (let pass = 1; pass <= passes; pass++) {
      const height = (-depth * pass) / passes;
      const isRunning = pass > 1 && dialect.movesZ;
      if (isRunning && position(stroke.start) !== this.at) this.add(dialect.toolOff(settings));
      if (!isRunning || position(stroke.start) !== this.at) this.travel(stroke.start);
      this.add(dialect.toolOn(settings, height));
      // Above the tops of the tabs there is nothing to leave standing.
      this.pass(stroke, height, !dialect.movesZ || height < tabHeight - depth);
      if (!dialect.movesZ || pass === passes) this.add(dialect.toolOff(settings));
    }
  }

  /** Once round with the tool on. Over tabs a beam is off and Z is up. */
  private pass({ pieces }: Stroke, height: number, leavesTabs: boolean): void {
    const { dialect, settings } = this;
    for (const { tab, moves } of pieces) {
      if (!tab || !leavesTabs) for (const move of moves) this.move(move);
      else if (dialect.movesZ) {
        this.add(dialect.toolOn(settings, settings.tabHeight - settings.depth));
        for (const move of moves) this.move(move);
        this.add(dialect.toolOn(settings, height));
      } else {
        this.add(dialect.toolOff(settings));
        this.travel(moves.at(-1)!.to);
        this.add(dialect.toolOn(settings, height));
      }
    }
  }

  /** Leaves out moves too short to print: to where the tool is, an arc would be a full circle. */
  private move({ to, center, ccw }: Move): void {
    const target = position(to);
    if (target === this.at) return;
    const words = center ? [ccw ? "G3" : "G2", target, this.offset(center)] : ["G1", target];
    if (!this.feeding) words.push(word("F", this.settings.feed_rate));
    this.lines.push(words.join(" "));
    this.at = target;
    this.feeding = true;
  }

  /** From where the tool stands, as printed, to a centre. */
  private offset([cx, cy]: Point): string {
    const [x, y] = this.at.split(" ").map((printed) => Number(printed.slice(1))) as Point;
    return `${word("I", cx - x)} ${word("J", cy - y)}`;
  }
}

function position([x, y]: Point): string {
  return `${word("X", x)} ${word("Y", y)}`;
}

function title({ sheet_index, sheet_width, sheet_height, placements, config }: ExportRequest): string[] {
  const [width, height] = [formatNumber(sheet_width, 3), formatNumber(sheet_height, 3)];
  return [
    `sheet ${sheet_index}, ${width} x ${height} mm`,
    `${placements.length} parts, kerf ${formatNumber(config.kerf, 4)} mm`,
  ];
}

/** "part 3 bracket hole 1", counted from 1; the name is the placement's `part_id`, if it has one. */
function nameOf({ placement, hole, inner }: Contour, { placements }: ExportRequest): string {
  const { part_id: id } = placements[placement]!;
  const name = typeof id === "string" ? ` ${harmless(id)}` : "";
  return `part ${placement + 1}${name}${hole === null ? (inner ? " slot" : "") : ` hole ${hole + 1}`}`;
}

/** Letters, digits and a few signs that no controller or sender gives a meaning to in a comment. */
function harmless(text: string): string {
  return text.replace(/[^A-Za-z0-9 ._-]+/g, "_").slice(0, 40);
}
