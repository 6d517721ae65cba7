/**
 * One sheet as a project of LightBurn (`.lbrn2`): the lines of its drawing as shapes, and a cut setting for each way in
 * which they are run, with speed, power and passes as the machine, its chart, operations, layers and rules say.
 *
 * The format has no public specification; facts from the readers of MeerK40t (`extra/lbrn.py`), lbrnts and lbrn2-to-svg.
 * LightBurn has leads, tabs and an order of its own, so none of them is in the file.
 */
import type { Finding } from "../../base/contract/finding.ts";
import { LIGHTBURN_COLOURS } from "../../base/contract/lightburn.ts";
import type { ExportRequest } from "../../base/contract/v1/export.ts";
import type { Point } from "../../base/contract/values/geometry.ts";
import { invalidInput } from "../../base/errors.ts";
import { atan } from "../../base/geometry/trig/angles.ts";
import { hypot } from "../../base/geometry/trig/hypot.ts";
import { sincos, tan } from "../../base/geometry/trig/sines.ts";
import { formatNumber } from "../../base/text.ts";
import { layerOperation } from "../toolpath/machine/layers.ts";
import type { GcodeOptions } from "../toolpath/machine/options.ts";
import { type CutSettings, ProgramSettings } from "../toolpath/machine/program-settings.ts";
import { circleOfArc, type FittedCircle, type Vertex } from "../toolpath/path/arcs.ts";
import { FIT } from "../toolpath/path/kerf.ts";
import { programFinding } from "../toolpath/plan/sentences.ts";
import type { PlannedDrawing } from "../toolpath/write/dxf.ts";
import { linesOf, type SheetLine } from "../toolpath/write/lines.ts";

/** Power of a laser whose machine says no other greatest one, as the word S. */
const FULL_POWER = 1000;
/** A Bezier curve stands for at most this angle of an arc, so that it is within 1e-6 of its radius. */
const WIDEST = Math.PI / 6;
/** How far apart centres of one circle are, mm; and how much less than a full turn it is, in radians. */
const ROUND = 1e-4;
/** Index of the first layer that is never cut, behind the colours. */
const TOOL = LIGHTBURN_COLOURS.length;
/** Settings that LightBurn has its own of. */
const OWN = ["lead_in", "lead_out", "overcut", "tabs"] as const;

/** A cut setting of the file. */
interface LayerSetting {
  index: number;
  name: string;
  /** How the lines are run; null for lines that are never cut. */
  settings: CutSettings | null;
  on: boolean;
}

/** The project with its findings. @throws EngineError INVALID_INPUT for what cannot be cut, and for machines without a laser */
export function planLightBurn(request: ExportRequest, options: GcodeOptions = {}): PlannedDrawing {
  const settings = new ProgramSettings(request.config, options);
  const { job } = settings;
  if (job.process !== "laser")
    throw invalidInput(["options", "machine"], `must be a laser for LightBurn, not a ${job.process}`);
  const { curves, marks, arc_tolerance: arcTolerance = FIT } = options;
  const { lines, findings } = linesOf(
    { ...request, config: { ...request.config, kerf: job.kerf } },
    {
      arc_tolerance: arcTolerance,
      common_lines: job.common_lines,
      ...(curves ? { curves } : {}),
      ...(marks ? { marks } : {}),
    },
  );
  const layers = new Layers(settings, options);
  const shapes = lines.map((line) => shapeOf(line, layers.of(line)));
  const text = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<LightBurnProject AppVersion="1.7.00" FormatVersion="1" MaterialHeight="${formatNumber(job.thickness ?? 0, 4)}" MirrorX="False" MirrorY="False">`,
    ...layers.written(job.machine.tool?.power?.max ?? FULL_POWER),
    ...shapes,
    "</LightBurnProject>\n",
  ].join("\n");
  return { text, findings: [...findings, ...layers.findings()] };
}

/** Cut settings in the order in which the lines need them. */
class Layers {
  private readonly known = new Map<string, LayerSetting>();
  /** Lines at a fifth of the power, lines that are not cut, and settings that are not in the file. */
  private dimmed = 0;
  private off = 0;
  private readonly lost = new Set<string>();

  constructor(
    private readonly settings: ProgramSettings,
    private readonly options: GcodeOptions,
  ) {}

  of({ layer, ruled, mark }: SheetLine): LayerSetting {
    const own = mark ? this.settings.ofMark(mark) : ruled ? this.settings.of(ruled) : null;
    const on = mark ? this.settings.leavesOut(mark) === null : (own?.on ?? false);
    if (own?.dimmed) this.dimmed++;
    if (own && !on) this.off++;
    for (const name of OWN) if (on && own && own[name] > 0) this.lost.add(name);
    const index = this.wanted(layer.hex, mark ?? ruled);
    const key = [layer.name, index, own?.feed_rate, own?.power, own?.passes, on].join(" ");
    const known = this.known.get(key);
    if (known) return known;
    const made = { index: own ? this.free(index) : TOOL, name: layer.name, settings: own, on };
    this.known.set(key, made);
    return made;
  }

  /** Layers whose colour an operation names keep it; others have that of their purpose. */
  private wanted(hex: string, line: SheetLine["mark"] | SheetLine["ruled"]): number {
    const said = [this.options.layers, this.settings.job.machine.layers];
    const isNamed = line && said.some((layers) => layerOperation(layers, line));
    const drawn = isNamed && line.colour ? LIGHTBURN_COLOURS.indexOf(line.colour.toLowerCase()) : -1;
    return drawn < 0 ? LIGHTBURN_COLOURS.indexOf(hex) : drawn;
  }

  /** The layer with this index, or the next one that nothing else is on. */
  private free(index: number): number {
    const taken = new Set([...this.known.values()].map((one) => one.index));
    for (let i = 0; i < TOOL; i++) if (!taken.has((index + i) % TOOL)) return (index + i) % TOOL;
    throw invalidInput(["options"], `asks for more than the ${TOOL} cut settings that LightBurn has`);
  }

  findings(): Finding[] {
    const { dimmed, off, lost } = this;
    const detail = [...lost].join(", ");
    return [
      ...(dimmed > 0 ? [programFinding("marks-unset", { count: dimmed })] : []),
      ...(off > 0 ? [programFinding("layers-off", { count: off })] : []),
      ...(lost.size > 0 ? [programFinding("settings-left-out", { count: lost.size, detail })] : []),
    ];
  }

  written(most: number): string[] {
    return [...this.known.values()].map(({ index, name, settings, on }, priority) => {
      const power = formatNumber(Math.min(100, (100 * (settings?.power ?? 0)) / most), 4);
      const values = {
        index,
        name,
        ...(settings && {
          minPower: power,
          maxPower: power,
          speed: formatNumber(settings.feed_rate / 60, 4),
        }),
        ...(settings && settings.passes > 1 && { numPasses: settings.passes }),
        priority,
        doOutput: on ? 1 : 0,
      };
      const lines = Object.entries(values).map(([key, value]) => `    <${key} Value="${value}"/>`);
      return [`  <CutSetting type="${settings ? "Cut" : "Tool"}">`, ...lines, "  </CutSetting>"].join("\n");
    });
  }
}

/** A shape with lines and Bezier curves. Arcs all round one centre are an ellipse. */
function shapeOf({ path, closed }: SheetLine, { index }: LayerSetting): string {
  const circle = closed ? circleOf(path) : null;
  if (circle) {
    const [x, y, radius] = [circle.cx, circle.cy, circle.radius].map(printed);
    return `  <Shape Type="Ellipse" CutIndex="${index}" Rx="${radius}" Ry="${radius}">\n    <XForm>1 0 0 1 ${x} ${y}</XForm>\n  </Shape>`;
  }
  const ends = closed ? path : path.slice(0, -1);
  const pieces = ends.flatMap((from, i) => piecesOf(from, path[(i + 1) % path.length]!));
  const last = pieces.at(-1)!;
  const vertices = pieces.map(({ from, leaving }, i) => {
    const before = i > 0 ? pieces[i - 1] : closed ? last : undefined;
    return vertexText(from, leaving, before?.arriving ?? null);
  });
  if (!closed) vertices.push(vertexText(last.to, null, last.arriving));
  const isCurved = pieces.some(({ leaving }) => leaving);
  const prims = pieces.map(({ leaving }, i) => `${leaving ? "B" : "L"}${i} ${(i + 1) % vertices.length}`);
  return [
    `  <Shape Type="Path" CutIndex="${index}">`,
    "    <XForm>1 0 0 1 0 0</XForm>",
    `    <VertList>${vertices.join("")}</VertList>`,
    `    <PrimList>${closed && !isCurved ? "LineClosed" : prims.join("")}</PrimList>`,
    "  </Shape>",
  ].join("\n");
}

function printed(value: number): string {
  return formatNumber(value, 6);
}

/** A vertex with its control points; `c0x1` and `c1x1` say that there is none. */
function vertexText([x, y]: Point, leaving: Point | null, arriving: Point | null): string {
  const handle = (name: string, point: Point | null) =>
    point ? `${name}x${printed(point[0])}${name}y${printed(point[1])}` : `${name}x1`;
  return `V${printed(x)} ${printed(y)}${handle("c0", leaving)}${handle("c1", arriving)}`;
}

/** A line, or a Bezier curve with its two control points. */
interface Piece {
  from: Point;
  to: Point;
  leaving: Point | null;
  arriving: Point | null;
}

function piecesOf([ax, ay, bulge]: Vertex, [bx, by]: Vertex): Piece[] {
  const [from, to]: Point[] = [
    [ax, ay],
    [bx, by],
  ];
  if (bulge === 0) return [{ from: from!, to: to!, leaving: null, arriving: null }];
  const { cx, cy } = circleOfArc([ax, ay, bulge], to!);
  const sweep = 4 * atan(bulge);
  const count = Math.ceil(Math.abs(sweep) / WIDEST);
  const points = Array.from({ length: count + 1 }, (_, k): Point => {
    if (k === 0 || k === count) return k === 0 ? from! : to!;
    const { cos, sin } = sincos((sweep * k) / count);
    return [cx + (ax - cx) * cos - (ay - cy) * sin, cy + (ax - cx) * sin + (ay - cy) * cos];
  });
  // A control point lies on the tangent, this share of the radius away.
  const share = (4 / 3) * tan(sweep / count / 4);
  const beside = ([x, y]: Point, along: number): Point => [x - along * (y - cy), y + along * (x - cx)];
  return points.slice(1).map((end, k) => {
    const begin = points[k]!;
    return { from: begin, to: end, leaving: beside(begin, share), arriving: beside(end, -share) };
  });
}

/** The circle where all vertices are joined by arcs about one point. */
function circleOf(path: Vertex[]): FittedCircle | null {
  if (path.length < 2 || path.some(([, , bulge]) => bulge === 0)) return null;
  const [first, ...others] = path.map((vertex, i) => circleOfArc(vertex, path[(i + 1) % path.length]!));
  if (others.some(({ cx, cy }) => hypot(cx - first!.cx, cy - first!.cy) > ROUND)) return null;
  const turned = path.reduce((sum, [, , bulge]) => sum + 4 * atan(bulge), 0);
  return Math.abs(Math.abs(turned) - 2 * Math.PI) > ROUND ? null : first!;
}
