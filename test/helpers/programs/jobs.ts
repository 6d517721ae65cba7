/** Random jobs for every dialect and preset: sheets with parts, holes, marks, and options that go together. */
import { wholePost } from "../../../engine/base/contract/machine/dialects.ts";
import { DIALECTS, type DialectName } from "../../../engine/base/contract/machine/post.ts";
import { MACHINE_PRESETS, type MachinePreset } from "../../../engine/base/contract/machine/presets.ts";
import { type ExportRequest, exportRequestSchema } from "../../../engine/base/contract/v1/export.ts";
import type { Point, Ring } from "../../../engine/base/contract/values/geometry.ts";
import type { GcodeOptions, Mark } from "../../../engine/write/toolpath/machine/options.ts";

export interface ProgramJob {
  request: ExportRequest;
  options: GcodeOptions;
}

/** A generator of numbers from 0 to 1, the same for the same seed (mulberry32). */
export function chance(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t = (t + Math.imul(t ^ (t >>> 7), t | 61)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

class Dice {
  constructor(readonly roll: () => number) {}
  between(low: number, high: number): number {
    return Math.round((low + this.roll() * (high - low)) * 100) / 100;
  }
  pick<Item>(items: readonly Item[]): Item {
    return items[Math.floor(this.roll() * items.length)]!;
  }
  maybe<Options extends object>(share: number, options: () => Options): Partial<Options> {
    return this.roll() < share ? options() : {};
  }
}

const rectangle = (x: number, y: number, w: number, h: number): Ring => [
  [x, y],
  [x + w, y],
  [x + w, y + h],
  [x, y + h],
];
const circle = (x: number, y: number, radius: number, count: number): Ring =>
  Array.from({ length: count }, (_, i): Point => {
    const angle = (2 * Math.PI * i) / count;
    return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)];
  });

interface Part {
  exterior: Ring;
  holes: Ring[];
  width: number;
  height: number;
}

/** A plate with round holes from smaller than the tool to five times as wide, of few or many points. */
function perforated(dice: Dice, tool: number): Part {
  const [width, height] = [dice.between(40, 70), dice.between(40, 70)];
  const least = Math.max(0.2, 0.4 * tool);
  const holes = [0, 1, 2, 3, 4, 5].map((k) => {
    const radius = Math.min(7, least * dice.pick([1, 1.3, 1.6, 2, 3, 5]));
    const [x, y] = [10 + (k % 3) * ((width - 20) / 2), height * (k < 3 ? 0.3 : 0.75)];
    return circle(x, y, radius, dice.pick([12, 24, 40, 72, 180, 360, 720]));
  });
  return { width, height, exterior: rectangle(0, 0, width, height), holes };
}

function partOf(dice: Dice, tool: number): Part {
  if (dice.roll() < 0.25) return perforated(dice, tool);
  const [width, height] = [dice.between(30, 60), dice.between(30, 60)];
  const size = { width, height };
  const kind = dice.pick(["plate", "corner", "disc", "ring", "gear", "window"]);
  if (kind === "corner") {
    const [a, b] = [width * 0.4, height * 0.4];
    const exterior: Ring = [
      [0, 0],
      [width, 0],
      [width, b],
      [a, b],
      [a, height],
      [0, height],
    ];
    return { ...size, exterior, holes: [] };
  }
  const radius = Math.min(width, height) / 2;
  if (kind === "disc" || kind === "ring") {
    const holes = kind === "ring" ? [circle(radius, radius, radius * 0.5, 48)] : [];
    return { ...size, exterior: circle(radius, radius, radius, 90), holes };
  }
  if (kind === "gear") {
    const exterior = Array.from({ length: 24 }, (_, i): Point => {
      const angle = (2 * Math.PI * i) / 24;
      const r = radius * (i % 2 === 0 ? 1 : 0.75);
      return [radius + r * Math.cos(angle), radius + r * Math.sin(angle)];
    });
    return { ...size, exterior, holes: [circle(radius, radius, radius * 0.3, 36)] };
  }
  if (kind === "window")
    return {
      ...size,
      exterior: rectangle(0, 0, width, height),
      holes: [rectangle(width * 0.25, height * 0.25, width * 0.5, height * 0.5)],
    };
  const small = dice.between(3, 6);
  const holes = [circle(10, 10, small, 40), rectangle(width - 16, height - 16, 10, 8)];
  return { ...size, exterior: rectangle(0, 0, width, height), holes };
}

/** Usual widths of a cut, and the narrowest and widest. */
const WIDTHS = { laser: [0, 0.6], plasma: [0, 3], router: [3, 12], waterjet: [0, 2] } as const;
const FREE = { laser: 0.1, plasma: 1.5, router: 3, waterjet: 1 };

/** The same job for the same seed. */
export function programJob(seed: number): ProgramJob {
  const dice = new Dice(chance(seed));
  const options: GcodeOptions = optionsOf(dice, seed);
  const preset = typeof options.machine === "string" ? MACHINE_PRESETS[options.machine] : options.machine;
  const dialect = options.dialect ?? preset?.dialect ?? "grbl-laser";
  const { process } = wholePost(dialect);
  const isRouter = process === "router";
  const fromMachine = preset && "tool" in preset && dice.roll() < 0.6;
  const tool = preset?.tool as { kerf?: number; diameter?: number } | undefined;
  const width = fromMachine
    ? (tool?.kerf ?? tool?.diameter ?? 0.2)
    : dice.roll() < 0.3
      ? dice.between(WIDTHS[process][0], WIDTHS[process][1])
      : dice.between(FREE[process] / 2, 2 * FREE[process]);
  const kerf = fromMachine && (tool?.kerf ?? tool?.diameter) !== undefined ? 0 : width;
  const touching = dice.roll() < 0.25;
  const gap = touching ? width : width + dice.between(2, 12);
  const few = typeof options.machine === "string" && /3018|marlin/.test(options.machine);
  const [columns, rows] = few ? [2, 2] : [dice.pick([1, 2, 3]), dice.pick([1, 2])];
  const one = partOf(dice, width);
  const two = touching || dice.roll() < 0.4 ? one : partOf(dice, width);
  const [cellX, cellY] = [Math.max(one.width, two.width) + gap, Math.max(one.height, two.height) + gap];
  const margin = width + 8;
  const placements = Array.from({ length: columns * rows }, (_, k) => {
    const { exterior, holes } = k % 2 === 0 ? one : two;
    const [x, y] = [margin + (k % columns) * cellX, margin + Math.floor(k / columns) * cellY];
    return { exterior, holes, x, y, part_id: `part ${k}` };
  });
  const request = exportRequestSchema.parse({
    sheet_width: 2 * margin + columns * cellX,
    sheet_height: 2 * margin + rows * cellY,
    placements,
    config: {
      ...(dice.roll() < 0.7 ? { feed_rate: dice.pick([600, 1200, 2500]) } : {}),
      ...(dice.roll() < 0.5 ? { travel_rate: dice.pick([4000, 8000]) } : {}),
      ...(dice.roll() < 0.6 ? { laser_power: dice.pick([150, 500, 800]) } : {}),
      kerf,
      use_z: isRouter,
    },
  });
  const marks = dice.roll() < 0.3 ? placements.map((_, k): Mark[] => marksOn(k, one, two)) : null;
  return { request, options: { ...options, ...(marks ? { marks } : {}) } };
}

function marksOn(k: number, one: Part, two: Part): Mark[] {
  const { width, height } = k % 2 === 0 ? one : two;
  const role = (["mark", "engrave", "bend"] as const)[k % 3]!;
  const y = height * 0.15;
  return [
    {
      role,
      path: [
        [width * 0.35, y],
        [width * 0.45, y],
        [width * 0.45, y + 2],
      ],
      ...(k % 2 === 0 ? { layer: "ENGRAVING" } : { colour: "#ff0000" }),
    },
  ];
}

const PRESETS = Object.keys(MACHINE_PRESETS) as MachinePreset[];

function optionsOf(dice: Dice, seed: number): GcodeOptions {
  const isPreset = seed % 2 === 0;
  const preset = PRESETS[Math.floor(seed / 2) % PRESETS.length]!;
  const dialect = isPreset
    ? MACHINE_PRESETS[preset].dialect
    : DIALECTS[Math.floor(seed / 2) % DIALECTS.length]!;
  const { process } = wholePost(dialect);
  const isRouter = process === "router";
  const isLaser = process === "laser";
  const base: GcodeOptions = isPreset
    ? { machine: preset }
    : { dialect, ...dice.maybe(0.6, () => ({ machine: machineOf(dice, dialect) })) };
  const depth = dice.between(2, 8);
  return {
    ...base,
    ...dice.maybe(0.5, () => ({
      lead_in: dice.between(1, 4),
      lead_shape: dice.pick(["line", "arc", "tangent"] as const),
    })),
    ...dice.maybe(0.3, () => ({ lead_out: dice.between(0.5, 2) })),
    ...dice.maybe(0.3, () => ({ overcut: dice.between(0.2, 3) })),
    ...dice.maybe(0.35, () => ({ tabs: dice.pick([1, 2, 3]), tab_width: dice.between(0.8, 4) })),
    ...dice.maybe(0.2, () => ({ arc_tolerance: 0.01 })),
    ...dice.maybe(0.15, () => ({ common_lines: true })),
    ...dice.maybe(0.15, () => ({ spread: 0.5 })),
    ...dice.maybe(0.15, () => ({ tip_up: true })),
    ...dice.maybe(0.15, () => ({ pierce_delay: dice.between(0.1, 2) })),
    ...dice.maybe(0.15, () => ({ direction: dice.pick(["climb", "conventional"] as const) })),
    ...dice.maybe(0.1, () => ({ skeleton: { pitch: 60 } })),
    ...(isRouter ? { depth, tab_height: depth / 3 } : {}),
    ...(isRouter ? dice.maybe(0.5, () => ({ passes: dice.pick([2, 3]) })) : {}),
    ...(isRouter ? dice.maybe(0.3, () => ({ step_down: dice.between(1, 3) })) : {}),
    ...(isRouter
      ? dice.maybe(0.3, () => ({
          entry: dice.pick(["ramp", "helix", "plunge"] as const),
          ramp_angle: dice.between(2, 10),
        }))
      : {}),
    ...(isRouter
      ? dice.maybe(0.3, () => ({ safe_height: dice.between(3, 15), plunge_rate: dice.between(100, 400) }))
      : {}),
    ...(isLaser ? dice.maybe(0.25, () => ({ passes: dice.pick([2, 3]) })) : {}),
    ...(isLaser ? dice.maybe(0.15, () => ({ z_step: 0.5 })) : {}),
    ...dice.maybe(0.2, () => ({
      rules: [
        {
          when: { role: "cut-inner" as const, hole_diameter_below: 14 },
          // biome-ignore lint/suspicious/noThenProperty: the word of the field for what a rule does
          then: { feed_percent: 50, ...dice.maybe(0.3, () => ({ pierce_only: true })) },
        },
      ],
    })),
    ...dice.maybe(0.2, () => ({
      operations: {
        "cut-inner": { feed_rate: 450 },
        mark: { feed_rate: 2000, power: 90, ...(isRouter ? { depth: 0.5 } : {}) },
      },
    })),
    ...(dialect === "linuxcnc"
      ? dice.maybe(0.7, () => ({
          operations: {
            "cut-inner": { tool: 2 },
            "cut-outer": { tool: 3 },
            mark: { tool: 1, feed_rate: 900 },
          },
        }))
      : {}),
    ...dice.maybe(0.15, () => ({
      layers: { ENGRAVING: { feed_rate: 1700, power: 60 }, C02: { feed_rate: 1900, power: 40 } },
    })),
  };
}

function machineOf(dice: Dice, dialect: DialectName): NonNullable<GcodeOptions["machine"]> & object {
  const { process } = wholePost(dialect);
  const isTorch = process === "plasma" || process === "waterjet";
  const isLaser = process === "laser";
  const tool = {
    ...dice.maybe(0.3, () => ({ on_delay: 0.25 })),
    ...dice.maybe(0.3, () => ({ off_delay: 0.15 })),
    ...dice.maybe(0.3, () => ({ spin_up: 2.5 })),
    ...(isLaser
      ? dice.maybe(0.4, () => ({
          mode: dice.pick(
            dialect === "marlin"
              ? (["constant", "dynamic", "inline"] as const)
              : (["constant", "dynamic"] as const),
          ),
        }))
      : {}),
    ...(isLaser
      ? dice.maybe(0.4, () => ({
          air: { on: dice.pick(["M7", "M8"] as const), off: "M9" as const, delay: 0.4 },
        }))
      : {}),
  };
  const touchOff = dialect === "mach" ? "G31" : dialect === "plasma" ? "G38.2" : "none";
  return {
    tool,
    ...dice.maybe(0.3, () => ({ units: "inch" as const })),
    ...dice.maybe(0.3, () => ({
      origin: dice.pick(["lower-right", "upper-left", "upper-right", "centre"] as const),
    })),
    ...dice.maybe(0.2, () => ({ work_offset: "G55" as const })),
    ...dice.maybe(0.2, () => ({ park: { x: 5, y: 7 } })),
    ...(isTorch
      ? dice.maybe(0.7, () => ({
          z: {
            safe: 15,
            pierce: 3.5,
            cut: 1.5,
            plunge_rate: 900,
            touch_off: touchOff,
            thc: dice.roll() < 0.5,
          } as const,
        }))
      : {}),
    ...(!isTorch && !isLaser
      ? dice.maybe(0.5, () => ({ z: { safe: 6, step_down: 1.5, plunge_rate: 250 } }))
      : {}),
    ...dice.maybe(0.3, () => ({ defaults: { feed_rate: 1400, power: 300, travel_rate: 5000 } })),
  };
}

const TAB_WIDTHS = [1, 2, 5, 12];

/** The job of this seed in which every part is held by one to four tabs of a width between 1 and 12 mm. */
export function tabbedJob(seed: number): ProgramJob {
  const { request, options } = programJob(seed);
  const { machine: _, ...own } = options;
  return {
    request,
    options: { ...own, tabs: 1 + (seed % 4), tab_width: TAB_WIDTHS[(seed >> 2) % TAB_WIDTHS.length]! },
  };
}
