/** A case of a program: the request and the options as JSON, then the program with its findings, totals and bridges. */
import { exportRequestSchema } from "../../../engine/base/contract/v1/export.ts";
import { EngineError } from "../../../engine/base/errors.ts";
import { planExport } from "../../../engine/write/toolpath/export.ts";

/** Answer to the lines of one case. */
export function programAnswer([request = "", options = ""]: string[]): string[] {
  try {
    const given = exportRequestSchema.parse(JSON.parse(request.replace("request ", "")));
    const { gcode, picture, ...told } = planExport(given, JSON.parse(options.replace("options ", "")));
    const said = Object.entries({ ...told, tabs: picture.tabs }).map(
      ([name, value]) => `${name} ${JSON.stringify(value, shortened)}`,
    );
    return [...gcode.trimEnd().split("\n"), ...said];
  } catch (error) {
    if (error instanceof EngineError) return [`${error.code}: ${error.message}`];
    throw error;
  }
}

function shortened(_: string, value: unknown): unknown {
  return typeof value === "number" ? Number(value.toFixed(6)) + 0 : value;
}
