/** How does a reader refuse a file? One code, a sentence that says what was found and where. */
import { EngineError } from "../../errors.ts";

export function invalidDxf(message: string): EngineError {
  return new EngineError("INVALID_DXF", message);
}

/** Text from a file as it may be quoted in a message: short, on one line, without control characters. */
export function quote(text: string): string {
  const clean = text.slice(0, 60).replace(/[^\P{C}]/gu, "?");
  return clean.length > 40 ? `"${clean.slice(0, 40)}…"` : `"${clean}"`;
}
