/** Fills the templates of a post. The values that a line prints also say what the machine does by it. */
import {
  POST_VALUES,
  type PostValue,
  type TemplateName,
  VALUE,
  type WholePost,
} from "../../../base/contract/machine/post.ts";
import type { JobSettings } from "../machine/job-settings.ts";
import type { CutSettings } from "../machine/program-settings.ts";
import type { Words } from "./words.ts";

/** Source of a template's values: the job, and the line that is cut. */
export interface Scene extends JobSettings {
  cut: CutSettings;
}

/** A line of a program, and what it does to the machine. */
export interface Step {
  text: string;
  /** Height that the tool goes to, at this rate; rapidly without one. */
  z?: number;
  rate?: number;
  /** Seconds that the machine waits. */
  wait: number;
  /** The machine comes to rest first. */
  stops: boolean;
}

/** Values that belong to a place of the program. Undefined ones are those of the scene. */
export type Values = Partial<Record<PostValue, string | number | null>>;

/** A value in a line, with the text before it. */
interface Slot {
  before: string;
  name: PostValue;
  asks: boolean;
  /** Letter of a word that is left out alone. */
  prefix: string | undefined;
  instead: string | undefined;
}

/** A line of a template. */
class Template {
  private readonly slots: Slot[] = [];
  private readonly after: string;

  constructor(line: string) {
    let from = 0;
    for (const match of line.matchAll(VALUE)) {
      const [whole, asks, prefix, name, instead] = match;
      const before = line.slice(from, match.index);
      this.slots.push({ before, name: name as PostValue, asks: asks !== undefined, prefix, instead });
      from = match.index + whole.length;
    }
    this.after = line.slice(from);
  }

  /** Null where a value is absent that the line needs. */
  fill(read: (name: PostValue) => string | number | null, words: Words, perSecond: number): Step | null {
    const step: Step = { text: "", wait: 0, stops: true };
    for (const { before, name, asks, prefix, instead } of this.slots) {
      step.text += before;
      const value = read(name);
      if (value === null) {
        if (prefix === undefined && instead === undefined) return null;
        step.text += instead ?? "";
        continue;
      }
      if (asks) continue;
      const kind = POST_VALUES[name];
      if (kind === "height") {
        step.z = name === "probe_z" ? 0 : Number(value);
        step.stops = name === "probe_z";
      } else if (kind === "rate") step.rate = Number(value);
      else if (kind === "seconds") step.wait += Number(value);
      step.text += (prefix ?? "") + printed(kind, value, words, perSecond);
    }
    step.text = (step.text + this.after).replace(/ +/g, " ").trim();
    if (step.z === undefined) delete step.rate;
    return step;
  }
}

function printed(kind: string, value: string | number, words: Words, perSecond: number): string {
  if (typeof value === "string") return value;
  if (kind === "length" || kind === "height") return words.length(value);
  if (kind === "rate") return words.rate(value);
  return words.plain(kind === "seconds" ? value * perSecond : value);
}

export class Templates {
  private readonly made: Partial<Record<TemplateName, Template[]>> = {};

  constructor(
    private readonly post: WholePost,
    private readonly words: Words,
  ) {}

  has(name: TemplateName): boolean {
    return this.post.templates[name].length > 0;
  }

  /** The lines of one place of a program. */
  fill(name: TemplateName, scene: Scene, values: Values): Step[] {
    const lines = [this.post.templates[name]].flat();
    this.made[name] ??= lines.map((line) => new Template(line));
    const perSecond = this.post.grammar.dwell_per_second;
    const read = (value: PostValue) => {
      const own = values[value];
      return own === undefined ? (SCENE[value]?.(scene, this.words) ?? null) : own;
    };
    return this.made[name].flatMap((template) => {
      const step = template.fill(read, this.words, perSecond);
      return step === null ? [] : step.text.split("\n").map((text) => ({ ...step, text }));
    });
  }
}

/** How far down a probe looks for the surface, in mm, and how fast. */
const PROBE = { depth: 50, rate: 500 };

const orNone = (seconds: number | undefined) => (seconds !== undefined && seconds > 0 ? seconds : null);

const isRouter = ({ process }: Scene) => process === "router";

/** Values of the job and the cut; nullish where there is none. */
const SCENE: Partial<Record<PostValue, (scene: Scene, words: Words) => string | number | null | undefined>> =
  {
    unit: (_, words) => words.unit,
    work_offset: ({ machine }) => machine.work_offset,
    beam: ({ machine: { tool }, post: { grammar } }) =>
      (tool?.mode && grammar.beam[tool.mode]) ?? grammar.beam.default,
    air_on: ({ machine }) => machine.tool?.air?.on,
    air_off: ({ machine }) => machine.tool?.air?.off,
    air_delay: ({ machine }) => orNone(machine.tool?.air?.delay),
    probe: ({ machine: { z }, pierce_height: height }) =>
      height !== null && (z?.touch_off === "G31" || z?.touch_off === "G38.2") ? z.touch_off : null,
    probe_z: () => -PROBE.depth,
    probe_rate: () => PROBE.rate,
    safe_z: (scene) => (isRouter(scene) || scene.cut_height !== null ? scene.safe_height : null),
    pierce_z: ({ pierce_height: height }) => height,
    cut_z: ({ cut_height: cut, pierce_height: pierce }) => (cut === pierce ? null : cut),
    path_tolerance: ({ machine }) => machine.motion?.path_tolerance ?? 0.01,
    travel_rate: ({ travel_rate: rate }) => rate,
    plunge_rate: ({ cut }) => cut.plunge_rate,
    power: ({ cut, machine }) => (machine.tool?.power?.word === null ? null : cut.power),
    tool: ({ cut }) => cut.tool,
    tool_length: ({ cut }) => cut.tool_length,
    no_tool: ({ cut }) => (cut.tool === null ? "" : null),
    pierce_delay: (scene) =>
      orNone(scene.cut.pierce_delay + (isRouter(scene) ? 0 : (scene.machine.tool?.on_delay ?? 0))),
    off_delay: ({ machine }) => orNone(machine.tool?.off_delay),
    spin_up: ({ machine }) => orNone(machine.tool?.spin_up),
    feed_rate: ({ cut }) => cut.feed_rate,
  };
