/**
 * What holds for one line of a sheet? Layers of wishes: the dialect's own defaults, the machine's, its operations by
 * role, its rules; over them what the call says for the job, by role, by rules. The last word wins.
 *
 * The request's numbers are always there, as the schema fills them in; one that is still at its default gives way to
 * what a machine says.
 */
import {
  DIALECTS,
  type DialectName,
  type Machine,
  machineSchema,
  type OperationRole,
  operationsSchema,
  type Rule,
  ruleSchema,
} from "../../contract/machine.ts";
import { MACHINE_PRESETS } from "../../contract/machine-presets.ts";
import type { GcodeConfig } from "../../contract/v1/export.ts";
import { DEFAULTS } from "../../contract/values/limits.ts";
import type { ErrorDetail } from "../../errors.ts";
import { unusable } from "../path/check.ts";
import type { GcodeOptions, MachineSettings } from "./options.ts";

export type Process = "laser" | "plasma" | "router" | "waterjet";

/** How one line is run along. Lengths in mm, feeds in mm/min, times in s. */
export interface CutSettings extends Omit<MachineSettings, "safeHeight" | "leadAngle"> {
  feedRate: number;
  power: number;
  leadAngle: number | null;
  tool: number | null;
  air: boolean;
  thc: boolean;
  pierceOnly: boolean;
  on: boolean;
}

/** What holds for the whole program. */
export interface JobSettings {
  dialect: DialectName;
  process: Process;
  kerf: number;
  travelRate: number;
  safeHeight: number;
  /** Heights of a torch where the program moves it, else null. */
  pierceHeight: number | null;
  cutHeight: number | null;
  machine: Machine;
  commonLines: boolean;
}

/** A line as rules see it. */
export interface Line {
  role: OperationRole;
  /** Of a disc with the area of the ring; 0 for open lines. */
  diameter: number;
  length: number;
}

const PROCESSES: Record<DialectName, Process> = {
  "grbl-laser": "laser",
  marlin: "laser",
  "grbl-router": "router",
  linuxcnc: "router",
  plasma: "plasma",
  qtplasmac: "plasma",
  mach: "plasma",
  waterjet: "waterjet",
};

/** The range of every number: what prints as zero or with an exponent is outside. */
const LEAST = 1e-3;
const MOST = 1e9;
/** Lengths that only make sense in proportion to a sheet, and counts that multiply the program. */
const LONG = 1e4;
const MANY = 100;
const LIMITS: Record<Exclude<keyof MachineSettings, "leadShape">, [least: number, most: number]> = {
  safeHeight: [LEAST, LONG],
  depth: [LEAST, LONG],
  plungeRate: [LEAST, MOST],
  passes: [1, MANY],
  leadIn: [0, LONG],
  leadOut: [0, LONG],
  leadAngle: [5, 175],
  leadRadius: [0, LONG],
  overcut: [0, LONG],
  pierceDelay: [0, LONG],
  tabs: [0, MANY],
  tabWidth: [LEAST, LONG],
  tabHeight: [0, LONG],
};
const WHOLE = new Set<string>(["passes", "tabs"]);
/** A mark of a cutter is this deep unless something else is said, in mm. */
const MARK_DEPTH = 0.3;

type Wishes = Partial<
  Omit<CutSettings, "leadAngle"> & { leadAngle: number; travelRate: number; feedPercent: number }
>;

export class Settings {
  readonly job: JobSettings;
  private readonly base: CutSettings;
  private readonly asked: Wishes;
  private readonly own: Wishes;
  private readonly rules: [machine: Rule[], call: Rule[]];
  private readonly known = new Map<string, CutSettings>();

  /** @throws EngineError INVALID_INPUT for options that make no sense */
  constructor(
    config: GcodeConfig,
    private readonly options: GcodeOptions,
  ) {
    const machine = machineOf(options);
    this.job = jobOf(config, options, machine);
    const details = [...wrongNumbers(options), ...wrongLists(options)];
    if (details.length > 0) throw unusable(details);
    this.rules = [machine.rules ?? [], options.rules ?? []];
    this.asked = askedRates(config);
    this.own = ownWishes(options);
    this.base = fallback(config, this.job);
    this.of({ role: "cut-outer", diameter: 0, length: 0 });
  }

  /** The settings of a line. */
  of(line: Line): CutSettings {
    const { machine } = this.job;
    const { operations } = this.options;
    const met = this.rules.map((rules) => rules.filter((rule) => holds(rule, line)));
    const key = `${line.role} ${met.map((rules, i) => rules.map((rule) => this.rules[i]!.indexOf(rule))).join("/")}`;
    const known = this.known.get(key);
    if (known) return known;
    const isCut = isCutRole(line.role);
    const layers: Wishes[] = [
      defined(machine.defaults),
      // A mark is run as the machine marks, however fast the job is cut.
      ...(isCut ? [] : [this.asked]),
      defined(machine.operations?.[line.role]),
      ...met[0]!.map(({ then: wishes }) => defined(wishes)),
      ...(isCut ? [this.asked] : []),
      this.own,
      defined(operations?.[line.role]),
      ...met[1]!.map(({ then: wishes }) => defined(wishes)),
    ];
    const made = this.combine(line, layers);
    this.known.set(key, made);
    return made;
  }

  private combine({ role }: Line, layers: Wishes[]): CutSettings {
    const wished: Wishes = Object.assign({}, ...layers);
    const percent = wished.feedPercent ?? 100;
    const isCut = isCutRole(role);
    const settings: CutSettings = { ...this.base, ...wished };
    settings.feedRate = (settings.feedRate * percent) / 100;
    if (role !== "cut-outer") settings.tabs = 0;
    if (!isCut) {
      Object.assign(settings, { leadIn: 0, leadOut: 0, overcut: 0 });
      const said =
        layers.at(-1)?.depth ??
        this.options.operations?.[role]?.depth ??
        this.job.machine.operations?.[role]?.depth;
      if (role !== "cut-open") settings.depth = said ?? Math.min(MARK_DEPTH, settings.depth);
    }
    const stepDown = this.job.machine.z?.stepDown;
    if (wished.passes === undefined && stepDown !== undefined && this.job.process === "router")
      settings.passes = Math.max(1, Math.ceil(settings.depth / stepDown - 1e-9));
    if (wished.plungeRate === undefined && this.job.machine.z?.plungeRate !== undefined)
      settings.plungeRate = this.job.machine.z.plungeRate;
    else if (wished.plungeRate === undefined) settings.plungeRate = Math.max(settings.feedRate / 2, LEAST);
    if (wished.tabHeight === undefined) settings.tabHeight = settings.depth / 2;
    if (isCut && settings.tabHeight > settings.depth)
      throw unusable([{ path: ["options", "tabHeight"], message: "must be at most depth" }]);
    if (!isCut) settings.tabHeight = Math.min(settings.tabHeight, settings.depth);
    return settings;
  }
}

function isCutRole(role: OperationRole): boolean {
  return role === "cut-outer" || role === "cut-inner";
}

function holds({ when }: Rule, { role, diameter, length }: Line): boolean {
  if (when.role !== undefined && when.role !== role) return false;
  if (when.holeDiameterBelow !== undefined && (role !== "cut-inner" || diameter >= when.holeDiameterBelow))
    return false;
  return when.lengthBelow === undefined || length < when.lengthBelow;
}

/** Settings that are said, without those that are not. */
function defined(wishes: object | undefined): Wishes {
  return Object.fromEntries(Object.entries(wishes ?? {}).filter(([, value]) => value !== undefined));
}

function machineOf({ machine = {} }: GcodeOptions): Machine {
  if (typeof machine === "string") {
    if (Object.hasOwn(MACHINE_PRESETS, machine)) return MACHINE_PRESETS[machine] as Machine;
    const names = Object.keys(MACHINE_PRESETS).join(", ");
    throw unusable([{ path: ["options", "machine"], message: `must be a profile or one of ${names}` }]);
  }
  return fit(machineSchema, machine, "machine");
}

function fit<Value>(
  schema: {
    safeParse(
      value: unknown,
    ): { success: true; data: Value } | { success: false; error: { issues: Issue[] } };
  },
  value: unknown,
  name: string,
): Value {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw unusable(
    result.error.issues.map(({ path, message }) => {
      return {
        path: ["options", name, ...path.map((key) => (typeof key === "number" ? key : String(key)))],
        message,
      };
    }),
  );
}

interface Issue {
  path: PropertyKey[];
  message: string;
}

function jobOf(config: GcodeConfig, options: GcodeOptions, machine: Machine): JobSettings {
  const dialect = options.dialect ?? machine.dialect ?? (config.use_z ? "grbl-router" : "grbl-laser");
  if (!DIALECTS.includes(dialect))
    throw unusable([{ path: ["options", "dialect"], message: `must be one of ${DIALECTS.join(", ")}` }]);
  const process = PROCESSES[dialect];
  if (machine.process !== undefined && machine.process !== process && options.dialect === undefined)
    throw unusable([
      {
        path: ["options", "machine", "process"],
        message: `is ${machine.process}, but ${dialect} is for ${process}`,
      },
    ]);
  const { kerf, travel_rate } = config;
  const z = machine.z ?? null;
  const torch = process === "plasma" || process === "waterjet";
  return {
    dialect,
    process,
    machine,
    kerf: kerf > 0 ? kerf : (machine.tool?.kerf ?? machine.tool?.diameter ?? kerf),
    travelRate:
      travel_rate === DEFAULTS.export.travel_rate
        ? (machine.defaults?.travelRate ?? travel_rate)
        : travel_rate,
    safeHeight: options.safeHeight ?? z?.safe ?? 5,
    pierceHeight: torch && z?.cut !== undefined ? (z.pierce ?? z.cut) : null,
    cutHeight: torch ? (z?.cut ?? null) : null,
    commonLines: options.commonLines ?? machine.defaults?.commonLines ?? false,
  };
}

/** The request's numbers, where they are not the ones that the schema fills in. */
function askedRates({ feed_rate, laser_power }: GcodeConfig): Wishes {
  return {
    ...(feed_rate === DEFAULTS.export.feed_rate ? {} : { feedRate: feed_rate }),
    ...(laser_power === DEFAULTS.export.laser_power ? {} : { power: laser_power }),
  };
}

/** What the call says for all lines. */
function ownWishes(options: GcodeOptions): Wishes {
  const own: Record<string, unknown> = {};
  for (const key of [...Object.keys(LIMITS), "leadShape"])
    if (key !== "safeHeight" && options[key as keyof GcodeOptions] !== undefined)
      own[key] = options[key as keyof GcodeOptions];
  return own as Wishes;
}

function fallback(config: GcodeConfig, { process }: JobSettings): CutSettings {
  return {
    feedRate: config.feed_rate,
    power: config.laser_power,
    passes: 1,
    depth: 1,
    plungeRate: LEAST,
    leadIn: 0,
    leadOut: 0,
    leadShape: "line",
    leadAngle: null,
    leadRadius: 0,
    overcut: 0,
    pierceDelay: process === "plasma" ? 0.5 : 0,
    tabs: 0,
    tabWidth: 2,
    tabHeight: 0,
    tool: null,
    air: true,
    thc: true,
    pierceOnly: false,
    on: true,
  };
}

function* wrongNumbers(options: GcodeOptions): Generator<ErrorDetail> {
  for (const [option, [least, most]] of Object.entries(LIMITS) as [keyof typeof LIMITS, [number, number]][]) {
    const value = options[option];
    if (value === undefined) continue;
    const path = ["options", option];
    if (!(value >= least && value <= most))
      yield { path, message: `must be a number from ${least} to ${most}` };
    else if (WHOLE.has(option) && !Number.isInteger(value)) yield { path, message: "must be a whole number" };
  }
  const { leadShape } = options;
  if (leadShape !== undefined && !["line", "arc", "tangent"].includes(leadShape))
    yield { path: ["options", "leadShape"], message: "must be line, arc or tangent" };
}

function* wrongLists({ operations, rules, marks }: GcodeOptions): Generator<ErrorDetail> {
  if (operations !== undefined) fit(operationsSchema, operations, "operations");
  if (rules !== undefined) fit(ruleSchema.array(), rules, "rules");
  for (const [i, list] of (marks ?? []).entries())
    for (const [k, { role, path }] of (list ?? []).entries()) {
      const at = ["options", "marks", i, k];
      if (!["mark", "engrave", "bend", "cut-open"].includes(role))
        yield { path: [...at, "role"], message: "must be mark, engrave, bend or cut-open" };
      if (path.length < 2 || !path.every((point) => point.length === 2 && point.every(Number.isFinite)))
        yield { path: [...at, "path"], message: "must be at least 2 points of 2 finite numbers" };
    }
}
