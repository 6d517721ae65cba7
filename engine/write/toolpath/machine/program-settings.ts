/**
 * Settings for one line of a sheet, in layers of wishes: the dialect's own defaults, the machine's, its operations by
 * role, its rules; over them the wishes of the call for the job, by role, by rules. The last word wins.
 *
 * The request's numbers are always there, as the schema fills them in; one that is still at its default gives way to
 * what a machine says.
 */
import type { Machine } from "../../../base/contract/machine/machine.ts";
import type {
  LayerOperations,
  OperationRole,
  OperationRule,
} from "../../../base/contract/machine/operations.ts";
import type { LibraryTool } from "../../../base/contract/machine/tools.ts";
import { LEAST, LIMITS, MANY, WORDS } from "../../../base/contract/program-options.ts";
import type { GcodeConfig } from "../../../base/contract/v1/export.ts";
import { DEFAULTS } from "../../../base/contract/values/limits.ts";
import { invalidInput } from "../../../base/errors.ts";
import { type JobSettings, jobOf, machineOf } from "./job-settings.ts";
import { type DrawnAs, layerOperation, saysSettings } from "./layers.ts";
import type { GcodeOptions, MachineSettings, Mark } from "./options.ts";

/** How one line is run along. Lengths in mm, feeds in mm/min, times in s. */
export interface CutSettings extends Omit<MachineSettings, "safe_height" | "lead_angle" | "step_down"> {
  feed_rate: number;
  /** Within what the machine takes; `askedPower` is what was asked for. */
  power: number;
  askedPower: number;
  lead_angle: number | null;
  tool: number | null;
  /** The tool's width, and the number of its length in the controller's table. */
  diameter: number;
  tool_length: number | null;
  /** Distance of neighbouring passes in a pocket as a share of the diameter. */
  step_over: number;
  air: boolean;
  thc: boolean;
  pierce_only: boolean;
  on: boolean;
  /** A mark at a share of the cut's power, as nothing says how it is drawn. */
  dimmed: boolean;
  /** A profile's bridges are higher than the cut is deep, and so are as high as that. */
  lowered: boolean;
}

/** A line as rules see it. */
export interface RuledLine extends DrawnAs {
  role: OperationRole;
  /** Diameter of a disc with the area of the ring; 0 for open lines. */
  diameter: number;
  length: number;
}

/** A beam draws a mark with this share of the power that it cuts with, unless something else is said. */
const MARK_POWER = 0.2;
/** A mark of a cutter is this deep unless something else is said, in mm. */
const MARK_DEPTH = 0.3;
/** A cutter goes down at this angle unless something else is said, in degrees. */
const RAMP = 3;

/** Passes in a pocket lie this share of the tool's diameter apart unless its library says something else. */
const STEP_OVER = 0.4;
/** A torch that pierces on the outline spoils it: its lead is two kerfs long, and at least this, mm. */
const PLASMA_LEAD = 2;

type Wishes = Partial<
  Omit<CutSettings, "lead_angle"> & {
    lead_angle: number;
    travel_rate: number;
    feed_percent: number;
    step_down: number;
  }
>;

export class ProgramSettings {
  readonly job: JobSettings;
  private base: CutSettings;
  private readonly asked: Wishes;
  private readonly own: Wishes;
  private readonly rules: [machine: OperationRule[], call: OperationRule[]];
  private readonly known = new Map<string, CutSettings>();
  private readonly library: LibraryTool[];
  /** The tool of the outlines, where the controller changes none: it is in the machine from the start. */
  private mounted: number | null = null;

  /** @throws EngineError INVALID_INPUT for options that make no sense */
  constructor(
    config: GcodeConfig,
    private readonly options: GcodeOptions,
  ) {
    const machine = machineOf(options, config);
    this.job = jobOf(config, options, machine);
    this.rules = [machine.rules ?? [], options.rules ?? []];
    if (
      this.job.thickness === null &&
      this.rules.flat().some(({ when }) => when.hole_ratio_below !== undefined)
    )
      throw invalidInput(["options", "thickness"], "must be given, as a rule asks for it");
    this.asked = askedRates(config);
    this.own = ownWishes(options);
    this.base = fallback(config, this.job);
    this.library = options.tools ?? machine.tools ?? [];
    const { tool, diameter } = this.of({ role: "cut-outer", diameter: 0, length: 0 });
    this.job.kerf = diameter;
    if (this.job.post.templates.tool_change.length > 0) return;
    this.mounted = tool;
    this.base = fallback(config, this.job);
    this.known.clear();
  }

  /** The settings of a line. */
  of(line: RuledLine): CutSettings {
    const { machine } = this.job;
    const { operations, layers: own = {} } = this.options;
    const { layer = "", colour = "" } = line;
    const met = this.rules.map((rules) => rules.filter((rule) => holds(rule, line, this.job.thickness ?? 0)));
    const key = `${line.role} ${colour} ${layer}\n${met.map((rules, i) => rules.map((rule) => this.rules[i]!.indexOf(rule))).join("/")}`;
    const known = this.known.get(key);
    if (known) return known;
    const isMark = MARKS.has(line.role);
    const ofMachine: Wishes[] = [
      defined(machine.operations?.[line.role]),
      ofLayer(machine.layers, line),
      ...met[0]!.map(({ then: wishes }) => defined(wishes)),
    ];
    const ofCall: Wishes[] = [
      defined(operations?.[line.role]),
      ofLayer(own, line),
      ...met[1]!.map(({ then: wishes }) => defined(wishes)),
    ];
    const general = defined(machine.defaults);
    // A mark is run as the machine marks, however fast the job is cut.
    const layers: Wishes[] = isMark
      ? [
          once(general),
          this.asked,
          this.dimmedMark([...ofMachine, ...ofCall]),
          ...ofMachine,
          once(this.own),
          ...ofCall,
        ]
      : [general, ...ofMachine, this.asked, this.own, ...ofCall];
    const made = this.combine(line, this.withTool(layers), [...ofMachine, ...ofCall]);
    this.known.set(key, made);
    return made;
  }

  /** The settings of the library's tool stand over those of the machine for all lines. */
  private withTool([general, ...layers]: Wishes[]): Wishes[] {
    const asked = [general!, ...layers].findLast(({ tool }) => tool !== undefined)?.tool;
    const entry = this.library.find(({ number }) => number === (this.mounted ?? asked));
    if (entry === undefined) return [general!, ...layers];
    const { number, kind: _kind, name: _name, length_offset: toolLength = number, ...given } = entry;
    const own = defined({ ...given, tool_length: toolLength });
    return [general!, own, ...layers];
  }

  /** A beam that was not told how to draw such a line would cut it through. */
  private dimmedMark(said: Wishes[]): Wishes {
    const { process, machine } = this.job;
    const isSaid = said.some(
      ({ power, feed_rate: feedRate }) => power !== undefined || feedRate !== undefined,
    );
    if (process !== "laser" || isSaid) return {};
    const power = this.asked.power ?? machine.defaults?.power ?? this.base.power;
    return { power: MARK_POWER * power, dimmed: true };
  }

  /** Whether the library has a tool of this number. */
  knowsTool(tool: number): boolean {
    return this.library.some(({ number }) => number === tool);
  }

  /** The operation of a mark; a layer may say that its closed lines are pockets. */
  roleOf({ role, ...drawn }: Pick<Mark, "role" | "layer" | "colour">): Mark["role"] {
    const said = layerOperation(this.options.layers, drawn) ?? layerOperation(this.job.machine.layers, drawn);
    return said?.role === "pocket" ? "pocket" : role;
  }

  /** The settings of a mark. */
  ofMark(mark: Pick<Mark, "role" | "layer" | "colour">): CutSettings {
    const { layer, colour } = mark;
    return this.of({ role: this.roleOf(mark), diameter: 0, length: 0, layer, colour });
  }

  /** Why the program does not make a mark, or null. */
  leavesOut(mark: Mark): string | null {
    const own = this.ofMark(mark);
    if (!own.on) return "switched off";
    if (this.roleOf(mark) !== "pocket")
      return this.saysHow(mark) ? null : "no operation says how this machine marks";
    if (this.job.process !== "router") return "this machine clears no pockets";
    if (!mark.closed) return "its outline is open";
    return own.depth > 0 ? null : "no operation says how deep";
  }

  /** Whether a torch was told how to draw such a line; other tools draw it as they cut. */
  saysHow({ role, ...drawn }: { role: OperationRole } & DrawnAs): boolean {
    const { machine, process } = this.job;
    const { operations, layers } = this.options;
    if (!MARKS.has(role) || (process !== "plasma" && process !== "waterjet")) return true;
    if ([machine.operations?.[role], operations?.[role]].some((said) => said !== undefined)) return true;
    return [machine.layers, layers].some((said) => saysSettings(layerOperation(said, drawn)));
  }

  private combine({ role }: RuledLine, layers: Wishes[], specific: Wishes[]): CutSettings {
    const wished: Wishes = Object.assign({}, ...layers);
    const percent = wished.feed_percent ?? 100;
    const isCut = isCutRole(role);
    const settings: CutSettings = { ...this.base, ...wished };
    settings.feed_rate = (settings.feed_rate * percent) / 100;
    if (role !== "cut-outer") settings.tabs = 0;
    if (!isCut) Object.assign(settings, { lead_in: 0, lead_out: 0, overcut: 0 });
    if (role !== "cut-open" && !isCut) settings.entry = "plunge";
    if (MARKS.has(role)) {
      const said = specific.findLast(({ depth }) => depth !== undefined)?.depth;
      settings.depth = said ?? (role === "pocket" ? 0 : Math.min(MARK_DEPTH, settings.depth));
    }
    settings.tool_length = wished.tool_length ?? settings.tool;
    settings.askedPower = settings.power;
    settings.power = powerWithin(this.job.machine, settings.power);
    settings.passes = this.passesOf(layers, settings);
    if (settings.z_step > 0 && this.job.process !== "laser")
      throw invalidInput(["options", "z_step"], "is for lasers, whose focus it moves");
    if (wished.plunge_rate === undefined && this.job.machine.z?.plunge_rate !== undefined)
      settings.plunge_rate = this.job.machine.z.plunge_rate;
    else if (wished.plunge_rate === undefined) settings.plunge_rate = Math.max(settings.feed_rate / 2, LEAST);
    if (wished.tab_height === undefined) settings.tab_height = settings.depth / 2;
    if (settings.tab_height > settings.depth) {
      const byCall = layers.slice(layers.indexOf(this.asked) + 1);
      if (isCut && byCall.some(({ tab_height: tabHeight }) => tabHeight !== undefined))
        throw invalidInput(["options", "tab_height"], "must be at most depth");
      settings.lowered = isCut && settings.tabs > 0;
      settings.tab_height = settings.depth;
    }
    return settings;
  }

  /** As they are said, or as many as the deepest step makes, whichever is said nearer to the line. */
  private passesOf(layers: Wishes[], { depth, passes }: CutSettings): number {
    const { machine, process } = this.job;
    const isCutter = process === "router";
    const said = (key: "passes" | "step_down") => layers.findLastIndex((layer) => layer[key] !== undefined);
    const nearest = said("step_down");
    if (!isCutter || said("passes") > nearest || (nearest < 0 && said("passes") >= 0)) return passes;
    const stepDown = layers[nearest]?.step_down ?? machine.z?.step_down;
    if (stepDown === undefined) return passes;
    const count = Math.max(1, Math.ceil(depth / stepDown - 1e-9));
    if (count > MANY) throw invalidInput(["options", "step_down"], `makes more than ${MANY} passes`);
    return count;
  }
}

/** Share of a power that the machine takes; none stays none. */
function powerWithin({ tool }: Machine, power: number): number {
  const { min = 0, max = Number.POSITIVE_INFINITY, word } = tool?.power ?? {};
  return power <= 0 || word === null ? power : Math.min(Math.max(power, min), max);
}

/** Lines that are not cut through. */
const MARKS: ReadonlySet<OperationRole> = new Set<OperationRole>(["mark", "engrave", "bend", "pocket"]);
/** How often the job is cut is no word about its marks. */
function once({ passes: _passes, step_down: _step, z_step: _focus, ...wishes }: Wishes): Wishes {
  return wishes;
}

function isCutRole(role: OperationRole): boolean {
  return role === "cut-outer" || role === "cut-inner";
}

function holds({ when }: OperationRule, { role, diameter, length }: RuledLine, thickness: number): boolean {
  if (when.role !== undefined && when.role !== role) return false;
  const { hole_diameter_below: holeDiameterBelow = Infinity, hole_ratio_below: holeRatioBelow = Infinity } =
    when;
  const widest = Math.min(holeDiameterBelow, holeRatioBelow * thickness || Infinity);
  if (widest < Infinity && (role !== "cut-inner" || diameter >= widest)) return false;
  return when.length_below === undefined || length < when.length_below;
}

function ofLayer(layers: LayerOperations | undefined, line: RuledLine): Wishes {
  const { role: _role, ...settings } = layerOperation(layers, line) ?? {};
  return defined(settings);
}

/** Settings that are said, without those that are not. */
function defined(wishes: object | undefined): Wishes {
  return Object.fromEntries(Object.entries(wishes ?? {}).filter(([, value]) => value !== undefined));
}

/** The request's numbers, where they are not the ones that the schema fills in. */
function askedRates({ feed_rate, laser_power }: GcodeConfig): Wishes {
  return {
    ...(feed_rate === DEFAULTS.export.feed_rate ? {} : { feed_rate }),
    ...(laser_power === DEFAULTS.export.laser_power ? {} : { power: laser_power }),
  };
}

/** Wishes of the call for all lines. */
function ownWishes(options: GcodeOptions): Wishes {
  const own: Record<string, unknown> = {};
  for (const key of [...Object.keys(LIMITS), ...Object.keys(WORDS)])
    if (key !== "safe_height" && options[key as keyof GcodeOptions] !== undefined)
      own[key] = options[key as keyof GcodeOptions];
  return own as Wishes;
}

function fallback(config: GcodeConfig, { process, machine, kerf }: JobSettings): CutSettings {
  return {
    feed_rate: config.feed_rate,
    power: config.laser_power,
    askedPower: config.laser_power,
    passes: 1,
    z_step: 0,
    entry: (machine.z?.ramp ?? 0) > 0 ? "ramp" : "plunge",
    ramp_angle: machine.z?.ramp || RAMP,
    direction: "climb",
    depth: 1,
    plunge_rate: LEAST,
    lead_in: process === "plasma" ? Math.max(PLASMA_LEAD, 2 * kerf) : 0,
    lead_out: 0,
    lead_shape: "line",
    lead_angle: null,
    lead_radius: 0,
    overcut: 0,
    pierce_delay: process === "plasma" ? 0.5 : 0,
    tabs: 0,
    tab_width: 2,
    tab_height: 0,
    tool: null,
    diameter: kerf,
    tool_length: null,
    step_over: STEP_OVER,
    air: true,
    thc: machine.z?.thc ?? true,
    pierce_only: false,
    on: true,
    dimmed: false,
    lowered: false,
  };
}
