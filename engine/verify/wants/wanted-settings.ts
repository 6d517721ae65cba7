/**
 * The settings that one line of a sheet is to be run with, worked out by the judge alone. Later layers win: the machine's
 * defaults, its operations by role, its layers, its rules; then the request, the options of the call, and its operations,
 * layers and rules.
 */
import { LIGHTBURN_COLOURS } from "../../base/contract/lightburn.ts";
import type { Machine } from "../../base/contract/machine/machine.ts";
import type {
  Direction,
  EntryShape,
  LayerOperations,
  Operation,
  OperationRole,
  OperationRule,
} from "../../base/contract/machine/operations.ts";
import type { Process } from "../../base/contract/machine/post.ts";
import type { LibraryTool } from "../../base/contract/machine/tools.ts";
import type { ExportRequest } from "../../base/contract/v1/export.ts";
import { DEFAULTS } from "../../base/contract/values/limits.ts";
import type { ProgramWishes } from "./wishes.ts";

/** A line of a part as rules and layers see it. */
export interface JudgedLine {
  role: OperationRole;
  /** Diameter of a disc with the area of the ring, mm; 0 for open lines. */
  diameter: number;
  /** Length of the ring as drawn, mm. */
  length: number;
  layer?: string | undefined;
  colour?: string | undefined;
}

/** Wanted state while a line is cut. */
export interface WantedState {
  feed_rate: number;
  plunge_rate: number;
  /** Value of the power word, within what the machine takes. */
  power: number;
  passes: number;
  depth: number;
  z_step: number;
  pierce_delay: number;
  overcut: number;
  tabs: number;
  tab_width: number;
  tab_height: number;
  lead_in: number;
  lead_out: number;
  lead_radius: number;
  tool: number | null;
  /** Width of the tool, and the number of its length in the controller's table. */
  diameter: number;
  tool_length: number | null;
  air: boolean;
  thc: boolean;
  pierce_only: boolean;
  on: boolean;
  direction: Direction | null;
  entry: EntryShape;
  /** Degrees at which a cutter goes down on a ramp or a helix. */
  ramp_angle: number;
}

type GivenSettings = Partial<Omit<Operation, "lead_shape">> & {
  feed_percent?: number | undefined;
  thc?: boolean | undefined;
  pierce_only?: boolean | undefined;
  on?: boolean | undefined;
};

const MARKS = new Set<OperationRole>(["mark", "engrave", "bend", "pocket"]);
/** A mark that nothing is said of: share of the power of the cut, depth in mm. */
const MARK_POWER = 0.2;
const MARK_DEPTH = 0.3;
const PLASMA_DELAY = 0.5;
const PLASMA_LEAD = 2;
/** Degrees. */
const RAMP = 3;
const LEAST_RATE = 1e-3;
/** Options of the call that hold for all lines. */
const OWN = [
  "depth",
  "plunge_rate",
  "passes",
  "step_down",
  "z_step",
  "direction",
  "entry",
  "ramp_angle",
  "lead_in",
  "lead_out",
  "lead_radius",
  "overcut",
  "pierce_delay",
  "tabs",
  "tab_width",
  "tab_height",
] as const satisfies readonly (keyof ProgramWishes)[];

export interface Sources {
  request: ExportRequest;
  wishes: ProgramWishes;
  machine: Machine;
  process: Process;
  /** Width of the tool that no library describes. */
  plainKerf: number;
  /** Tool of the outlines where the controller changes none, else null. */
  mounted: number | null;
}

export function wantedOf(sources: Sources, line: JudgedLine): WantedState {
  const { machine, request, process, plainKerf: kerf, wishes, mounted } = sources;
  const { layers, specific } = layersOf(sources, line);
  const asked = last(layers, "tool");
  const tools = wishes.tools ?? machine.tools ?? [];
  const tool = tools.find(({ number }) => number === (mounted ?? asked));
  if (tool) layers.splice(1, 0, feedsOf(tool));
  const said: GivenSettings = Object.assign({}, ...layers.map(defined));
  const isMark = MARKS.has(line.role);
  const isCut = line.role === "cut-outer" || line.role === "cut-inner";
  const feedRate = ((said.feed_rate ?? request.config.feed_rate) * (said.feed_percent ?? 100)) / 100;
  const ownDepth = last(specific, "depth");
  const depth = isMark
    ? (ownDepth ?? (line.role === "pocket" ? 0 : Math.min(MARK_DEPTH, said.depth ?? 1)))
    : (said.depth ?? 1);
  return {
    feed_rate: feedRate,
    plunge_rate: said.plunge_rate ?? machine.z?.plunge_rate ?? Math.max(feedRate / 2, LEAST_RATE),
    power: powerWithin(machine, said.power ?? request.config.laser_power),
    passes: passesOf(layers, depth, sources),
    depth,
    z_step: said.z_step ?? 0,
    pierce_delay: said.pierce_delay ?? (process === "plasma" ? PLASMA_DELAY : 0),
    overcut: isCut ? (said.overcut ?? 0) : 0,
    tabs: line.role === "cut-outer" ? (said.tabs ?? 0) : 0,
    tab_width: said.tab_width ?? 2,
    tab_height: Math.min(said.tab_height ?? depth / 2, depth),
    lead_in: isCut ? (said.lead_in ?? (process === "plasma" ? Math.max(PLASMA_LEAD, 2 * kerf) : 0)) : 0,
    lead_out: isCut ? (said.lead_out ?? 0) : 0,
    lead_radius: isCut ? (said.lead_radius ?? 0) : 0,
    tool: said.tool ?? null,
    diameter: tool?.diameter ?? kerf,
    tool_length: tool ? (tool.length_offset ?? tool.number) : (said.tool ?? null),
    air: said.air ?? true,
    thc: said.thc ?? machine.z?.thc ?? true,
    pierce_only: said.pierce_only ?? false,
    on: said.on ?? true,
    direction: said.direction ?? (process === "laser" ? null : "climb"),
    entry: said.entry ?? ((machine.z?.ramp ?? 0) > 0 ? "ramp" : "plunge"),
    ramp_angle: said.ramp_angle ?? (machine.z?.ramp || RAMP),
  };
}

interface LayerSettings {
  layers: GivenSettings[];
  /** Wishes among them that are about lines of this kind alone. */
  specific: GivenSettings[];
}

function layersOf({ machine, wishes, request, process }: Sources, line: JudgedLine): LayerSettings {
  const { role } = line;
  const { feed_rate, laser_power } = request.config;
  const asked: GivenSettings = {
    ...(feed_rate === DEFAULTS.export.feed_rate ? {} : { feed_rate }),
    ...(laser_power === DEFAULTS.export.laser_power ? {} : { power: laser_power }),
  };
  const own: GivenSettings = Object.fromEntries(OWN.map((key) => [key, wishes[key]]));
  const thickness = wishes.thickness ?? machine.thickness ?? Number.POSITIVE_INFINITY;
  const rulesOf = (rules: OperationRule[] = []) =>
    rules.filter((rule) => applies(rule, line, thickness)).map(({ then: effect }): GivenSettings => effect);
  const ofMachine = [
    machine.operations?.[role] ?? {},
    saidOfLine(machine.layers, line),
    ...rulesOf(machine.rules),
  ];
  const ofCall = [wishes.operations?.[role] ?? {}, saidOfLine(wishes.layers, line), ...rulesOf(wishes.rules)];
  const general: GivenSettings = machine.defaults ?? {};
  const specific = [...ofMachine, ...ofCall];
  if (!MARKS.has(role)) return { layers: [general, ...ofMachine, asked, own, ...ofCall], specific };
  const isSet = specific.some(
    ({ power, feed_rate: feedRate }) => power !== undefined || feedRate !== undefined,
  );
  const power = MARK_POWER * (asked.power ?? general.power ?? laser_power);
  const dimmed: GivenSettings = process === "laser" && !isSet ? { power } : {};
  return { layers: [once(general), asked, dimmed, ...ofMachine, once(own), ...ofCall], specific };
}

function feedsOf({ feed_rate, plunge_rate, power, step_down }: LibraryTool): GivenSettings {
  return { feed_rate, plunge_rate, power, step_down };
}

/** How often a job is cut says nothing of its marks. */
function once({
  passes: _passes,
  step_down: _step,
  z_step: _focus,
  ...others
}: GivenSettings): GivenSettings {
  return others;
}

/** As many passes as are said, or as the greatest step makes of the depth, whichever is said later. */
function passesOf(layers: GivenSettings[], depth: number, { machine, process }: Sources): number {
  const at = (key: "passes" | "step_down") => layers.findLastIndex((layer) => layer[key] !== undefined);
  const passes = last(layers, "passes") ?? 1;
  if (process !== "router" || at("passes") > at("step_down")) return passes;
  const step = last(layers, "step_down") ?? (at("passes") < 0 ? machine.z?.step_down : undefined);
  return step === undefined ? passes : Math.max(1, Math.ceil(depth / step - 1e-9));
}

function last<Key extends keyof GivenSettings>(layers: GivenSettings[], key: Key): GivenSettings[Key] {
  return layers.findLast((layer) => layer[key] !== undefined)?.[key];
}

function powerWithin({ tool }: Machine, power: number): number {
  const { min = 0, max = Number.POSITIVE_INFINITY, word } = tool?.power ?? {};
  return power <= 0 || word === null ? power : Math.min(Math.max(power, min), max);
}

function applies(
  { when }: OperationRule,
  { role, diameter, length }: JudgedLine,
  thickness: number,
): boolean {
  if (when.role !== undefined && when.role !== role) return false;
  const {
    hole_diameter_below: holeDiameterBelow = Infinity,
    hole_ratio_below: holeRatioBelow = Infinity,
    length_below: lengthBelow = Infinity,
  } = when;
  const widest = Math.min(holeDiameterBelow, holeRatioBelow * thickness);
  if (widest < Infinity && (role !== "cut-inner" || diameter >= widest)) return false;
  return lengthBelow === Infinity || length < lengthBelow;
}

/** The settings of the line's layer, else those of its colour, which may be named by its place in the palette. */
export function saidOfLine(
  layers: LayerOperations | undefined,
  line: Pick<JudgedLine, "layer" | "colour">,
): GivenSettings {
  const { role: _role, ...said } = layerOf(layers, line) ?? {};
  return said;
}

export function layerOf(
  layers: LayerOperations = {},
  { layer = "", colour = "" }: Pick<JudgedLine, "layer" | "colour">,
): LayerOperations[string] | undefined {
  const names = Object.keys(layers);
  const inPalette = (name: string) => /^c\d\d$/i.test(name) && LIGHTBURN_COLOURS[Number(name.slice(1))];
  const wanted = colour.toLowerCase();
  const found =
    names.find((name) => name === layer) ??
    (wanted === ""
      ? undefined
      : (names.find((name) => name.toLowerCase() === wanted) ??
        names.find((name) => inPalette(name) === wanted)));
  return found === undefined ? undefined : layers[found];
}

function defined(said: GivenSettings): GivenSettings {
  return Object.fromEntries(Object.entries(said).filter(([, value]) => value !== undefined));
}
