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
    when: { role: "cut-inner", holeDiameterBelow: 32 },
    // biome-ignore lint/suspicious/noThenProperty: the word of the field for what a rule does
    then: { feedPercent: 60, leadOut: 0, ...thc },
  },
];

/** Machines to start from, by the names that `machine` takes. */
export const MACHINE_PRESETS = {
  "grbl-laser": {
    name: "GRBL diode laser",
    process: "laser",
    dialect: "grbl-laser",
    workArea: BED(400, 400, 0),
    motion: {
      maxRate: BED(6000, 6000, 300),
      acceleration: BED(500, 500, 50),
      junctionDeviation: 0.01,
      arcTolerance: 0.002,
      planner: "grbl",
    },
    output: { maxLine: 79, comment: "semicolon", single: true, end: "M2", fileExtension: "gcode" },
    tool: { kerf: 0.12, power: { min: 0, max: 1000, word: "S" }, mode: "dynamic" },
    defaults: { feedRate: 600, travelRate: 6000, power: 800, overcut: 0.1 },
    operations: {
      mark: { feedRate: 3000, power: 250 },
      engrave: { feedRate: 3000, power: 250 },
      bend: { feedRate: 3000, power: 150 },
    },
    chart: diodeLaser as Chart,
    checked: UNTRIED,
    basis: "GRBL 1.1 settings $30=1000, $32=1; rates of belt-driven frames",
  },
  "fluidnc-co2": {
    name: "FluidNC or grblHAL, CO2 laser",
    process: "laser",
    dialect: "grbl-laser",
    workArea: BED(600, 400, 50),
    motion: {
      maxRate: BED(24000, 24000, 600),
      acceleration: BED(1500, 1500, 100),
      junctionDeviation: 0.01,
      arcTolerance: 0.002,
      planner: "grbl",
    },
    output: { maxLine: 254, comment: "semicolon", single: true, end: "M2", fileExtension: "gcode" },
    tool: {
      kerf: 0.15,
      power: { min: 0, max: 1000, word: "S" },
      mode: "dynamic",
      air: { on: "M8", off: "M9", delay: 0.5 },
    },
    defaults: { feedRate: 900, travelRate: 18000, power: 600, leadIn: 1, overcut: 0.2 },
    operations: {
      mark: { feedRate: 9000, power: 200 },
      engrave: { feedRate: 9000, power: 200 },
      bend: { feedRate: 9000, power: 150 },
    },
    chart: co2Laser as Chart,
    checked: UNTRIED,
    basis: "FluidNC keys max_rate_mm_per_min and acceleration_mm_per_sec2",
  },
  "linuxcnc-plasma": {
    name: "LinuxCNC QtPlasmaC, 45 A",
    process: "plasma",
    dialect: "qtplasmac",
    workArea: BED(3000, 1500, 100),
    motion: {
      maxRate: BED(12000, 12000, 3000),
      acceleration: BED(700, 700, 500),
      junctionDeviation: 0.01,
      arcTolerance: 0.002,
      planner: "linuxcnc",
      pathTolerance: 0.05,
    },
    output: { maxLine: 254, comment: "parens", fullCircles: true, end: "M2", fileExtension: "ngc" },
    tool: { kerf: 1.5, power: { min: 0, max: 1, word: "S" }, offDelay: 0.1 },
    z: { safe: 20, pierce: 3.8, cut: 1.5, touchOff: "controller", plungeRate: 2000, thc: true },
    defaults: { feedRate: 2800, travelRate: 12000, power: 1, pierceDelay: 0.5, leadIn: 6, leadOut: 3 },
    operations: { "cut-inner": { leadOut: 0 } },
    rules: holesSlowly({ thc: false }),
    chart: plasma45 as Chart,
    checked: UNTRIED,
    basis: "LinuxCNC's QtPlasmaC manual",
  },
  "mach-plasma": {
    name: "Mach3 or Mach4, plasma with its own touch-off",
    process: "plasma",
    dialect: "mach",
    workArea: BED(3000, 1500, 100),
    motion: {
      maxRate: BED(10000, 10000, 2000),
      acceleration: BED(500, 500, 300),
      planner: "linuxcnc",
      pathTolerance: 0.05,
    },
    output: { maxLine: 79, comment: "parens", arcMismatch: 0.002, end: "M30", fileExtension: "tap" },
    tool: { kerf: 1.6, power: { min: 0, max: 1, word: null }, offDelay: 0.1 },
    z: { safe: 20, pierce: 3.8, cut: 1.5, touchOff: "G31", plungeRate: 1500, thc: true },
    defaults: { feedRate: 2500, travelRate: 10000, pierceDelay: 0.6, leadIn: 6, leadOut: 3 },
    operations: { "cut-inner": { leadOut: 0 } },
    rules: holesSlowly({}),
    chart: plasma45 as Chart,
    checked: UNTRIED,
    basis: "Mach3's rule for arcs: radii may differ by 0.002 mm",
  },
  "grbl-3018": {
    name: "GRBL router 3018",
    process: "router",
    dialect: "grbl-router",
    workArea: BED(300, 180, 45),
    motion: {
      maxRate: BED(1500, 1500, 600),
      acceleration: BED(40, 40, 20),
      junctionDeviation: 0.01,
      arcTolerance: 0.002,
      planner: "grbl",
    },
    output: { maxLine: 79, comment: "semicolon", single: true, end: "M2", fileExtension: "nc" },
    tool: { diameter: 3.175, power: { min: 0, max: 10000, word: "S" }, spinUp: 3 },
    z: { safe: 5, stepDown: 0.8, plungeRate: 150, ramp: 3 },
    defaults: {
      feedRate: 500,
      travelRate: 1500,
      power: 10000,
      depth: 3.2,
      tabs: 4,
      tabWidth: 5,
      tabHeight: 1.2,
    },
    chart: router3 as Chart,
    checked: UNTRIED,
    basis: "typical 3018 frame",
  },
  shapeoko: {
    name: "GRBL router, Shapeoko class",
    process: "router",
    dialect: "grbl-router",
    workArea: BED(800, 800, 75),
    motion: {
      maxRate: BED(10000, 10000, 1500),
      acceleration: BED(400, 400, 200),
      junctionDeviation: 0.02,
      arcTolerance: 0.002,
      planner: "grbl",
    },
    output: { maxLine: 79, comment: "semicolon", single: true, end: "M2", fileExtension: "nc" },
    tool: { diameter: 6.35, power: { min: 0, max: 30000, word: "S" }, spinUp: 3 },
    z: { safe: 8, stepDown: 3, plungeRate: 500, ramp: 3 },
    defaults: {
      feedRate: 2000,
      travelRate: 8000,
      power: 18000,
      depth: 12.5,
      tabs: 4,
      tabWidth: 8,
      tabHeight: 3,
    },
    chart: router6 as Chart,
    checked: UNTRIED,
    basis: "typical frame with belts or screws",
  },
  "marlin-laser": {
    name: "Marlin laser",
    process: "laser",
    dialect: "marlin",
    workArea: BED(220, 220, 50),
    motion: {
      maxRate: BED(12000, 12000, 600),
      acceleration: BED(1000, 1000, 100),
      junctionDeviation: 0.013,
      arcTolerance: 0.01,
      planner: "grbl",
    },
    output: {
      decimals: 3,
      maxLine: 95,
      comment: "semicolon",
      single: true,
      end: "M5",
      fileExtension: "gcode",
    },
    tool: { kerf: 0.15, power: { min: 0, max: 255, word: "S" }, mode: "inline" },
    defaults: { feedRate: 600, travelRate: 6000, power: 200, overcut: 0.1 },
    operations: { mark: { feedRate: 3000, power: 60 }, bend: { feedRate: 3000, power: 40 } },
    chart: marlinLaser as Chart,
    checked: UNTRIED,
    basis: "Marlin 2, CUTTER_POWER_UNIT PWM255",
  },
  waterjet: {
    name: "Abrasive waterjet",
    process: "waterjet",
    dialect: "waterjet",
    workArea: BED(3000, 1500, 150),
    motion: {
      maxRate: BED(6000, 6000, 1000),
      acceleration: BED(200, 200, 100),
      planner: "linuxcnc",
      pathTolerance: 0.02,
    },
    output: { maxLine: 79, comment: "parens", end: "M2", fileExtension: "nc" },
    tool: { kerf: 1, power: { min: 0, max: 1, word: null }, onDelay: 0.3, offDelay: 0.3 },
    z: { safe: 20, cut: 1.5, touchOff: "none", plungeRate: 1000 },
    defaults: { feedRate: 250, travelRate: 6000, pierceDelay: 3, leadIn: 4, leadOut: 1.5, overcut: 0.5 },
    chart: waterjet as Chart,
    checked: UNTRIED,
    basis: "stand-off 1 to 1.5 mm",
  },
} as const satisfies Record<string, Machine>;

/** A name in `MACHINE_PRESETS`. */
export type MachinePreset = keyof typeof MACHINE_PRESETS;
