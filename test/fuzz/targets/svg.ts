/** Bytes of an SVG or a LightBurn project; the first is there in any case, so that they are read as that. */
import { checkReading } from "../reading.ts";

export const fuzz = (data: Uint8Array) => checkReading(new Uint8Array([60, ...data]));
