/**
 * Parts that the core need not tell apart: entries of a request with the same outline, angles and priority are one kind
 * to it, with the copies of all. On the way back every place goes to one of them again.
 */
import type { Point, Ring } from "../../base/contract/values/geometry.ts";
import { longestSide } from "../../base/geometry/ring.ts";
import type { CorePart, CoreSheet } from "./nest-blocks.ts";

/** Equal parts as the core sees them. */
export interface PartKind extends CorePart {
  /** Positions of the parts, ascending. */
  members: number[];
  /** All copies are to lie alike. */
  alike: boolean;
}

/** A part that may have to be told apart from equal ones. */
type PartOfKind = CorePart & { source?: { same_angle?: boolean | undefined } };

/** Points of one outline that was drawn in two places differ by as many millimetres: far less than is promised of gaps. */
const ROUNDING = 1e-9;
/** Parts whose sizes differ by more are not even compared. */
const SIZE_STEP = 1e-3;

/** Parts are equal when their points are, but for rounding, wherever their rings begin. */
export function kindsOf(parts: readonly PartOfKind[]): PartKind[] {
  const kinds: PartKind[] = [];
  const known = new Map<string, KnownKind[]>();
  parts.forEach(({ level, orientations, ranges = [], rings, quantity, source }, part) => {
    const alike = source?.same_angle === true;
    const lengths = rings.map(({ length }) => length).sort((a, b) => a - b);
    // Copies that lie alike are those of one part.
    const key = [alike ? part : "", level, ...[...orientations].sort(), "", ...ranges, "", ...lengths].join();
    const own: KnownKind = { rings, size: longestSide(rings[0]!) };
    // Sizes of equal parts may lie on both sides of a step.
    const step = Math.floor(own.size / SIZE_STEP);
    const same = [step - 1, step, step + 1]
      .flatMap((near) => known.get(`${key},${near}`) ?? [])
      .find((other) => areSame(own, other));
    if (same) {
      same.kind!.quantity += quantity;
      same.kind!.members.push(part);
      return;
    }
    own.kind = { level, orientations, ranges, rings, quantity, members: [part], alike };
    kinds.push(own.kind);
    const others = known.get(`${key},${step}`);
    if (others) others.push(own);
    else known.set(`${key},${step}`, [own]);
  });
  return kinds;
}

/** A kind that later parts are compared with. */
interface KnownKind {
  rings: Ring[];
  size: number;
  kind?: PartKind;
  /** The rings from their least points on, in the order of these, once another part is like this one. */
  standard?: Ring[];
}

function areSame(a: KnownKind, b: KnownKind): boolean {
  // Corners that differ by a rounding change a size by two.
  if (Math.abs(a.size - b.size) > 4 * ROUNDING) return false;
  for (const known of [a, b]) {
    known.standard ??= known.rings.map(standardRing).sort((p, q) => comparePoints(p[0]!, q[0]!));
  }
  return sameRings(a.standard!, b.standard!);
}

/** Sheets of kinds as sheets of parts, the first members first; equal sheets may come apart by that. */
export function partsOnSheets(
  kinds: readonly Pick<PartKind, "members">[],
  parts: readonly Pick<CorePart, "quantity">[],
  sheets: readonly CoreSheet[],
): CoreSheet[] {
  const left = parts.map(({ quantity }) => quantity);
  return sheets.flatMap(({ type, copies, placements }) => {
    const found: CoreSheet[] = [];
    for (let open = copies; open > 0; open -= found.at(-1)!.copies) {
      const taken = new Map<number, number>();
      const named = placements.map((placement) => {
        const { members } = kinds[placement.part]!;
        const part = members.find((member) => left[member]! > (taken.get(member) ?? 0))!;
        taken.set(part, (taken.get(part) ?? 0) + 1);
        return { ...placement, part };
      });
      const times = [...taken].map(([part, count]) => Math.floor(left[part]! / count));
      found.push({ type, copies: Math.min(open, ...times), placements: named });
      for (const [part, count] of taken) left[part]! -= count * found.at(-1)!.copies;
    }
    return found;
  });
}

/** Rounded, from its least point on. */
function standardRing(ring: Ring): Ring {
  const rounded = ring.map(([x, y]): Point => [Math.round(x / ROUNDING), Math.round(y / ROUNDING)]);
  const first = rounded.reduce((least, p, i) => (comparePoints(p, rounded[least]!) < 0 ? i : least), 0);
  return [...rounded.slice(first), ...rounded.slice(0, first)];
}

function comparePoints([ax, ay]: Point, [bx, by]: Point): number {
  return ax === bx ? ay - by : ax - bx;
}

function sameRings(a: Ring[], b: Ring[]): boolean {
  return a.every((ring, r) => {
    const other = b[r]!;
    return ring.length === other.length && ring.every((point, i) => comparePoints(point, other[i]!) === 0);
  });
}
