/** Which texts say a size, and which of them a radius or a diameter? */
import type { DrawnText } from "../../model/text.ts";

const VALUE = String.raw`(?:\d+(?:[.,]\d+)?(?:[\s-]+\d+\/\d+)?|\d+\/\d+|[.,]\d+)`;
/** Of lengths, also in feet and inches, and of angles. */
const SIZE = String.raw`(?:\d+\s*['’′][\s-]*)?${VALUE}\s*(?:mm|cm|in|["'”″’′]|°|%%D)?`;
const BEFORE = String.raw`(?:\[.*\]\s*)?[(\[<~=]?\s*(?:\d+\s?[x×]\s?)?(?:L\s?=|CA\.?|SR|[Ø⌀ØRM]|%%C|\\[A-Za-z][^;]*;)?\s*`;
const BEHIND = String.raw`[)\]>=]?(?:\s*(?:(?:[±+(\[*]|%%P).*|[A-Za-z]{1,2}\d{1,2}|TYP\.?|REF\.?|BSC|MAX\.?|MIN\.?))?\s*[)\]>=]?`;
const NUMBER = new RegExp(`^${BEFORE}${SIZE}${BEHIND}$`, "i");
/** A radius or a diameter: the sign of it, and the number. */
export const ROUND = /^(?:\d+\s?[x×]\s?)?([Ø⌀ØR]|%%C)\s*(\d+(?:[.,]\d*)?|[.,]\d+)/i;
/** A thread, and radii of what is drilled for it and of what its screw goes through, as shares of its size. */
const THREAD = { text: /^(?:\d+\s?[x×]\s?)?M\s?(\d+(?:[.,]\d+)?)/i, radii: [0.38, 0.6] } as const;
/** What rounding leaves of a number, in its unit. */
const EXACT = 1e-6;
/** Of the units that drawings say their numbers in. */
const MILLIMETRES = [1, 25.4];

/** Whether a text says this radius, or twice it as a diameter, as exactly as its decimals can; or a thread that fits. */
export function saysRadius(text: string, radius: number): boolean {
  const size = Number(THREAD.text.exec(text.trim())?.[1]?.replace(",", "."));
  if (radius >= THREAD.radii[0] * size && radius <= THREAD.radii[1] * size) return true;
  const [, sign, number] = ROUND.exec(text.trim()) ?? [];
  if (!sign || !number) return false;
  const share = sign.toUpperCase() === "R" ? 1 : 0.5;
  const said = share * Number(number.replace(",", "."));
  const decimals = number.split(/[.,]/)[1] ?? "";
  const exact = share / 2 / 10 ** decimals.length + EXACT;
  return MILLIMETRES.some((unit) => Math.abs(said * unit - radius) <= exact * unit);
}

/** Whether a text says a size and nothing else. */
export function saysNumber({ text, tag }: DrawnText): boolean {
  return tag === null && NUMBER.test(text.trim());
}
