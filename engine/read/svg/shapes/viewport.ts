/** Where does an SVG fit what stands in a view box: page, nested svg, symbol? */
import { compose, type EntityFrame, IDENTITY, translation, turn } from "../../drawing/curves/frame.ts";
import { numbersOf, type SvgViewport } from "./transform.ts";

export interface ViewBox extends SvgViewport {
  left: number;
  top: number;
}

/** Null when it is missing or has no area. */
export function parseViewBox(text: string | undefined): ViewBox | null {
  const [left = 0, top = 0, width = 0, height = 0] = numbersOf(text);
  return width > 0 && height > 0 ? { left, top, width, height } : null;
}

export interface AspectRatio {
  /** Share of the room left over that lies before the content, or null where it is stretched. */
  align: { x: number; y: number } | null;
  slice: boolean;
}

const SHARES = { Min: 0, Mid: 0.5, Max: 1 } as const;

/** Centred and whole where the attribute does not say otherwise. */
export function parseAspectRatio(text: string | undefined): AspectRatio {
  const [, x = "Mid", y = "Mid"] = /x(Min|Mid|Max)Y(Min|Mid|Max)/.exec(text ?? "") ?? [];
  const share = (word: string) => SHARES[word as keyof typeof SHARES];
  const none = /^\s*(defer\s+)?none\b/.test(text ?? "");
  return { align: none ? null : { x: share(x), y: share(y) }, slice: /\bslice\b/.test(text ?? "") };
}

/** Maps a view box into a viewport at the origin. */
export function fitFrame(box: ViewBox | null, room: SvgViewport, { align, slice }: AspectRatio): EntityFrame {
  if (!box) return IDENTITY;
  let [sx, sy] = [room.width / box.width, room.height / box.height];
  if (align) sx = sy = slice ? Math.max(sx, sy) : Math.min(sx, sy);
  const dx = (align?.x ?? 0) * (room.width - sx * box.width);
  const dy = (align?.y ?? 0) * (room.height - sy * box.height);
  return compose(translation(dx, dy, 0), compose(turn(1, 0, sx, sy, 1), translation(-box.left, -box.top, 0)));
}
