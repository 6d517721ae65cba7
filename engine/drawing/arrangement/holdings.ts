/** Which closed contours hold which faces of a block, and which of them two hold together? */

/** Closed contours of a block: how many faces each holds, of which area, and how many any two share. */
export interface Holdings {
  contours: number[];
  counts: Map<number, number>;
  sizes: Map<number, number>;
  shared: Map<string, { count: number; size: number }>;
}

/** `areas` are those of faces. */
export function holdingsOf(
  own: readonly number[],
  holders: ReadonlyMap<number, ReadonlySet<number>>,
  areas: Float64Array,
): Holdings {
  const counts = new Map<number, number>();
  const sizes = new Map<number, number>();
  const shared: Holdings["shared"] = new Map();
  for (const face of own) {
    const held = [...holders.get(face)!].sort((p, q) => p - q);
    for (const [i, p] of held.entries()) {
      sizes.set(p, (sizes.get(p) ?? 0) + areas[face]!);
      counts.set(p, (counts.get(p) ?? 0) + 1);
      for (const q of held.slice(i + 1)) {
        const { count, size } = shared.get(`${p} ${q}`) ?? { count: 0, size: 0 };
        shared.set(`${p} ${q}`, { count: count + 1, size: size + areas[face]! });
      }
    }
  }
  return { contours: [...sizes.keys()].sort((p, q) => p - q), counts, sizes, shared };
}

/** Whether of any two contours that hold a face together one lies in the other. */
export function isNested({ counts, shared }: Holdings): boolean {
  return [...shared].every(([pair, { count }]) => {
    const [p, q] = contoursOf(pair);
    return count === Math.min(counts.get(p)!, counts.get(q)!);
  });
}

/** Of a key of what two contours share. */
export function contoursOf(pair: string): [p: number, q: number] {
  const [p, q] = pair.split(" ").map(Number);
  return [p!, q!];
}
