/**
 * Does a program make good parts? Its own interpreter follows the words, and closed forms between the legs and the
 * outlines answer the rest: is any part touched, is every outline cut through and on the right side, do the bridges
 * stand, is anything cut that was free already, is the machine safe at the start, on every rapid and at the end?
 * Nothing here comes from the writers, so that one mistake cannot hide in both.
 */

import { checkOptions, describeKind, record, refuse } from "../../base/contract/options.ts";
import { wrongOptions } from "../../base/contract/program-options.ts";
import {
  type ExportRequest,
  type ExportRequestInput,
  exportRequestSchema,
} from "../../base/contract/v1/export.ts";
import { validate } from "../../base/contract/validate.ts";
import { hypot } from "../../base/geometry/trig/hypot.ts";
import { type Controller, controllerFor } from "../controller/controllers.ts";
import { type InterpretedProgram, interpretProgram } from "../controller/interpret.ts";
import { blankLeg, type Leg, type Legs } from "../controller/legs.ts";
import { readLine } from "../controller/program-words.ts";
import { areaFaults, powerFaults } from "../controller/reach.ts";
import { checkProcess } from "../process/process.ts";
import { checkRings } from "../rings.ts";
import { legLength, legMiddle, moveTo } from "../sweep/distance.ts";
import { type Gap, Inspector, indexOfLegs, type Limits, type PartTouch } from "../sweep/inspect.ts";
import type { JoinedSets } from "../sweep/joined-sets.ts";
import { isDoubtful, ringBox } from "../sweep/outline.ts";
import type { RunIndex } from "../sweep/run-index.ts";
import {
  countLines,
  type HeadCheck,
  type JudgedProgram,
  type PlacedPart,
  type ProgramFinding,
  type ProgramReport,
  type ReportedFinding,
  type RingCover,
} from "../wants/judged.ts";
import { Wants } from "../wants/wants.ts";
import type { MarkPath, ProgramWishes } from "../wants/wishes.ts";
import { blocksCutLate } from "./blocked-cuts.ts";
import { Gaps } from "./gaps.ts";
import { KnownParts } from "./known.ts";
import { checkMarks } from "./marks.ts";
import { checkSafety } from "./safety.ts";
import { checkSkeleton } from "./skeleton.ts";
import { checkStrokes } from "./strokes.ts";
import { checkTipUp } from "./tip-up.ts";

/** How exact a program must be, in mm. */
const TOUCH = 0.015;
const COVER = 0.02;
/** The last pass may be this much too shallow: what two decimals leave of a height. */
const SHALLOW = 6e-3;
/** And this share of the kerf: tools of metres are as exact as their offset. */
const RELATIVE = 3e-5;
/** A tool of more than a metre is none, and its path is no more exact than its offset. */
const WIDEST = 1000;
/** Findings that depend on where outlines are. */
const GUESSED = new Set(["stray-cut", "lead-untold", "off-sheet", "late-cut"]);
/** Violations of one code that are listed one by one. */
const LISTED = 50;
/** Listed all, since a program tells of how many parts it is so. */
const PER_PART = new Set(["tab-missing", "part-loose", "strip-narrow"]);

/**
 * Judges the text of a program against the request it was made from. `options` are those of the export.
 * @throws EngineError for a request that is none
 */
export function verifyGcode(
  text: string,
  job: {
    /** The sheet, as `exportGcode` takes it. */
    request: ExportRequestInput;
    /** Options that the program was written with. */
    options?: ProgramWishes;
  },
): ProgramReport {
  refuse(
    typeof text === "string"
      ? []
      : [{ path: ["text"], message: `must be a text, not ${describeKind(text)}` }],
  );
  checkOptions({ request: record, options: record }, job, ["job"]);
  const { request, options = {} } = job;
  refuse(wrongOptions(options));
  return judgeGcode(text, { request: validate(exportRequestSchema, request), options }, true).report;
}

/** A judged program. */
export interface Judgement {
  report: ProgramReport;
  /** The same of a text that differs in comments alone and tells all that the head must tell, else null. */
  retold: (text: string) => ProgramReport | null;
}

/**
 * The same for a request that has been checked; how narrow strips of scrap are is told or not. Of a program that was judged
 * `before` only new comments are.
 */
export function judgeGcode(
  text: string,
  { request, options }: { request: ExportRequest; options: ProgramWishes },
  measures: boolean,
  before?: Judgement,
): Judgement {
  const known = before?.retold(text);
  if (before && known) return { ...before, report: known };
  checkRings(request.placements, [], "placements");
  const wants = new Wants(request, options);
  const controller = controllerOf(wants);
  const interpret = (program: string) =>
    interpretProgram(program, controller, wants.machine.park, wants.post.numbers.scale);
  const judge = new ProgramJudge(interpret(text), wants, measures);
  judge.run();
  const report = judge.verdict(text);
  const retold = (other: string) => {
    if (!differsInComments(text, other)) return null;
    const { faults, comments } = interpret(other);
    return faults.length > 0 ? null : judge.retold(report, other, comments);
  };
  return { report, retold };
}

/** Whether texts are the same but for comment lines in one place. */
function differsInComments(one: string, two: string): boolean {
  const [a, b] = [one.split("\n"), two.split("\n")];
  let [from, end] = [0, 0];
  while (from < a.length && a[from] === b[from]) from++;
  while (end < a.length - from && a.at(-1 - end) === b.at(-1 - end)) end++;
  const rest = [...a.slice(from, a.length - end), ...b.slice(from, b.length - end)];
  return rest.every((line) => {
    const { words, comments, wrong } = readLine(line);
    return words.length === 0 && comments.length > 0 && wrong === null;
  });
}

function controllerOf({ post, machine }: Wants): Controller {
  return controllerFor(post, machine.output?.max_line, machine.z?.touch_off);
}

function coarseness({ post: { numbers } }: Wants): number {
  return numbers.scale === 1 ? 0 : Math.SQRT2 / (numbers.scale * 10 ** numbers.decimals);
}

type WithPlacement<Thing> = Thing & { placement: number };

class ProgramJudge implements JudgedProgram {
  readonly legs: Legs;
  readonly marks: Uint8Array;
  readonly covered: Float64Array;
  readonly along: Float64Array;
  readonly coveredBy: Int32Array;
  readonly alsoBy: Int32Array;
  private readonly findings: ProgramFinding[] = [];
  private readonly counts = new Map<string, number>();
  /** By code of a finding: whether comments tell of it. */
  private readonly toTell = new Map<string, HeadCheck>();
  private readonly limits: Limits;
  private readonly touches: WithPlacement<PartTouch>[] = [];
  private readonly gaps: WithPlacement<Gap>[] = [];
  private readonly free: number[][] = [];
  readonly parts: PlacedPart[] = [];
  readonly firstRing: number[] = [];
  readonly marksOf = new Map<number, MarkPath[]>();
  readonly covers: RingCover[] = [];
  readonly uncut = new Map<number, number>();
  readonly isRouter: boolean;
  readonly coarse: number;
  /** Parts that lose something to a neighbour's kerf whatever the program does. */
  private readonly tooNear = new Set<number>();
  private readonly near: Leg[] = [];
  private owners: Map<number, number> | null = null;
  private missing = 0;
  private bridges = 0;

  constructor(
    readonly course: InterpretedProgram,
    readonly wants: Wants,
    readonly measures: boolean,
  ) {
    const { machine } = wants;
    this.coarse = coarseness(wants);
    for (const fault of [...course.faults, ...areaFaults(course, machine), ...powerFaults(course, machine)])
      this.report(fault);
    const isDown = ({ z0, z1 }: Pick<Leg, "z0" | "z1">) =>
      Math.min(z0, z1) < -1e-9 && z0 > Number.NEGATIVE_INFINITY;
    this.isRouter =
      wants.zStep === 0 && (course.legs.length === 0 ? course.usesZ : course.legs.find(isDown) !== undefined);
    const wantsPower = wants.request.config.laser_power > 0;
    moveTo(course, wants.zero);
    this.legs = course.legs.filter((leg) => this.cuts(leg, wantsPower));
    this.marks = new Uint8Array(this.legs.length);
    this.covered = new Float64Array(this.legs.length);
    this.along = new Float64Array(this.legs.length);
    this.coveredBy = new Int32Array(this.legs.length).fill(-1);
    this.alsoBy = new Int32Array(this.legs.length).fill(-1);
    const depth = wants.of("cut-outer", "depth");
    const { tools = wants.machine.tools ?? [] } = wants.wishes;
    const widths = tools.map(({ number }) => wants.widthOf(number));
    const more = (wants.wishes.arc_tolerance ?? 0) + RELATIVE * wants.kerf + this.coarse;
    this.limits = {
      radius: Math.max(wants.kerf, ...widths) / 2,
      radiusOf: widths.length > 0 ? ({ modes }) => wants.widthOf(modes.tool) / 2 : () => wants.kerf / 2,
      touch: TOUCH + more,
      cover: COVER + more,
      hasSense:
        !wants.commonLines &&
        (["cut-outer", "cut-inner"] as const).some((role) => wants.of(role, "direction") !== null),
      isDeep: this.isRouter ? ({ z0, z1 }) => Math.max(z0, z1) <= -depth + SHALLOW : () => true,
    };
  }

  readonly report = (reported: ReportedFinding): void => {
    const finding: ProgramFinding = { severity: "fault", line: 0, ...reported };
    const key = `${finding.severity} ${finding.code}`;
    const count = (this.counts.get(key) ?? 0) + 1;
    this.counts.set(key, count);
    if (count <= LISTED || PER_PART.has(finding.code)) this.findings.push(finding);
  };

  readonly mustTell = (code: string, isTold: HeadCheck, report: () => void): void => {
    this.toTell.set(code, isTold);
    if (!isTold(this.course.comments)) report();
  };

  run(): void {
    checkSafety(this);
    const index = indexOfLegs(this.legs);
    checkMarks(this, index);
    this.inspectAll(index);
    this.judgeTouches();
    const isDeep = (i: number) => this.limits.isDeep(this.legs.look(i));
    const { bridges, held } = new Gaps(this, this.parts, { gaps: this.gaps, index, isDeep }).check();
    this.bridges = bridges;
    this.judgeOrder(index, held);
    checkTipUp(this, this.parts, this.free);
    this.missing = checkStrokes(this);
    checkSkeleton(this, this.parts);
    checkProcess(this, index);
  }

  verdict(text: string): ProgramReport {
    this.pardonCrossed();
    const violations = this.findings.filter(({ severity }) => severity === "fault");
    const { rapids, waits } = this.course;
    let strokes = 0;
    let length = 0;
    for (let i = 0; i < this.legs.length; i++) {
      length += legLength(this.legs.look(i));
      if (i === 0 || this.legs.strokeOf(i) !== this.legs.strokeOf(i - 1)) strokes++;
    }
    return {
      ok: violations.length === 0,
      violations,
      notes: this.findings.filter(({ severity }) => severity === "note"),
      totals: {
        lines: countLines(text),
        strokes,
        cut_length: length,
        travel_length: rapids.reduce((sum, { x0, y0, x1, y1 }) => sum + hypot(x1 - x0, y1 - y0), 0),
        starts_on_outline: this.missing,
        bridges: this.bridges,
        dwell_seconds: waits.reduce((sum, { seconds }) => sum + seconds, 0),
      },
    };
  }

  /** The report on a program that differs from the judged one in comments, null where those tell too little. */
  retold(report: ProgramReport, text: string, comments: string[]): ProgramReport | null {
    const isHead = report.violations.every(({ code }) => this.toTell.has(code));
    if (!isHead || ![...this.toTell.values()].every((isTold) => isTold(comments))) return null;
    const lines = countLines(text);
    const below = lines - report.totals.lines;
    const notes = report.notes.map((note) => ({ ...note, line: note.line === 0 ? 0 : note.line + below }));
    return { ok: true, violations: [], notes, totals: { ...report.totals, lines } };
  }

  /**
   * The inside of an outline that crosses itself is unknown, so nothing can be said of cuts there. Bridges of the
   * part are seen all the same, and do no harm where they are told.
   */
  private pardonCrossed(): void {
    if (!this.findings.some(({ severity }) => severity === "fault")) return;
    const huge = this.wants.kerf > WIDEST;
    const crossed = this.parts.map(
      ({ part }, i) => huge || this.tooNear.has(i) || part.rings.some(isDoubtful),
    );
    if (!crossed.includes(true)) return;
    for (const finding of this.findings) {
      const { placement, code } = finding;
      const doubtful = placement === undefined ? GUESSED.has(code) : crossed[placement];
      if (doubtful && code !== "strip-narrow") finding.severity = "note";
    }
  }

  /** A cutter cuts below the surface, a beam wherever it is on. */
  private cuts(leg: Leg, wantsPower: boolean): boolean {
    if (legLength(leg) === 0) return false;
    if (this.isRouter) return Math.min(leg.z0, leg.z1) < -1e-9;
    return leg.on && !(leg.power === 0 && wantsPower);
  }

  private inspectAll(index: RunIndex): void {
    const known = new KnownParts(this.wants);
    for (const [placement, { x, y }] of this.wants.request.placements.entries()) {
      const part = known.of(placement);
      this.firstRing.push((this.firstRing.at(-1) ?? 0) + (this.parts.at(-1)?.part.rings.length ?? 0));
      this.parts.push({ part, x, y });
      this.inspect(placement, index);
    }
  }

  private inspect(placement: number, index: RunIndex): void {
    const { part, x, y } = this.parts[placement]!;
    const reach = 2 * this.limits.radius + 0.1;
    const [x0, y0, x1, y1] = part.box;
    const numbers = index.near([x0 + x, y0 + y, x1 + x, y1 + y], reach);
    const legs = this.legsNear(numbers, x, y);
    const first = this.firstRing.at(-1)!;
    const { touches, free, gaps, covered, covers, sense } = new Inspector(
      part,
      legs,
      numbers,
      this.limits,
      this.marks,
    ).run();
    for (const touch of touches) this.touches.push({ ...touch, placement });
    for (const gap of gaps) {
      this.gaps.push({ ...gap, placement });
      const ring = first + gap.ring;
      this.uncut.set(ring, (this.uncut.get(ring) ?? 0) + gap.length);
    }
    // In a slot as wide as the tool a leg runs along both sides.
    for (const { leg, ring, length } of covers)
      this.covers.push({
        leg: numbers[leg]!,
        ring: first + ring,
        length: Math.min(length, legLength(legs[leg]!)),
      });
    this.free.push(free);
    this.judgeSense(placement, sense);
    for (let k = 0; k < numbers.length; k++) this.noteCovered(numbers[k]!, placement, covered[k]!);
  }

  /** The legs of these numbers in the frame of a part, in objects that are used for one part after the other. */
  private legsNear(numbers: number[], x: number, y: number): Leg[] {
    const { near } = this;
    while (near.length < numbers.length) near.push(blankLeg());
    for (let k = 0; k < numbers.length; k++) this.legs.read(numbers[k]!, near[k]!, x, y);
    return near.slice(0, numbers.length);
  }

  /**
   * Climbing has the material on the right; a line that two parts share runs both ways. So does the path in a hole that is
   * wider than the tool by no more than what a path may be off.
   */
  private judgeSense(placement: number, sense: number[]): void {
    const { wants, limits } = this;
    for (const [ring, length] of sense.entries()) {
      const wanted = wants.ring(placement, ring).direction;
      if (ring > 0 && this.parts[placement]!.part.pathWidth(ring) <= 2 * limits.cover) continue;
      if (wanted === null || length === 0 || length < 0 === (wanted === "climb")) continue;
      this.report({
        code: "wrong-direction",
        placement,
        hole: ring === 0 ? null : ring - 1,
        message: `${ring === 0 ? "" : `hole ${ring} of `}part ${placement + 1} is not cut ${wanted}`,
      });
    }
  }

  private noteCovered(number: number, placement: number, length: number): void {
    if (length <= 0) return;
    this.along[number]! += length;
    const most = this.covered[number]!;
    const half = 0.5 * legLength(this.legs.look(number));
    if (length > most) {
      if (most > half) this.alsoBy[number] = this.coveredBy[number]!;
      this.covered[number] = length;
      this.coveredBy[number] = placement;
    } else if (length > half) this.alsoBy[number] = placement;
  }

  /** A neighbour's own contour that comes too near is the layout's fault, every other touch the program's. */
  private judgeTouches(): void {
    for (const { leg: number, depth, placement } of this.touches) {
      const leg = this.legs.at(number);
      const other = this.coveredBy[number]!;
      const isContour = this.covered[number]! > 0.5 * legLength(leg) && this.coveredBy[number] !== placement;
      if (isContour) for (const part of [placement, other]) this.tooNear.add(part);
      this.report({
        code: isContour ? "part-too-near" : "part-touched",
        severity: isContour ? "note" : "fault",
        line: leg.line,
        placement,
        at: legMiddle(leg),
        amount: depth,
        message: `cuts ${depth.toFixed(3)} mm into part ${placement + 1}`,
      });
    }
  }

  /** Once an outline is complete nothing inside it may be cut; with common lines nothing along it either. */
  private judgeOrder(index: RunIndex, held: JoinedSets): void {
    for (const [placement, rings] of this.free.entries())
      for (const [ring, number] of rings.entries()) {
        if (number < 0 || number === Number.POSITIVE_INFINITY) continue;
        const late = this.firstLate(placement, ring, number, index);
        if (late === null) continue;
        this.report({
          code: "late-cut",
          line: late.line,
          placement,
          hole: ring === 0 ? null : ring - 1,
          at: [late.x0, late.y0],
          message: `cuts inside ${ring === 0 ? "" : `hole ${ring} of `}part ${placement + 1}, which is free since line ${this.legs.at(number).line}`,
        });
      }
    if (this.wants.commonLines) blocksCutLate(this, this.parts.length, held);
  }

  /** By stroke, the part whose outlines most of it runs along. */
  private ownersOfStrokes(): Map<number, number> {
    const owners = new Map<number, number>();
    const longest = new Map<number, number>();
    for (let i = 0; i < this.legs.length; i++) {
      const stroke = this.legs.strokeOf(i);
      const length = this.covered[i]!;
      if (length <= (longest.get(stroke) ?? 0)) continue;
      longest.set(stroke, length);
      owners.set(stroke, this.coveredBy[i]!);
    }
    return owners;
  }

  private firstLate(placement: number, ring: number, number: number, index: RunIndex): Leg | null {
    this.owners ??= this.ownersOfStrokes();
    const { part, x, y } = this.parts[placement]!;
    const outline = part.rings[ring]!;
    const [x0, y0, x1, y1] = ringBox(outline);
    const stroke = this.legs.strokeOf(number);
    for (const i of index.near([x0 + x, y0 + y, x1 + x, y1 + y])) {
      if (i <= number || this.legs.strokeOf(i) === stroke || this.marks[i] === 1) continue;
      const leg = this.legs.at(i);
      const middle = legMiddle(leg);
      const [mx, my] = [middle[0] - x, middle[1] - y];
      // A hole's wanted path lies inside it; its own later passes are no fault.
      if (ring > 0 && part.within(ring, mx, my) && this.owners.get(leg.stroke) !== placement) return leg;
      // In the material itself it is a touch, and judged as that.
      if (ring === 0 && part.within(0, mx, my) && !part.contains(mx, my)) return leg;
    }
    return null;
  }
}

export type { ProgramFinding, ProgramReport } from "../wants/judged.ts";
