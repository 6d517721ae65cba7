/** What was wanted of a program, read from the request and the options beside it by the judge alone. */

import { LIGHTBURN_COLOURS } from "../../base/contract/lightburn.ts";
import type { Machine, Skeleton } from "../../base/contract/machine/machine.ts";
import type {
  Direction,
  LayerOperations,
  Operation,
  OperationRole,
  Operations,
  Rule,
} from "../../base/contract/machine/operations.ts";
import { MACHINE_PRESETS } from "../../base/contract/machine/presets.ts";
import type { ExportRequest } from "../../base/contract/v1/export.ts";
import type { Point, Ring } from "../../base/contract/values/geometry.ts";
import type { OutlineCurve } from "../sweep/outline.ts";

/** The options of an export that say what its program must do; those of the writers are among them. */
export interface ProgramWishes {
  dialect?: string;
  depth?: number;
  thickness?: number;
  passes?: number;
  zStep?: number;
  direction?: Direction;
  tabs?: number;
  tabWidth?: number;
  leadIn?: number;
  leadOut?: number;
  leadRadius?: number;
  overcut?: number;
  arcTolerance?: number;
  arcs?: boolean;
  commonLines?: boolean;
  tipUp?: boolean;
  marks?: (MarkPath[] | null)[];
  operations?: Operations;
  layers?: LayerOperations;
  rules?: Rule[];
  machine?: Machine | string;
  curves?: ({ exterior: OutlineCurve[]; holes: OutlineCurve[][] } | null)[];
  skeleton?: Skeleton;
}

export interface MarkPath {
  role: string;
  path: Point[];
  closed?: boolean | undefined;
  layer?: string | undefined;
  colour?: string | undefined;
}

type Key =
  | "depth"
  | "passes"
  | "zStep"
  | "tabs"
  | "tabWidth"
  | "leadIn"
  | "leadOut"
  | "leadRadius"
  | "overcut"
  | "feedRate"
  | "power";

const FALLBACK: Record<Key, number> = {
  depth: 1,
  passes: 1,
  zStep: 0,
  tabs: 0,
  tabWidth: 2,
  leadIn: 0,
  leadOut: 0,
  leadRadius: 0,
  overcut: 0,
  feedRate: 1000,
  power: 100,
};

const TORCHES = new Set(["plasma", "qtplasmac", "mach", "waterjet"]);

export class Wants {
  readonly kerf: number;
  readonly dialect: string;
  readonly machine: Machine;
  /** Where the program's zero lies on the sheet. */
  readonly zero: Point;

  constructor(
    readonly request: ExportRequest,
    readonly wishes: ProgramWishes,
  ) {
    const { machine: named = {}, dialect } = wishes;
    const machine = typeof named === "string" ? (MACHINE_PRESETS as Record<string, Machine>)[named] : named;
    this.machine = machine ?? {};
    const { kerf, use_z } = request.config;
    const { tool, origin = "lower-left" } = this.machine;
    this.kerf = kerf > 0 ? kerf : (tool?.kerf ?? tool?.diameter ?? 0);
    const { sheet_width: width, sheet_height: height } = request;
    this.zero = [
      origin.endsWith("right") ? width : origin === "centre" ? width / 2 : 0,
      origin.startsWith("upper") ? height : origin === "centre" ? height / 2 : 0,
    ];
    this.dialect = dialect ?? this.machine.dialect ?? (use_z ? "grbl-router" : "grbl-laser");
  }

  /** One value for a role, by what is said nearest to it. */
  of(role: OperationRole, key: Key): number {
    const { machine } = this;
    const { operations } = this.wishes;
    const own = this.wishes as Partial<Record<Key, number>>;
    const said = (operation: Operation | undefined) => operation?.[key];
    return (
      said(operations?.[role]) ??
      own[key] ??
      said(machine?.operations?.[role]) ??
      said(machine?.defaults) ??
      FALLBACK[key]
    );
  }

  /** Which way round a role is to be cut, null where nobody says. */
  direction(role: OperationRole): Direction | null {
    const { machine, wishes } = this;
    return (
      wishes.operations?.[role]?.direction ??
      wishes.direction ??
      machine.operations?.[role]?.direction ??
      machine.defaults?.direction ??
      null
    );
  }

  /** Whether the program may have arcs. */
  get arcs(): boolean {
    return this.wishes.arcs ?? this.machine.output?.arcs ?? true;
  }

  get commonLines(): boolean {
    return this.wishes.commonLines ?? this.machine.defaults?.commonLines ?? false;
  }

  /** Whether travels are to go round what is cut out. */
  get tipUp(): boolean {
    return this.wishes.tipUp ?? this.machine.defaults?.tipUp ?? false;
  }

  /** How far the focus of a beam is to go down with each pass. */
  get zStep(): number {
    return Math.max(this.of("cut-outer", "zStep"), this.of("cut-inner", "zStep"));
  }

  /** What is said of marks of a role on a layer. */
  ofMark(mark: MarkPath): Operation {
    const { machine, wishes } = this;
    const key = mark.role as OperationRole;
    return {
      ...machine.operations?.[key],
      ...saidOfLine(machine.layers, mark),
      ...wishes.operations?.[key],
      ...saidOfLine(wishes.layers, mark),
    };
  }

  /** Whether a mark is to be drawn: not by a torch that nobody told how, which would cut it through. */
  isDrawn(mark: MarkPath): boolean {
    const role = mark.role as OperationRole;
    if (!this.isOn(role)) return false;
    return role === "cut-open" || !TORCHES.has(this.dialect) || this.isSaid(mark);
  }

  private isSaid(mark: MarkPath): boolean {
    const key = mark.role as OperationRole;
    const { machine, wishes } = this;
    const said = [machine.operations?.[key], wishes.operations?.[key]];
    if (said.some((one) => one !== undefined)) return true;
    return [machine.layers, wishes.layers].some((layers) => Object.keys(saidOfLine(layers, mark)).length > 0);
  }

  /** What of a power the machine takes. */
  powerWithin(power: number): number {
    const { min = 0, max = Number.POSITIVE_INFINITY, word } = this.machine.tool?.power ?? {};
    return power <= 0 || word === null ? power : Math.min(Math.max(power, min), max);
  }

  /** Whether the role is cut at all. */
  isOn(role: OperationRole): boolean {
    const { machine } = this;
    const { operations } = this.wishes;
    return operations?.[role]?.on ?? machine?.operations?.[role]?.on ?? true;
  }

  /** Holes that are only pierced are not gone round. */
  isPierced(hole: Ring): boolean {
    const rules = [...(this.machine.rules ?? []), ...(this.wishes.rules ?? [])];
    return rules.some(({ when, then: effect }) => {
      if (effect.pierceOnly !== true || (when.role ?? "cut-inner") !== "cut-inner") return false;
      const { holeDiameterBelow = Infinity, holeRatioBelow = Infinity } = when;
      const thickness = this.wishes.thickness ?? this.machine.thickness ?? Infinity;
      return diameterOf(hole) < Math.min(holeDiameterBelow, holeRatioBelow * thickness);
    });
  }

  /** The longest lead of any kind that may be in the program. */
  longestLead(): number {
    const rules = [...(this.machine.rules ?? []), ...(this.wishes.rules ?? [])];
    const leads = (["cut-inner", "cut-outer", "cut-open"] as const).flatMap((role) => [
      this.of(role, "leadIn"),
      this.of(role, "leadOut"),
    ]);
    return Math.max(
      ...leads,
      ...rules.flatMap(({ then: effect }) => [effect.leadIn ?? 0, effect.leadOut ?? 0]),
      (Math.PI / 2) * this.longestRadius(rules),
    );
  }

  /** Of leads that are quarters of circles. */
  private longestRadius(rules: Rule[]): number {
    const roles = ["cut-inner", "cut-outer"] as const;
    return Math.max(
      ...roles.map((role) => this.of(role, "leadRadius")),
      ...rules.map(({ then: effect }) => effect.leadRadius ?? 0),
    );
  }

  /** Whether a lead is wanted to every start. */
  get asksForLeads(): boolean {
    return this.of("cut-outer", "leadIn") > 0 || this.of("cut-inner", "leadIn") > 0;
  }
}

function diameterOf(ring: Ring): number {
  let doubled = 0;
  for (const [i, [ax, ay]] of ring.entries()) {
    const [bx, by] = ring[(i + 1) % ring.length]!;
    doubled += ax * by - bx * ay;
  }
  return 2 * Math.sqrt(Math.abs(doubled) / 2 / Math.PI);
}

/** How lines of the mark's layer are run, else those of its colour, which may be named by its place in the palette. */
function saidOfLine(layers: LayerOperations = {}, { layer = "", colour = "" }: MarkPath): Operation {
  const names = Object.keys(layers);
  const inPalette = (name: string) => /^c\d\d$/i.test(name) && LIGHTBURN_COLOURS[Number(name.slice(1))];
  const found =
    names.find((name) => name === layer) ??
    names.find((name) => name.toLowerCase() === colour) ??
    names.find((name) => inPalette(name) === colour);
  const { role: _role, ...said } = found === undefined ? {} : layers[found]!;
  return said;
}
