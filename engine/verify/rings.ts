/** Refuses rings that cannot be measured. The solvers refuse them too, so there is no answer to judge. */
import { refuse } from "../base/contract/options.ts";
import type { Ring } from "../base/contract/values/geometry.ts";
import type { ErrorDetail } from "../base/errors.ts";

type FieldPath = ErrorDetail["path"];

interface OutlinedPart {
  exterior: Ring;
  holes: readonly Ring[];
}

interface JudgedRings {
  outline?: Ring | undefined;
  holes?: readonly Ring[] | undefined;
  defects?: readonly Ring[] | undefined;
}

/** @throws EngineError INVALID_INPUT for rings of less than three points, and points that are none */
export function checkRings(
  parts: readonly OutlinedPart[],
  sheets: readonly JudgedRings[] = [],
  list = "parts",
): void {
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

function faultsOfAll(rings: readonly Ring[] = [], path: FieldPath): ErrorDetail[] {
  return rings.flatMap((ring, r) => faultsOf(ring, [...path, r]));
}

function faultsOf(ring: Ring, path: FieldPath): ErrorDetail[] {
  if (ring.length < 3) return [{ path, message: "has fewer than 3 points" }];
  const wrong = ring.findIndex(([x, y]) => !Number.isFinite(x) || !Number.isFinite(y));
  return wrong < 0 ? [] : [{ path: [...path, wrong], message: "must be two finite numbers, [x, y]" }];
}
