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
      return own === undefined ? sceneValue(value, scene, this.words) : own;
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

/** Values of the job and the cut; null where there is none. */
function sceneValue(name: PostValue, scene: Scene, words: Words): string | number | null {
  const { cut, machine, post, process, pierce_height: pierceHeight, cut_height: cutHeight } = scene;
  const { tool, z } = machine;
  const isRouter = process === "router";
  const { beam } = post.grammar;
  switch (name) {
    case "unit":
      return words.unit;
    case "work_offset":
      return machine.work_offset ?? null;
    case "beam":
      return (tool?.mode && beam[tool.mode]) ?? beam.default;
    case "air_on":
      return tool?.air?.on ?? null;
    case "air_off":
      return tool?.air?.off ?? null;
    case "air_delay":
      return orNone(tool?.air?.delay);
    case "probe":
      return pierceHeight !== null && (z?.touch_off === "G31" || z?.touch_off === "G38.2")
        ? z.touch_off
        : null;
    case "probe_z":
      return -PROBE.depth;
    case "probe_rate":
      return PROBE.rate;
    case "safe_z":
      return isRouter || cutHeight !== null ? scene.safe_height : null;
    case "pierce_z":
      return pierceHeight;
    case "cut_z":
      return cutHeight === pierceHeight ? null : cutHeight;
    case "path_tolerance":
      return machine.motion?.path_tolerance ?? 0.01;
    case "travel_rate":
      return scene.travel_rate;
    case "plunge_rate":
      return cut.plunge_rate;
    case "power":
      return tool?.power?.word === null ? null : cut.power;
    case "tool":
      return cut.tool;
    case "tool_length":
      return cut.tool_length;
    case "no_tool":
      return cut.tool === null ? "" : null;
    case "pierce_delay":
      return orNone(cut.pierce_delay + (isRouter ? 0 : (tool?.on_delay ?? 0)));
    case "off_delay":
      return orNone(tool?.off_delay);
    case "spin_up":
      return orNone(tool?.spin_up);
    case "feed_rate":
      return cut.feed_rate;
    default:
      return null;
  }
}
