/** Requests of the project's panels to the engine, material by material, and whether the plans still answer them. */
import type { PanelCutStep, PanelLeaf } from "../../engine/entries/sawing.ts";
import type { PanelPlanRequest } from "../../engine/entries/schemas.ts";
import type { PanelOptions, PanelPattern } from "../../engine/index.ts";
import type { PanelResult, PanelSaw, Panels, Project } from "../model/project.ts";
import { type DisplayUnit, MM_PER_INCH, trim } from "../model/units.ts";

/** The materials of the job, in the order of their first piece. */
export function listMaterials({ pieces }: Pick<Panels, "pieces">): string[] {
  return [...new Set(pieces.map(({ material = "" }) => material))];
}

/** The request for the pieces of one material. */
export function makePanelRequest({ panels }: Pick<Project, "panels">, material: string): PanelPlanRequest {
  const { stocks, pieces, kerf, optimize, saw } = panels;
  const mine = <Line extends { material?: string }>(lines: readonly Line[]) =>
    lines
      .filter((line) => plain(line.material) === plain(material))
      .map(({ material: _name, ...line }) => line);
  // Offcuts of earlier jobs have been trimmed before.
  const untrimmed = { trim_left: 0, trim_right: 0, trim_bottom: 0, trim_top: 0 };
  return {
    stocks: mine(stocks).map((stock) => (stock.offcut ? { ...stock, ...untrimmed } : stock)),
    pieces: mine(pieces),
    kerf,
    optimize,
    options: panelOptionsOf(saw),
  };
}

/** The rules that are on, in the engine's words. */
function panelOptionsOf({ trim, exact, stages, first_cut, ...rules }: PanelSaw): PanelOptions {
  const trims = { trim_left: trim, trim_right: trim, trim_bottom: trim, trim_top: trim };
  return {
    stages,
    first_cut,
    cut_type: exact ? "exact" : "non_exact",
    ...(trim > 0 ? trims : {}),
    ...Object.fromEntries(Object.entries(rules).filter(([, value]) => Boolean(value))),
  };
}

/** True while the plans answer what the tables ask now. */
export function panelsAreCurrent(project: Project): boolean {
  const { panelPlans, panels } = project;
  const materials = listMaterials(panels);
  return (
    panelPlans.length === materials.length &&
    panelPlans.every(
      ({ material, request }, i) =>
        material === materials[i] &&
        JSON.stringify(request) === JSON.stringify(makePanelRequest(project, material)),
    )
  );
}

/** One panel of the job, as somebody at the saw takes it. */
export interface PanelRow {
  result: PanelResult;
  pattern: PanelPattern;
  /** Among all panels of the job, from 1. */
  number: number;
}

/** Every panel one by one, equal ones together. */
export function listPanels(plans: readonly PanelResult[]): PanelRow[] {
  let number = 0;
  return plans.flatMap((result) =>
    result.plan.patterns.flatMap((pattern) =>
      Array.from({ length: pattern.count }, (): PanelRow => {
        number++;
        return { result, pattern, number };
      }),
    ),
  );
}

/** Words for a cut at the saw. */
export function cutWords(
  { direction, position, size, falls, piece_id }: PanelCutStep,
  long: (mm: number) => string,
): { what: string; result: string } {
  const from = direction === "rip" ? "from the lower edge" : "from the left edge";
  const name = direction === "rip" ? "Rip" : "Cross cut";
  const words = {
    piece: piece_id ?? "a piece",
    part: "a strip",
    offcut: "an offcut to keep",
    waste: "waste",
    trim: "the trim",
  };
  return {
    what: `${name} at ${long(position)} ${from}`,
    result: `${words[falls]}, ${long(size)} wide, comes off`,
  };
}

/** Lengths of a day at the saw are counted in metres, or in feet. */
export function metresText(mm: number, unit: DisplayUnit): string {
  return unit === "mm" ? `${trim(mm / 1000, 1)} m` : `${trim(mm / (12 * MM_PER_INCH), 0)} ft`;
}

/** The offcuts of a panel that are worth keeping. */
export function listOffcuts(leaves: readonly PanelLeaf[]): PanelLeaf[] {
  return leaves.filter(({ offcut }) => offcut === true);
}

function plain(material = ""): string {
  return material.trim().toLowerCase();
}
