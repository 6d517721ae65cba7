/** A drawing that can be read more than once: as its file says, in another unit, or with wider gaps closed. */
import type { Drawing, Engine, ReadOptions } from "../../engine/index.ts";
import { svgToDxf } from "./svg.ts";

/** How a drawing is to be read; without a unit, as the file says. */
export interface ReadSettings {
  unit?: NonNullable<ReadOptions["unit"]> | "px";
  joinTolerance?: number;
}

/** A file that can be read more than once. */
export interface Source {
  name: string;
  read(engine: Engine, settings: ReadSettings): Promise<Drawing>;
}

export function dxfSource(name: string, bytes: Uint8Array): Source {
  return {
    name,
    read: (engine, { unit, ...settings }) =>
      engine.readDrawing(bytes, { name, ...settings, ...(unit && unit !== "px" ? { unit } : {}) }),
  };
}

/** An SVG is flattened for the same reader, so that joining, holes and findings are the same. */
export function svgSource(name: string, text: string): Source {
  return {
    name,
    async read(engine, { unit, ...settings }) {
      const { dxf, unit: found, notes } = svgToDxf(text, unit);
      const read = await engine.readDrawing(new TextEncoder().encode(dxf), { name, ...settings });
      return { ...read, unit: found, findings: [...notes, ...read.findings] };
    },
  };
}
