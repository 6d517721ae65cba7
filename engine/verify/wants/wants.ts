/** Wishes for a program, read from the request and the options beside it by the judge alone. */

import { chartedMachine } from "../../base/contract/machine/charted-machine.ts";
import { machineFor, wholePost } from "../../base/contract/machine/dialects.ts";
import type { Machine } from "../../base/contract/machine/machine.ts";
import type { OperationRole, OperationRule } from "../../base/contract/machine/operations.ts";
import type { Process, WholePost } from "../../base/contract/machine/post.ts";
import type { ExportRequest } from "../../base/contract/v1/export.ts";
import type { Point, Ring } from "../../base/contract/values/geometry.ts";
import { hypot } from "../../base/geometry/trig/hypot.ts";
import { type JudgedLine, layerOf, saidOfLine, type WantedState, wantedOf } from "./wanted-settings.ts";
import type { MarkPath, OutlineLayers, ProgramWishes } from "./wishes.ts";

export class Wants {
  /** Width of the tool that cuts the outlines; other lines may have tools of their own. */
  readonly kerf: number;
  /** Width of the tool that no library describes. */
  readonly plainKerf: number;
  readonly mounted: number | null = null;
  readonly post: WholePost;
  readonly machine: Machine;
  /** Where the program's zero lies on the sheet. */
  readonly zero: Point;
  readonly process: Process;
  private readonly known = new Map<string, WantedState>();

  constructor(
    readonly request: ExportRequest,
    readonly wishes: ProgramWishes,
  ) {
    const { dialect, post } = wishes;
    const { kerf, use_z } = request.config;
    const fallback = use_z ? "grbl-router" : "grbl-laser";
    const machine = chartedMachine(wishes, fallback);
    this.post = wholePost(post ?? dialect ?? machine.post ?? machine.dialect ?? fallback);
    this.machine = machineFor(machine, this.post);
    const { tool, origin = "lower-left" } = this.machine;
    this.plainKerf = kerf > 0 ? kerf : (tool?.kerf ?? tool?.diameter ?? 0);
    this.process = this.post.process;
    const { tool: own, diameter } = this.line({ role: "cut-outer", diameter: 0, length: 0 });
    if (this.post.templates.tool_change.length === 0) {
      this.mounted = own;
      this.plainKerf = diameter;
      this.known.clear();
    }
    this.kerf = diameter;
    const { sheet_width: width, sheet_height: height } = request;
    this.zero = [
      origin.endsWith("right") ? width : origin === "centre" ? width / 2 : 0,
      origin.startsWith("upper") ? height : origin === "centre" ? height / 2 : 0,
    ];
  }

  /** Width of the tool that is in the machine, by its number. */
  widthOf(tool: number): number {
    if (this.mounted !== null || this.post.templates.tool_change.length === 0) return this.kerf;
    const tools = this.wishes.tools ?? this.machine.tools ?? [];
    return tools.find(({ number }) => number === tool)?.diameter ?? this.plainKerf;
  }

  /** The settings that a line is to be run with. */
  line(line: JudgedLine): WantedState {
    const key = `${line.role} ${line.diameter} ${line.length} ${line.layer ?? ""}\n${line.colour ?? ""}`;
    const known = this.known.get(key);
    if (known) return known;
    const wanted = wantedOf(this, line);
    this.known.set(key, wanted);
    return wanted;
  }

  /** The settings of a ring of a placement: 0 is its exterior, 1 its first hole. */
  ring(placement: number, ring: number): WantedState {
    const { exterior, holes } = this.request.placements[placement]!;
    const drawn = ring === 0 ? exterior : holes[ring - 1]!;
    const { layers, colours } = this.wishes.curves?.[placement] ?? {};
    const named = (list: OutlineLayers | undefined) => (ring === 0 ? list?.exterior : list?.holes[ring - 1]);
    const role = ring === 0 ? "cut-outer" : "cut-inner";
    return this.line({ role, ...sizeOf(drawn), layer: named(layers), colour: named(colours) });
  }

  mark(mark: MarkPath): WantedState {
    const { layer, colour } = mark;
    return this.line({ role: this.roleOf(mark), diameter: 0, length: 0, layer, colour });
  }

  /** The operation of a mark: a layer may make pockets of its lines. */
  roleOf(mark: MarkPath): OperationRole {
    const role = [this.wishes.layers, this.machine.layers].map((layers) => layerOf(layers, mark)?.role);
    return (role[0] ?? role[1]) === "pocket" ? "pocket" : (mark.role as OperationRole);
  }

  /** One setting of a role that no rule speaks of. */
  of<Key extends keyof WantedState>(role: OperationRole, key: Key): WantedState[Key] {
    return this.line({ role, diameter: 0, length: 0 })[key];
  }

  /** Whether the program may have arcs. */
  get arcs(): boolean {
    return this.wishes.arcs ?? this.machine.output?.arcs ?? true;
  }

  get commonLines(): boolean {
    return this.wishes.common_lines ?? this.machine.defaults?.common_lines ?? false;
  }

  /** Whether travels are to go round what is cut out. */
  get tipUp(): boolean {
    return this.wishes.tip_up ?? this.machine.defaults?.tip_up ?? false;
  }

  /** How far the focus of a beam is to go down with each pass. */
  get zStep(): number {
    return Math.max(this.of("cut-outer", "z_step"), this.of("cut-inner", "z_step"));
  }

  /** Whether a mark is to be drawn: not by a torch that nobody told how, which would cut it through. */
  isDrawn(mark: MarkPath): boolean {
    const role = this.roleOf(mark);
    if (role === "pocket") {
      const { on, depth } = this.mark(mark);
      return on && depth > 0 && this.process === "router" && mark.closed === true;
    }
    if (!this.isOn(role)) return false;
    const isTorch = this.process === "plasma" || this.process === "waterjet";
    return role === "cut-open" || !isTorch || this.isSaid(mark);
  }

  private isSaid(mark: MarkPath): boolean {
    const key = mark.role as OperationRole;
    const { machine, wishes } = this;
    const said = [machine.operations?.[key], wishes.operations?.[key]];
    if (said.some((one) => one !== undefined)) return true;
    return [machine.layers, wishes.layers].some((layers) => Object.keys(saidOfLine(layers, mark)).length > 0);
  }

  /** Whether the role is cut at all. */
  isOn(role: OperationRole): boolean {
    return this.of(role, "on");
  }

  /** The longest lead of any kind that may be in the program. */
  longestLead(): number {
    const rules = [...(this.machine.rules ?? []), ...(this.wishes.rules ?? [])];
    const leads = (["cut-inner", "cut-outer", "cut-open"] as const).flatMap((role) => [
      this.of(role, "lead_in"),
      this.of(role, "lead_out"),
    ]);
    return Math.max(
      ...leads,
      ...rules.flatMap(({ then: effect }) => [effect.lead_in ?? 0, effect.lead_out ?? 0]),
      (Math.PI / 2) * this.longestRadius(rules),
    );
  }

  /** Longest radius of leads that are quarters of circles. */
  private longestRadius(rules: OperationRule[]): number {
    const roles = ["cut-inner", "cut-outer"] as const;
    return Math.max(
      ...roles.map((role) => this.of(role, "lead_radius")),
      ...rules.map(({ then: effect }) => effect.lead_radius ?? 0),
    );
  }

  /** Whether a lead is wanted to every start. */
  get asksForLeads(): boolean {
    return this.of("cut-outer", "lead_in") > 0 || this.of("cut-inner", "lead_in") > 0;
  }
}

/** Diameter of a disc with the area of a ring, and the ring's length. */
function sizeOf(ring: Ring): { diameter: number; length: number } {
  let [doubled, length] = [0, 0];
  for (const [i, [ax, ay]] of ring.entries()) {
    const [bx, by] = ring[(i + 1) % ring.length]!;
    doubled += ax * by - bx * ay;
    length += hypot(bx - ax, by - ay);
  }
  return { diameter: 2 * Math.sqrt(Math.abs(doubled) / 2 / Math.PI), length };
}
