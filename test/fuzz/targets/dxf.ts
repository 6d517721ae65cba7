/** Bytes of a DXF file, ASCII or binary. */
import { checkReading } from "../reading.ts";

export const fuzz = checkReading;
