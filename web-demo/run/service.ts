/**
 * A hidden switch for comparing the two: with `?api=KEY` in the page's address, sheets are nested by the service that
 * serves the page instead of its own workers. Rotation rules of single parts are the package's alone.
 */
import type { NestData } from "../../engine/v1.ts";
import type { LayoutRequest } from "../model/project.ts";
import type { Toolbox } from "./workshop.ts";

/** The key that the address names, or null. */
export function serviceKey(): string | null {
  return new URLSearchParams(location.search).get("api");
}

/** Its answer to the same request; pause, seed and progress are none of the interface's. */
export async function nestByService(
  key: string,
  { parts, sheet, config }: LayoutRequest,
  { signal, timeLimitMs }: { signal: AbortSignal; timeLimitMs: number },
  { nestDataSchema }: Toolbox,
): Promise<NestData> {
  const answer = await fetch(new URL("/v1/solve/nest-2d", location.href), {
    method: "POST",
    headers: {
      "Content-Type": "application/json",
      "X-API-Key": key,
      Prefer: `wait=${Math.ceil(timeLimitMs / 1000)}`,
    },
    body: JSON.stringify({ parts, sheet, config }),
    signal,
  });
  const body = await answer.json();
  if (!answer.ok) throw new Error(`the service answered ${answer.status}: ${JSON.stringify(body.detail)}`);
  return nestDataSchema.parse(body.data);
}
