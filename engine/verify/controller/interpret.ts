/**
 * Interprets a program: every move with its place, feed, power and tool, in millimetres.
 *
 * The machine before it is taken as it would be at its worst: unknown units and modes, tool on, tool low. What a
 * program leaves to chance is a fault, and so is every word that its controller would refuse.
 */
import { arcFault } from "./arcs.ts";
import type { Controller } from "./controllers.ts";
import { EssiReader } from "./essi.ts";
import { blankLeg, Legs } from "./legs.ts";
import { changeByG, changeByM, changed, isUnread, type Modes, UNKNOWN_MODES } from "./modes.ts";
import { type ProgramLine, type ProgramWord, readLine } from "./program-words.ts";

export interface Rapid {
  line: number;
  x0: number;
  y0: number;
  x1: number;
  y1: number;
  z0: number;
  z1: number;
  on: boolean;
  /** As printed, in mm/min; of most controllers without effect. */
  feed: number;
  /** Tool in the machine, 0 before the first one. */
  tool: number;
}

/** A word that switches spindle or beam on, where it stands. */
export interface BeamStart {
  line: number;
  x: number;
  y: number;
  z: number;
  power: number;
  modes: Modes;
}

/** A dwell. */
export interface Wait {
  line: number;
  seconds: number;
}

/** A word that makes what follows hard to foresee: a way home, machine coordinates, a pause. */
export interface Interruption {
  line: number;
  word: string;
  on: boolean;
}

export interface ControllerFault {
  code: string;
  line: number;
  message: string;
  at?: [x: number, y: number];
  amount?: number;
}

export interface InterpretedProgram {
  legs: Legs;
  rapids: Rapid[];
  faults: ControllerFault[];
  comments: string[];
  starts: BeamStart[];
  waits: Wait[];
  interruptions: Interruption[];
  /** Where the tool stands in the end, and what the controller remembers then. */
  end: { x: number; y: number; modes: Modes };
  usesZ: boolean;
}

const INCH = 25.4;
/** Characters of a short line with a cut; what is reserved and not used costs nothing. */
const SHORT = 20;
const MOTIONS = new Set(["0", "1", "2", "3"]);

/** Follows a program line by line, from where the tool is parked as seen from the program's zero. */
export function interpretProgram(
  text: string,
  controller: Controller,
  park: { x: number; y: number } = { x: 0, y: 0 },
  scale = 1,
): InterpretedProgram {
  const machine = new ControllerState(controller, Math.ceil(text.length / SHORT), park, scale);
  const lines = text.split(/\r?\n/);
  for (const [i, line] of lines.entries()) if (!machine.readPlain(line, i + 1)) machine.read(line, i + 1);
  machine.finish(lines.length);
  return machine.course;
}

/** A straight cut and nothing else, and no words beside it. */
const PLAIN = /^G1 X(-?\d*\.?\d+) Y(-?\d*\.?\d+)$/;
const NONE: Map<string, number> = new Map();

class ControllerState {
  readonly course: InterpretedProgram;
  private x: number;
  private y: number;
  /** Below everything until the program says where it is. */
  private z = Number.NEGATIVE_INFINITY;
  private scale = 1;
  private relative = false;
  private motion = "";
  private feed = 0;
  private borrowed = false;
  private power = Number.NaN;
  private modes = UNKNOWN_MODES;
  /** Centres of arcs are absolute (G90.1). */
  private absolute = false;
  /** The tool that the next M6 takes. */
  private next = 0;
  /** The surface was just probed. */
  private probed = false;
  private ended = false;
  private moved = false;
  private offset = false;
  /** Length offset for which Z was said last. */
  private heightBy = 0;
  /** Counts up whenever the tool may have left the material. */
  private stroke = 0;
  private readonly seen = new Set<string>();
  private readonly leg = blankLeg();
  private readonly essi: EssiReader | null;
  /** The line stands for other words, which its controller need not know. */
  private isTranslated = false;

  constructor(
    private readonly controller: Controller,
    capacity: number,
    park: { x: number; y: number },
    scale: number,
  ) {
    this.essi = controller.reader === "essi" ? new EssiReader(scale) : null;
    this.x = park.x;
    this.y = park.y;
    const legs = new Legs(capacity);
    this.course = {
      legs,
      rapids: [],
      faults: [],
      comments: [],
      starts: [],
      waits: [],
      interruptions: [],
      end: { ...park, modes: UNKNOWN_MODES },
      usesZ: false,
    };
  }

  private get on(): boolean {
    return this.modes.spindle !== "5";
  }

  /** Most lines are a straight cut to X and Y and nothing else, and read faster as that; false for all others. */
  readPlain(text: string, number: number): boolean {
    if (this.ended || !this.moved || this.offset || text.length > this.controller.line) return false;
    const [, x, y] = PLAIN.exec(text) ?? [];
    if (x === undefined || y === undefined) return false;
    this.motion = "1";
    const [toX, toY] = [this.target(Number(x), this.x), this.target(Number(y), this.y)];
    this.feedTo(toX, toY, this.z, NONE, number);
    [this.x, this.y] = [toX, toY];
    return true;
  }

  /** Where a word of a place leads to from where the tool is. */
  private target(value: number | undefined, from: number): number {
    if (value === undefined) return from;
    return value * this.scale + (this.relative ? from : 0);
  }

  read(text: string, number: number): void {
    const { controller, course } = this;
    if (text.length > controller.line)
      this.fault(
        "line-too-long",
        number,
        `has ${text.length} characters, the controller takes ${controller.line}`,
      );
    if (/[^\t\x20-\x7e]/.test(text))
      this.fault("bad-character", number, "has a character that is not plain ASCII");
    const line = readLine(this.words(text));
    course.comments.push(...line.comments);
    if (
      line.comments.length > 0 &&
      !controller.parens &&
      text.includes("(") &&
      !text.trimStart().startsWith(";")
    )
      this.fault("bad-word", number, "has a comment in parentheses, which this controller does not know");
    if (text.trim() === "%" && controller.letters.includes("$")) return;
    if (line.wrong !== null) this.fault("bad-word", number, `has ${line.wrong}`);
    if (line.words.length === 0) return;
    if (this.ended) this.fault("after-end", number, "stands after the end of the program");
    this.obey(line, number);
  }

  /** The line in the words of RS-274, where its controller has others. */
  private words(text: string): string {
    this.isTranslated = this.essi !== null;
    if (this.essi) return this.essi.read(text);
    const [, own] = /^(?:N\d+ )?(.*)$/s.exec(text)!;
    for (const [line, words] of this.controller.readsAs) {
      if (!line.test(own!)) continue;
      this.isTranslated = true;
      return own!.replace(line, words);
    }
    return text;
  }

  finish(number: number): void {
    const { ends } = this.controller;
    this.course.end = { x: this.x, y: this.y, modes: this.modes };
    if (ends.length > 0 && !this.ended)
      this.fault("no-end", number, `the program does not end in M${ends.join(" or M")}`);
    if (this.on && this.moved) this.fault("unsafe-end", number, "the tool is on at the end");
    if (this.course.usesZ && this.z < 0) this.fault("unsafe-end", number, "the tool is down at the end");
  }

  private fault(code: string, line: number, message: string, amount?: number): void {
    const at: [number, number] = [this.x, this.y];
    this.course.faults.push({ code, line, message, at, ...(amount === undefined ? {} : { amount }) });
  }

  private obey({ words }: ProgramLine, number: number): void {
    const values = new Map<string, number>();
    let motion = "";
    for (const word of words) {
      if (!this.isTranslated && !this.controller.letters.includes(word.letter))
        this.fault("bad-word", number, `has a word ${word.letter}, which this controller does not know`);
      if (word.letter === "G" || word.letter === "M") continue;
      if (word.code === "#" && word.letter !== "F") {
        this.fault("bad-word", number, `has a parameter as ${word.letter}, which cannot be followed`);
        continue;
      }
      if (values.has(word.letter)) this.fault("bad-word", number, `has two words ${word.letter}`);
      values.set(word.letter, word.value);
    }
    for (const word of words) if (word.letter === "G") motion = this.prepare(word, values, number, motion);
    this.next = values.get("T") ?? this.next;
    this.takeFeedAndPower(values, motion);
    for (const word of words) if (word.letter === "M") this.switch(word, values, number);
    if (this.offset) {
      this.offset = false;
      this.z = values.get("Z") ?? this.z;
      return;
    }
    if (/^3[18](\.\d)?$/.test(motion)) {
      this.z = Number.NEGATIVE_INFINITY;
      this.probed = true;
      return;
    }
    if (motion === "4") {
      this.wait(values, number);
      return;
    }
    if (motion !== "") this.motion = motion;
    if (values.has("X") || values.has("Y") || values.has("Z")) this.move(values, number);
    else if ((values.has("I") || values.has("J")) && this.motion !== "0" && this.motion !== "1")
      this.move(values, number);
  }

  /** Sets a mode; gives the motion that the line asks for. */
  private prepare(word: ProgramWord, values: Map<string, number>, number: number, before: string): string {
    const { code } = word;
    if (!this.isTranslated && !this.controller.g.has(code))
      this.fault("bad-word", number, `has G${code}, which this controller does not know`);
    else if (isUnread(word)) this.fault("bad-word", number, `has G${code}, which cannot be followed`);
    this.seen.add(code);
    this.modes = changed(this.modes, changeByG(code, values, this.scale, this.probed));
    if (code === "20") this.scale = INCH;
    else if (code === "21") this.scale = 1;
    else if (code === "90") this.relative = false;
    else if (code === "91") this.relative = true;
    else if (code === "90.1" || code === "91.1") this.absolute = code === "90.1";
    else if (code === "10" || code === "92" || code === "28" || code === "30") this.offset = true;
    if (code === "92") this.probed = false;
    if (code === "28" || code === "30" || code === "53")
      this.course.interruptions.push({ line: number, word: `G${code}`, on: this.on });
    if (!MOTIONS.has(code) && code !== "4" && !/^3[18](\.\d)?$/.test(code)) return before;
    if (before !== "") this.fault("bad-word", number, "asks for two motions");
    return code;
  }

  private takeFeedAndPower(values: Map<string, number>, motion: string): void {
    const feed = values.get("F");
    if (feed !== undefined) {
      this.feed = Number.isNaN(feed) ? Number.POSITIVE_INFINITY : feed * this.scale;
      this.borrowed = (motion || this.motion) === "0";
    }
    const power = values.get("S");
    if (power !== undefined && motion !== "4") this.power = power;
  }

  private switch({ code }: ProgramWord, values: Map<string, number>, number: number): void {
    if (!this.isTranslated && !this.controller.m.has(code))
      this.fault("bad-word", number, `has M${code}, which this controller does not know`);
    const isEnd = this.controller.ends.includes(code);
    if (isEnd) {
      if (this.on && this.moved) this.fault("unsafe-end", number, "the tool is on at the end");
      this.ended = true;
    } else if (code === "0" || code === "1")
      this.course.interruptions.push({ line: number, word: `M${code}`, on: this.on });
    this.modes = changed(this.modes, changeByM(isEnd ? "5" : code, values, this.modes, this.next));
    if (code === "5") this.seen.add("M5");
    if (code === "3" || code === "4" || code === "5") this.stroke++;
    if (code !== "3" && code !== "4") return;
    const { x, y, z, power, modes } = this;
    this.course.starts.push({ line: number, x, y, z, power, modes });
  }

  private wait(values: Map<string, number>, number: number): void {
    const time = values.get(this.controller.dwell);
    if (time === undefined) this.fault("bad-word", number, `has a dwell without ${this.controller.dwell}`);
    else this.course.waits.push({ line: number, seconds: time / this.controller.dwell_per_second });
  }

  private move(values: Map<string, number>, number: number): void {
    const { course } = this;
    if (!this.moved) this.checkStart(number, values);
    this.moved = true;
    const x = this.target(values.get("X"), this.x);
    const y = this.target(values.get("Y"), this.y);
    const z = this.target(values.get("Z"), this.z);
    if (values.has("Z")) {
      course.usesZ = true;
      this.heightBy = this.modes.lengthOffset;
    } else if (!Object.is(this.heightBy, this.modes.lengthOffset)) {
      this.fault("height-unsaid", number, "moves before Z was said for the tool's new length");
      this.heightBy = this.modes.lengthOffset;
    }
    if (!MOTIONS.has(this.motion)) this.fault("no-motion", number, "moves without G0, G1, G2 or G3");
    else if (this.motion === "0") {
      const { x: x0, y: y0, z: z0, on } = this;
      this.stroke++;
      course.rapids.push({
        line: number,
        x0,
        y0,
        z0,
        x1: x,
        y1: y,
        z1: z,
        on,
        feed: this.feed,
        tool: this.modes.tool,
      });
    } else this.feedTo(x, y, z, values, number);
    this.x = x;
    this.y = y;
    this.z = z;
  }

  private feedTo(x: number, y: number, z: number, values: Map<string, number>, number: number): void {
    if (!(this.feed > 0)) this.fault("no-feed", number, "cuts without a feed");
    const turn = this.motion === "1" ? 0 : this.motion === "3" ? 1 : -1;
    const { scale, absolute } = this;
    const cx = (values.get("I") ?? 0) * scale + (absolute ? 0 : this.x);
    const cy = (values.get("J") ?? 0) * scale + (absolute ? 0 : this.y);
    if (turn !== 0) {
      const wrong = arcFault(
        { x0: this.x, y0: this.y, x1: x, y1: y, cx, cy },
        values.has("R"),
        this.controller,
      );
      if (wrong) this.fault(wrong[0], number, wrong[1]);
    } else if (values.has("I") || values.has("J"))
      this.fault("bad-word", number, "has a centre, but is not an arc");
    const { feed, power, borrowed, on, leg, modes } = this;
    leg.line = number;
    leg.x0 = this.x;
    leg.y0 = this.y;
    leg.z0 = this.z;
    leg.x1 = x;
    leg.y1 = y;
    leg.z1 = z;
    leg.turn = turn;
    leg.cx = cx;
    leg.cy = cy;
    leg.feed = feed;
    leg.power = power;
    leg.borrowed = borrowed;
    leg.on = on;
    leg.modes = modes;
    leg.stroke = this.stroke;
    this.course.legs.add(leg);
  }

  /** Before anything moves, everything that could stand otherwise must have been said. */
  private checkStart(number: number, values: Map<string, number>): void {
    for (const codes of this.controller.prepared)
      if (!codes.some((code) => this.seen.has(code)))
        this.fault("unsafe-start", number, `moves before G${codes.join(" or G")} was said`);
    const lifts = this.motion === "0" && values.has("Z") && !values.has("X") && !values.has("Y");
    if (!this.seen.has("M5") && !lifts)
      this.fault("unsafe-start", number, "moves before the tool was switched off or lifted");
  }
}
