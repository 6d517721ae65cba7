/**
 * Machines to begin with. Their numbers come from the controllers' manuals and from what frames of their kind reach;
 * none was tried on a machine of this name, which `checked` says, so a shop looks them over once and keeps its own.
 */

import co2Laser from "./charts/co2-laser.json" with { type: "json" };
import diodeLaser from "./charts/diode-laser.json" with { type: "json" };
import marlinLaser from "./charts/marlin-laser.json" with { type: "json" };
import plasma45 from "./charts/plasma-45a.json" with { type: "json" };
import router3 from "./charts/router-3mm.json" with { type: "json" };
import router6 from "./charts/router-6mm.json" with { type: "json" };
import waterjet from "./charts/waterjet.json" with { type: "json" };
import type { Chart } from "./charts.ts";
import type { Machine } from "./machine.ts";

const UNTRIED = "starting point, not run on a machine";
const BED = (x: number, y: number, z: number) => ({ x, y, z });
/** Mach has no word of its own for the height control. */
const holesSlowly = (thc: { thc?: boolean }): Machine["rules"] => [
  {
    when: { role: "cut-inner", hole_diameter_below: 32 },
    // biome-ignore lint/suspicious/noThenProperty: the word of the field for what a rule does
    then: { feed_percent: 60, lead_out: 0, ...thc },
  },
];

/** Machines to start from, by the names that `machine` takes. */
export const MACHINE_PRESETS = {
  "grbl-laser": {
    name: "GRBL diode laser",
    process: "laser",
    dialect: "grbl-laser",
    work_area: BED(400, 400, 0),
    motion: {
      max_rate: BED(6000, 6000, 300),
      acceleration: BED(500, 500, 50),
      junction_deviation: 0.01,
      arc_tolerance: 0.002,
      planner: "grbl",
    },
    output: { max_line: 79, comment: "semicolon", single: true, end: "M2", file_extension: "gcode" },
    tool: { kerf: 0.12, power: { min: 0, max: 1000, word: "S" }, mode: "dynamic" },
    defaults: { feed_rate: 600, travel_rate: 6000, power: 800, overcut: 0.1 },
    operations: {
      mark: { feed_rate: 3000, power: 250 },
      engrave: { feed_rate: 3000, power: 250 },
      bend: { feed_rate: 3000, power: 150 },
    },
    chart: diodeLaser as Chart,
    checked: UNTRIED,
    basis: "GRBL 1.1 settings $30=1000, $32=1; rates of belt-driven frames",
  },
  "fluidnc-co2": {
    name: "FluidNC or grblHAL, CO2 laser",
    process: "laser",
    dialect: "grbl-laser",
    work_area: BED(600, 400, 50),
    motion: {
      max_rate: BED(24000, 24000, 600),
      acceleration: BED(1500, 1500, 100),
      junction_deviation: 0.01,
      arc_tolerance: 0.002,
      planner: "grbl",
    },
    output: { max_line: 254, comment: "semicolon", single: true, end: "M2", file_extension: "gcode" },
    tool: {
      kerf: 0.15,
      power: { min: 0, max: 1000, word: "S" },
      mode: "dynamic",
      air: { on: "M8", off: "M9", delay: 0.5 },
    },
    defaults: { feed_rate: 900, travel_rate: 18000, power: 600, lead_in: 1, overcut: 0.2 },
    operations: {
      mark: { feed_rate: 9000, power: 200 },
      engrave: { feed_rate: 9000, power: 200 },
      bend: { feed_rate: 9000, power: 150 },
    },
    chart: co2Laser as Chart,
    checked: UNTRIED,
    basis: "FluidNC keys max_rate_mm_per_min and acceleration_mm_per_sec2",
  },
  "linuxcnc-plasma": {
    name: "LinuxCNC QtPlasmaC, 45 A",
    process: "plasma",
    dialect: "qtplasmac",
    work_area: BED(3000, 1500, 100),
    motion: {
      max_rate: BED(12000, 12000, 3000),
      acceleration: BED(700, 700, 500),
      junction_deviation: 0.01,
      arc_tolerance: 0.002,
      planner: "linuxcnc",
      path_tolerance: 0.05,
    },
    output: { max_line: 254, comment: "parens", full_circles: true, end: "M2", file_extension: "ngc" },
    tool: { kerf: 1.5, power: { min: 0, max: 1, word: "S" }, off_delay: 0.1 },
    z: { safe: 20, pierce: 3.8, cut: 1.5, touch_off: "controller", plunge_rate: 2000, thc: true },
    defaults: { feed_rate: 2800, travel_rate: 12000, power: 1, pierce_delay: 0.5, lead_in: 6, lead_out: 3 },
    operations: { "cut-inner": { lead_out: 0 } },
    rules: holesSlowly({ thc: false }),
    chart: plasma45 as Chart,
    checked: UNTRIED,
    basis: "LinuxCNC's QtPlasmaC manual",
  },
  "mach-plasma": {
    name: "Mach3 or Mach4, plasma with its own touch-off",
    process: "plasma",
    dialect: "mach",
    work_area: BED(3000, 1500, 100),
    motion: {
      max_rate: BED(10000, 10000, 2000),
      acceleration: BED(500, 500, 300),
      planner: "linuxcnc",
      path_tolerance: 0.05,
    },
    output: { max_line: 79, comment: "parens", arc_mismatch: 0.002, end: "M30", file_extension: "tap" },
    tool: { kerf: 1.6, power: { min: 0, max: 1, word: null }, off_delay: 0.1 },
    z: { safe: 20, pierce: 3.8, cut: 1.5, touch_off: "G31", plunge_rate: 1500, thc: true },
    defaults: { feed_rate: 2500, travel_rate: 10000, pierce_delay: 0.6, lead_in: 6, lead_out: 3 },
    operations: { "cut-inner": { lead_out: 0 } },
    rules: holesSlowly({}),
    chart: plasma45 as Chart,
    checked: UNTRIED,
    basis: "Mach3's rule for arcs: radii may differ by 0.002 mm",
  },
  "grbl-3018": {
    name: "GRBL router 3018",
    process: "router",
    dialect: "grbl-router",
    work_area: BED(300, 180, 45),
    motion: {
      max_rate: BED(1500, 1500, 600),
      acceleration: BED(40, 40, 20),
      junction_deviation: 0.01,
      arc_tolerance: 0.002,
      planner: "grbl",
    },
    output: { max_line: 79, comment: "semicolon", single: true, end: "M2", file_extension: "nc" },
    tool: { diameter: 3.175, power: { min: 0, max: 10000, word: "S" }, spin_up: 3 },
    z: { safe: 5, step_down: 0.8, plunge_rate: 150, ramp: 3 },
    defaults: {
      feed_rate: 500,
      travel_rate: 1500,
      power: 10000,
      depth: 3.2,
      tabs: 4,
      tab_width: 5,
      tab_height: 1.2,
    },
    chart: router3 as Chart,
    checked: UNTRIED,
    basis: "typical 3018 frame",
  },
  shapeoko: {
    name: "GRBL router, Shapeoko class",
    process: "router",
    dialect: "grbl-router",
    work_area: BED(800, 800, 75),
    motion: {
      max_rate: BED(10000, 10000, 1500),
      acceleration: BED(400, 400, 200),
      junction_deviation: 0.02,
      arc_tolerance: 0.002,
      planner: "grbl",
    },
    output: { max_line: 79, comment: "semicolon", single: true, end: "M2", file_extension: "nc" },
    tool: { diameter: 6.35, power: { min: 0, max: 30000, word: "S" }, spin_up: 3 },
    z: { safe: 8, step_down: 3, plunge_rate: 500, ramp: 3 },
    defaults: {
      feed_rate: 2000,
      travel_rate: 8000,
      power: 18000,
      depth: 12.5,
      tabs: 4,
      tab_width: 8,
      tab_height: 3,
    },
    chart: router6 as Chart,
    checked: UNTRIED,
    basis: "typical frame with belts or screws",
  },
  "marlin-laser": {
    name: "Marlin laser",
    process: "laser",
    dialect: "marlin",
    work_area: BED(220, 220, 50),
    motion: {
      max_rate: BED(12000, 12000, 600),
      acceleration: BED(1000, 1000, 100),
      junction_deviation: 0.013,
      arc_tolerance: 0.01,
      planner: "grbl",
    },
    output: {
      decimals: 3,
      max_line: 95,
      comment: "semicolon",
      single: true,
      end: "M5",
      file_extension: "gcode",
    },
    tool: { kerf: 0.15, power: { min: 0, max: 255, word: "S" }, mode: "inline" },
    defaults: { feed_rate: 600, travel_rate: 6000, power: 200, overcut: 0.1 },
    operations: { mark: { feed_rate: 3000, power: 60 }, bend: { feed_rate: 3000, power: 40 } },
    chart: marlinLaser as Chart,
    checked: UNTRIED,
    basis: "Marlin 2, CUTTER_POWER_UNIT PWM255",
  },
  waterjet: {
    name: "Abrasive waterjet",
    process: "waterjet",
    dialect: "waterjet",
    work_area: BED(3000, 1500, 150),
    motion: {
      max_rate: BED(6000, 6000, 1000),
      acceleration: BED(200, 200, 100),
      planner: "linuxcnc",
      path_tolerance: 0.02,
    },
    output: { max_line: 79, comment: "parens", end: "M2", file_extension: "nc" },
    tool: { kerf: 1, power: { min: 0, max: 1, word: null }, on_delay: 0.3, off_delay: 0.3 },
    z: { safe: 20, cut: 1.5, touch_off: "none", plunge_rate: 1000 },
    defaults: { feed_rate: 250, travel_rate: 6000, pierce_delay: 3, lead_in: 4, lead_out: 1.5, overcut: 0.5 },
    chart: waterjet as Chart,
    checked: UNTRIED,
    basis: "stand-off 1 to 1.5 mm",
  },
} as const satisfies Record<string, Machine>;

/** A name in `MACHINE_PRESETS`. */
export type MachinePreset = keyof typeof MACHINE_PRESETS;
