/** Ways to spoil a program, each a change of its text as a slip of a writer, a template or a hand would make it. */
import type { ProgramJob } from "./jobs.ts";

/** Spoils a program; the same text where there is nothing to spoil. */
type Spoiler = (lines: string[], job: ProgramJob, roll: () => number) => string[];

const indices = (lines: string[], pattern: RegExp) =>
  lines.flatMap((line, i) => (pattern.test(line) ? [i] : []));
const cuttingLine = /^G[123] X/;
const travelLine = /^G0 X/;
const onLine = /^(G1 )?M[34]\b/;

/** One line that matches, anywhere among them. */
function one(pattern: RegExp, by: (line: string) => string | string[] | null, skip = 0): Spoiler {
  return (lines, _, roll) => {
    const found = indices(lines, pattern).slice(skip);
    if (found.length === 0) return lines;
    const at = found[Math.floor(roll() * found.length)]!;
    const made = by(lines[at]!);
    return lines.toSpliced(at, 1, ...(made === null ? [] : [made].flat()));
  };
}

interface Place {
  line: number;
  x: number;
  y: number;
  z: number;
}

/** Where the moves of a program end. */
function placesOf(lines: string[]): Place[] {
  let [x, y, z] = [0, 0, 0];
  return lines.flatMap((text, line): Place[] => {
    if (!/^G[0123] /.test(text)) return [];
    const value = (letter: string, before: number) =>
      Number(new RegExp(` ${letter}(-?[\\d.]+)`).exec(text)?.[1] ?? before);
    [x, y, z] = [value("X", x), value("Y", y), value("Z", z)];
    return [{ line, x, y, z }];
  });
}

/** A straight move of the only or last pass between two others, to a corner that lies 0.4 mm aside of the way past it. */
function long(by: (line: string) => string | null): Spoiler {
  return (lines, job, roll) => {
    const depth = lowest(lines);
    if (depth === 0 && job.options.passes !== undefined) return lines;
    const places = placesOf(lines);
    const isCut = ({ line, z }: Place) => /^G1 X/.test(lines[line]!) && z === depth;
    const corners = places.filter((at, k) => {
      const [before, after] = [places[k - 1], places[k + 1]];
      if (!before || !after || ![before, at, after].every(isCut)) return false;
      const cross = (at.x - before.x) * (after.y - before.y) - (at.y - before.y) * (after.x - before.x);
      return Math.abs(cross) / Math.hypot(after.x - before.x, after.y - before.y) > reach(lines);
    });
    const at = corners[Math.floor(roll() * corners.length)]?.line;
    if (at === undefined) return lines;
    const made = by(lines[at]!);
    return lines.toSpliced(at, 1, ...(made === null ? [] : [made]));
  };
}

/** 0.4 mm in the unit of the program: corners of offsets are rounded. */
function reach(lines: string[]): number {
  return lines.some((line) => line.startsWith("G20")) ? 0.4 / 25.4 : 0.4;
}

/** The first line that matches. */
function first(pattern: RegExp, by: (line: string) => string): Spoiler {
  return (lines) => {
    const at = lines.findIndex((line) => pattern.test(line));
    return at < 0 ? lines : lines.toSpliced(at, 1, by(lines[at]!));
  };
}

function all(pattern: RegExp, by: (line: string) => string | null): Spoiler {
  return (lines) => lines.flatMap((line) => (pattern.test(line) ? (by(line) ?? []) : line));
}

/** A line put behind a cut in the middle of the program. */
function inserted(...added: string[]): Spoiler {
  return (lines, _, roll) => {
    const found = indices(lines, cuttingLine);
    const at = found[Math.floor((0.2 + 0.6 * roll()) * found.length)];
    return at === undefined ? lines : lines.toSpliced(at + 1, 0, ...added);
  };
}

/** A line put behind the head, before the first travel. */
function inHead(...added: string[]): Spoiler {
  return (lines) => {
    const at = lines.findIndex((line) => travelLine.test(line));
    return at < 0 ? lines : lines.toSpliced(at, 0, ...added);
  };
}

const scaled = (letter: string, by: (value: number) => number) => (line: string) =>
  line.replace(
    new RegExp(`${letter}(-?[\\d.]+)`),
    (_, value) => `${letter}${Number(by(Number(value)).toFixed(4))}`,
  );

const isRouter = (lines: string[]) => lines.some((line) => /^G1 .*Z-/.test(line));
const onlyRouter =
  (spoil: Spoiler): Spoiler =>
  (lines, job, roll) =>
    isRouter(lines) ? spoil(lines, job, roll) : lines;

/** The blocks of the cuts, each from its comment on. */
function blocks(lines: string[]): [from: number, to: number][] {
  const heads = indices(lines, /^[;(] ?part \d+/);
  const end = lines.findLastIndex((line) => cuttingLine.test(line)) + 1;
  return heads.map((from, k) => [from, k + 1 < heads.length ? heads[k + 1]! : end]);
}

function block(by: (own: string[]) => string[]): Spoiler {
  return (lines, _, roll) => {
    const all = blocks(lines);
    if (all.length === 0) return lines;
    const [from, to] = all[Math.floor(roll() * all.length)]!;
    return lines.toSpliced(from, to - from, ...by(lines.slice(from, to)));
  };
}

const lowest = (lines: string[]) =>
  Math.min(0, ...lines.map((line) => Number(/ Z(-[\d.]+)/.exec(line)?.[1] ?? 0)));

export const MUTANTS: Record<string, Spoiler> = {
  "start word left out everywhere": all(onLine, (line) => (/^G1/.test(line) ? line : null)),
  "first start word left out": (lines) => {
    const at = lines.findIndex((line) => onLine.test(line));
    return at < 0 ? lines : lines.toSpliced(at, 1);
  },
  "one start word left out": one(onLine, () => null),
  "spindle or beam the other way": all(onLine, (line) =>
    line.replace(/M([34])/, (_, n) => `M${7 - Number(n)}`),
  ),
  "one start the other way": one(onLine, (line) => line.replace(/M([34])/, (_, n) => `M${7 - Number(n)}`)),
  "power a tenth": all(/\bS[\d.]+/, (line) => (/^G4/.test(line) ? line : scaled("S", (v) => v / 10)(line))),
  "power doubled": all(/\bS[\d.]+/, (line) => (/^G4/.test(line) ? line : scaled("S", (v) => 2 * v)(line))),
  "power a third less in one cut": one(
    /^M[34].*S/,
    scaled("S", (v) => 0.67 * v),
  ),
  "power word left out": all(/\bM[34].*S/, (line) => line.replace(/ S[\d.]+/, "")),
  "power 0": all(/^M[34].*S/, (line) => line.replace(/ S[\d.]+/, " S0")),
  "feed ten times": all(
    cuttingLine,
    scaled("F", (v) => 10 * v),
  ),
  "feed a tenth": all(
    cuttingLine,
    scaled("F", (v) => v / 10),
  ),
  "feed of one cut doubled": one(
    /^G[123] X.*F/,
    scaled("F", (v) => 2 * v),
  ),
  "feed of one cut left out": one(/^G[123] X.*F/, (line) => line.replace(/ F[\d.]+/, "")),
  "feed a fifth more": all(
    cuttingLine,
    scaled("F", (v) => 1.2 * v),
  ),
  "plunge at twice the rate": onlyRouter(
    all(
      /^G1 Z/,
      scaled("F", (v) => 2 * v),
    ),
  ),
  "settling at twice the rate": all(
    /^G1 Z/,
    scaled("F", (v) => 2 * v),
  ),
  "a millimetre too deep": onlyRouter((lines) => {
    const z = lowest(lines);
    return lines.map((line) => line.replace(` Z${z}`, ` Z${Number((z - 1).toFixed(4))}`));
  }),
  "a tenth too shallow": onlyRouter((lines) => {
    const z = lowest(lines);
    return lines.map((line) => line.replace(` Z${z}`, ` Z${Number((z + 0.2).toFixed(4))}`));
  }),
  "all depths doubled": onlyRouter(
    all(
      / Z-/,
      scaled("Z", (v) => 2 * v),
    ),
  ),
  "travel just above the sheet": all(/^G0 Z/, (line) =>
    lowestLift(line) ? line.replace(/Z[\d.]+/, "Z0.2") : line,
  ),
  "travel height halved": all(
    /^G0 Z/,
    scaled("Z", (v) => (v > 0 ? v / 2 : v)),
  ),
  "one lift left out": one(/^G0 Z/, () => null, 1),
  "rapid plunge": onlyRouter(
    first(/^G1 Z-[1-9.]/, (line) => line.replace("G1", "G0").replace(/ F[\d.]+/, "")),
  ),
  "first pass left out": onlyRouter((lines) => withoutFirstPass(lines)),
  "torch in the sheet": all(/^G1 Z[1-9]/, (line) => line.replace(/Z([\d.]+)/, "Z-$1")),
  "cut height doubled": all(
    /^G1 Z\d/,
    scaled("Z", (v) => 2 * v),
  ),
  "cut height left out": one(/^G1 Z\d/, () => null),
  "pierce at the height of the cut": (lines) =>
    lines.map((line, i) =>
      /^G0 Z/.test(line) && onLine.test(lines[i + 1] ?? "") ? scaled("Z", (v) => v / 3)(line) : line,
    ),
  "no wait after a start": one(/^G4 /, () => null),
  "no waits at all": all(/^G4 /, () => null),
  "waits in milliseconds": all(
    /^G4/,
    scaled("[PS]", (v) => 1000 * v),
  ),
  "waits halved": all(/^G4/, (line) => line.replace(/([PS])([\d.]+)/, (_, l, v) => `${l}${Number(v) / 2}`)),
  "a wait in the middle of a cut": inserted("G4 P0.7"),
  "height control never off": all(/^M6[2-5] P2/, () => null),
  "height control never on again": all(/^M6[35] P2/, () => null),
  "height control off throughout": inHead("M64 P2"),
  "inverse time": inHead("G93"),
  "feed per turn": inHead("G95"),
  "plane XZ": inHead("G18"),
  "plane YZ": inHead("G19"),
  "another work offset": inHead("G59"),
  "another work offset half-way": inserted("G58"),
  "increments half-way": inserted("G91"),
  "inches half-way": (lines, job, roll) =>
    inserted(lines.some((line) => line.startsWith("G20")) ? "G21" : "G20")(lines, job, roll),
  "absolute centres of arcs": inHead("G90.1"),
  "radius compensation": inHead("G41 D1"),
  "zero moved": inHead("G92 X0 Y0"),
  "zero set in the table": inHead("G10 L2 P1 X3 Y3"),
  "length of a tool": inHead("G43 H2"),
  "corners rounded": all(/^G64/, () => "G64 P2"),
  "corners rounded at will": all(/^G64/, () => "G64"),
  "another tool": all(/M6\b/, (line) => line.replace(/T(\d+)/, (_, n) => `T${Number(n) + 1}`)),
  "tool not changed": all(/M6\b/, () => null),
  "air never on": all(/^M[78]$/, () => null),
  "air off half-way": (lines, job, roll) =>
    lines.some((line) => /^M[78]$/.test(line)) ? inserted("M9")(lines, job, roll) : lines,
  "home half-way": inserted("G28"),
  "a pause in the cut": inserted("M0"),
  "an outline cut twice": block((own) => [...own, ...own]),
  "a contour left out": block(() => []),
  "a contour cut off half-way": block((own) =>
    own.filter((line, i) => !cuttingLine.test(line) || i < own.length / 2),
  ),
  "the second half missing": (lines) => {
    const all = blocks(lines);
    if (all.length < 2) return lines;
    const from = all[Math.floor(all.length / 2)]![0];
    return lines.toSpliced(from, all.at(-1)![1] - from);
  },
  "one long move left out": long(() => null),
  "one point 0.3 mm aside": long(scaled("X", (v) => v + 0.3)),
  "one point 0.1 mm aside": long(scaled("Y", (v) => v - 0.1)),
  "all of it 0.2 mm aside": all(
    /^G[0123] X/,
    scaled("X", (v) => v + 0.2),
  ),
  "one per cent larger": all(/^G[0123] X/, (line) =>
    scaled("X", (v) => 1.01 * v)(scaled("Y", (v) => 1.01 * v)(line)),
  ),
  mirrored: all(
    /^G[0123] X/,
    scaled("X", (v) => 100 - v),
  ),
  "an arc the other way": one(/^G[23] /, (line) => line.replace(/^G([23])/, (_, n) => `G${5 - Number(n)}`)),
  "a centre moved": one(
    /^G[23] /,
    scaled("I", (v) => v + 0.5),
  ),
  "an arc as a line": one(/^G[23] /, (line) => line.replace(/^G[23]/, "G1").replace(/ [IJ]-?[\d.]+/g, "")),
  "no stop before a travel": (lines, _, roll) => {
    const found = indices(lines, /^M5$/)
      .slice(1)
      .filter((i) => /^G[04] /.test(lines[i + 1] ?? ""));
    const at = found[Math.floor(roll() * found.length)];
    return at === undefined || isRouter(lines) ? lines : lines.toSpliced(at, 1);
  },
  "travel as a cut": (lines, _, roll) => {
    const found = indices(lines, travelLine).slice(1, -1);
    const at = found[Math.floor(roll() * found.length)];
    return at === undefined ? lines : lines.with(at, lines[at]!.replace("G0", "G1"));
  },
  "cut as a travel": one(/^G1 X/, (line) => line.replace("G1", "G0")),
  "a hole burnt aside": (lines, job, roll) => {
    const at = indices(lines, onLine).slice(1)[Math.floor(roll() * 3)];
    const start = lines.find((line) => /^M[34]/.test(line));
    if (at === undefined || !start || isRouter(lines)) return lines;
    const { x, y } = job.request.placements[0]!;
    const stop = lines.indexOf("M5", at);
    return lines.toSpliced(stop + 1, 0, `G0 X${x + 20} Y${y + 22}`, start, "M5");
  },
  "a plunge aside": onlyRouter((lines) => {
    const lift = lines.findLastIndex((line) => /^G0 Z/.test(line));
    return lines.toSpliced(lift + 1, 0, "G0 X21 Y22", "G1 Z-1 F100", lines[lift]!);
  }),
  "a stray cut": (lines, _, roll) => {
    const start = lines.find((line) => /^M[34]/.test(line));
    const stop = indices(lines, /^M5$/).slice(1)[Math.floor(roll() * 2)];
    if (stop === undefined || !start || isRouter(lines)) return lines;
    return lines.toSpliced(stop + 1, 0, "G0 X1 Y1", start, "G1 X30 Y1.5 F700", "M5");
  },
  "no end": (lines) => lines.filter((line) => !/^M(2|30)$/.test(line)),
  "the end half-way": inserted("M2"),
  "units left out": all(/G2[01]/, (line) => line.replace(/G2[01] ?/, "") || null),
  "the other units": all(/G2[01]/, (line) => line.replace(/G2([01])/, (_, n) => `G2${1 - Number(n)}`)),
  "absolute left out": all(/G90/, (line) => line.replace(/G90 ?/, "") || null),
  "engraving left out": (lines) => withoutMarks(lines, () => []),
  "engraving with the power of the cut": (lines, job) =>
    withoutMarks(lines, (own) => own.map(scaled("S", () => job.request.config.laser_power * 1.5 + 100))),
  "engraving at twice the feed": (lines) =>
    withoutMarks(lines, (own) =>
      own.map((line) => (cuttingLine.test(line) ? scaled("F", (v) => 2 * v)(line) : line)),
    ),
  "a bridge cut through": withoutBridge,
  "150 mm of an outline left as a bridge": block((own) => {
    const cuts = own.flatMap((line, i) => (cuttingLine.test(line) ? [i] : []));
    const [a, b] = [cuts[Math.floor(cuts.length * 0.2)], cuts[Math.floor(cuts.length * 0.75)]];
    if (a === undefined || b === undefined || b - a < 2) return own;
    const to = own[b]!.replace(/^G[123]/, "G0").replace(/ [IJF]-?[\d.]+/g, "");
    const start = own.find((line) => /^M[34]/.test(line));
    const lift = own.find((line) => /^G0 Z/.test(line));
    return start
      ? [...own.slice(0, a), "M5", to, start, ...own.slice(b + 1)]
      : lift
        ? [...own.slice(0, a), lift, to, "G1 Z-1 F100", ...own.slice(b + 1)]
        : own;
  }),
  "bridges of a cutter cut through": onlyRouter((lines) => {
    const z = lowest(lines);
    return lines.map((line) => (/^G1 Z-/.test(line) ? line.replace(/Z-[\d.]+/, `Z${z}`) : line));
  }),
};

function lowestLift(line: string): boolean {
  return Number(/Z(-?[\d.]+)/.exec(line)?.[1]) > 1;
}

function withoutFirstPass(lines: string[]): string[] {
  const depths = [...new Set(lines.flatMap((line) => /^G1 Z(-[\d.]+) F/.exec(line)?.[1] ?? []))].map(Number);
  const [first, second] = depths.toSorted((a, b) => b - a);
  if (second === undefined) return lines;
  return lines.map((line) => line.replace(new RegExp(` Z${first}(?![\\d.])`), ` Z${second}`));
}

function withoutMarks(lines: string[], by: (own: string[]) => string[]): string[] {
  const found = blocks(lines).filter(([from]) => /(mark|engrave|bend)\)?$/.test(lines[from]!));
  return found
    .toReversed()
    .reduce((left, [from, to]) => left.toSpliced(from, to - from, ...by(left.slice(from, to))), lines);
}

/** A beam of one pass that stays on over a bridge. */
function withoutBridge(lines: string[], { options }: ProgramJob, roll: () => number): string[] {
  if (options.passes !== undefined) return lines;
  const found = blocks(lines).flatMap(([from, to]) => {
    const stops = indices(lines.slice(from, to), /^M5$/).map((i) => from + i);
    return stops.slice(0, -1);
  });
  const at = found[Math.floor(roll() * found.length)];
  if (at === undefined) return lines;
  const next = lines.findIndex((line, i) => i > at && travelLine.test(line));
  const on = lines.findIndex((line, i) => i > at && onLine.test(line));
  const cut = lines.findIndex((line, i) => i > on && cuttingLine.test(line));
  if (next < 0 || on < 0 || cut < 0) return lines;
  const through = lines[next]!.replace("G0", "G1").replace(/ F[\d.]+/, "");
  return [...lines.slice(0, at), through, ...lines.slice(cut)];
}

/** The spoiled text, or null where this kind does not apply. */
export function spoil(kind: string, text: string, job: ProgramJob, roll: () => number): string | null {
  const lines = text.trimEnd().split("\n");
  const made = MUTANTS[kind]!(lines, job, roll);
  const spoiled = `${made.join("\n")}\n`;
  return spoiled === text ? null : spoiled;
}
