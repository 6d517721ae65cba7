/** Which colour is an AutoCAD colour index? As 0xrrggbb, black and white being one: the colour of ink on the sheet. */

const FIRST = [
  0x000000, 0xff0000, 0xffff00, 0x00ff00, 0x00ffff, 0x0000ff, 0xff00ff, 0x000000, 0x808080, 0xc0c0c0,
];
const GREYS = [0x333333, 0x505050, 0x696969, 0x828282, 0xbebebe, 0xffffff];
/** Of each hue: brightness by pairs of indices, the second one of each pair with half of the saturation. */
const BRIGHTNESS = [255, 189, 129, 104, 79];

export const COLOUR = { byBlock: 0, byLayer: 256, ink: 0 } as const;

/** Hues of 15 degrees from 10 to 240, ten shades each. */
export function colourOfIndex(index: number): number {
  if (index < FIRST.length) return FIRST[Math.max(0, index)]!;
  if (index >= 250) return GREYS[Math.min(255, index) - 250]!;
  const bright = BRIGHTNESS[(index % 10) >> 1]!;
  const hue = (Math.floor(index / 10) - 1) / 4;
  const pale = index % 2 === 1 ? bright / 2 : 0;
  const channel = (shift: number) => {
    const away = Math.abs(((((hue - shift) % 6) + 9) % 6) - 3);
    const full = Math.min(1, Math.max(0, 2 - away));
    return Math.round(pale + full * (bright - pale));
  };
  return (channel(0) << 16) + (channel(2) << 8) + channel(4);
}
