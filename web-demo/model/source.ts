/** A drawing that can be read more than once: as its file says, in another unit, or with wider gaps closed. */
import type { Drawing, Engine, ReadOptions, RoleChoice } from "../../engine/index.ts";

/** How a drawing is to be read; without a unit, as the file says. */
export interface ReadSettings {
  unit?: NonNullable<ReadOptions["unit"]>;
  /** Rules of a trade for colours, where nobody has chosen otherwise; null for none. */
  preset?: ReadOptions["preset"] | null;
  joinTolerance?: number;
  joinGaps?: number;
  roles?: Record<string, RoleChoice>;
  colours?: Record<string, RoleChoice>;
}

export interface Source {
  name: string;
  read(engine: Engine, settings: ReadSettings): Promise<Drawing>;
}

export function dxfSource(name: string, bytes: Uint8Array): Source {
  return { name, read: (engine, settings) => engine.readDrawing(bytes, { name, ...optionsOf(settings) }) };
}

export function svgSource(name: string, bytes: Uint8Array): Source {
  return { name, read: (engine, settings) => engine.readSvg(bytes, { name, ...optionsOf(settings) }) };
}

function optionsOf({
  preset,
  ...settings
}: ReadSettings): Omit<ReadSettings, "preset"> & Pick<ReadOptions, "preset"> {
  return preset ? { ...settings, preset } : settings;
}
