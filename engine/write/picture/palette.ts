/**
 * Which colour tells one part or piece from the next?
 *
 * The eight hues are Paul Tol's "light" scheme, which people with any colour blindness can tell apart and on which black
 * text stays readable. From the ninth on they come again in other tints.
 */
const HUES = ["77aadd", "ee8866", "44bb99", "eedd88", "ffaabb", "99ddff", "bbcc33", "aaaa00"];
/** Share of white mixed in, round by round. */
const TINTS = [0, 0.45, 0.22, 0.62];

/** The fill of the `index`-th kind, as `#rrggbb`. */
export function fillColor(index: number): string {
  const tint = TINTS[Math.floor(index / HUES.length) % TINTS.length]!;
  return mix(HUES[index % HUES.length]!, 255, tint);
}

/** The outline that goes with it: the same hue, much darker. */
export function strokeColor(index: number): string {
  return mix(HUES[index % HUES.length]!, 0, 0.55);
}

function mix(hex: string, towards: number, share: number): string {
  const channels = [0, 2, 4].map((at) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16);
    return Math.round(value + (towards - value) * share)
      .toString(16)
      .padStart(2, "0");
  });
  return `#${channels.join("")}`;
}
