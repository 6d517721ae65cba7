/** A drawing that can be read more than once: as its file says, in another unit, or with wider gaps closed. */
import type { RoleChoice } from "../../engine/entries/schemas.ts";
import type { Drawing, Engine, ReadOptions } from "../../engine/index.ts";
import type { ProjectDrawing } from "../model/project.ts";
import type { KeptFile } from "../shop/stored-files.ts";

/** How a drawing is to be read; without a unit, as the file says. */
export interface ReadSettings
  extends Partial<
    Pick<
      ProjectDrawing,
      | ("preset" | "joinTolerance" | "joinGaps" | "trimOvershoots")
      | ("annotation" | "frames" | "countersinks" | "sharedEdges")
    >
  > {
  unit?: NonNullable<ReadOptions["unit"]>;
  roles?: Choices;
  colours?: Choices;
  lineTypes?: Choices;
}

/** Memory is the limit of what this page reads: browsers hold no longer array. */
const MOST_BYTES = 2 ** 31;

/** Roles that were chosen for names; null takes a choice back. */
export type Choices = Record<string, RoleChoice | null>;

export interface Source extends KeptFile {
  read(engine: Engine, settings: ReadSettings): Promise<Drawing>;
}

export function sourceFrom({ name, kind, bytes }: KeptFile): Source {
  return {
    ...{ name, kind, bytes },
    read(engine, settings) {
      return engine.read(bytes, { name, max_bytes: MOST_BYTES, ...optionsOf(settings) });
    },
  };
}

/** Options for the reader; settings that are null are left to it. */
function optionsOf(settings: ReadSettings): ReadOptions {
  const { joinTolerance, joinGaps, trimOvershoots, sharedEdges, lineTypes, roles, colours, ...others } =
    settings;
  return said({
    ...others,
    join_tolerance: joinTolerance,
    join_gaps: joinGaps,
    trim_overshoots: trimOvershoots,
    shared_edges: sharedEdges,
    roles: said(roles ?? {}),
    colours: said(colours ?? {}),
    line_types: said(lineTypes ?? {}),
  });
}

function said(of: object) {
  return Object.fromEntries(Object.entries(of).filter(([, value]) => value !== null && value !== undefined));
}
