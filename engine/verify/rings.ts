/** Rings that a judge could not even measure: the solvers refuse them, so there is no answer to judge. */
import { refuse } from "../base/contract/options.ts";
import type { Ring } from "../base/contract/values/geometry.ts";
import type { ErrorDetail } from "../base/errors.ts";

type Path = ErrorDetail["path"];

interface Outlined {
  exterior: Ring;
  holes: readonly Ring[];
}

interface Cut {
  outline?: Ring | undefined;
  holes?: readonly Ring[] | undefined;
  defects?: readonly Ring[] | undefined;
}

/** @throws EngineError INVALID_INPUT for rings of less than three points, and points that are none */
export function checkRings(parts: readonly Outlined[], sheets: readonly Cut[] = [], list = "parts"): void {
  const ofParts = parts.flatMap(({ exterior, holes }, p) => [
    ...faultsOf(exterior, [list, p, "exterior"]),
    ...faultsOfAll(holes, [list, p, "holes"]),
  ]);
  const ofSheets = sheets.flatMap(({ outline, holes, defects }, s) => [
    ...(outline === undefined ? [] : faultsOf(outline, ["sheets", s, "outline"])),
    ...faultsOfAll(holes, ["sheets", s, "holes"]),
    ...faultsOfAll(defects, ["sheets", s, "defects"]),
  ]);
  refuse([...ofParts, ...ofSheets]);
}

function faultsOfAll(rings: readonly Ring[] = [], path: Path): ErrorDetail[] {
  return rings.flatMap((ring, r) => faultsOf(ring, [...path, r]));
}

function faultsOf(ring: Ring, path: Path): ErrorDetail[] {
  if (ring.length < 3) return [{ path, message: "has fewer than 3 points" }];
  const wrong = ring.findIndex(([x, y]) => !Number.isFinite(x) || !Number.isFinite(y));
  return wrong < 0 ? [] : [{ path: [...path, wrong], message: "must be two finite numbers, [x, y]" }];
}
