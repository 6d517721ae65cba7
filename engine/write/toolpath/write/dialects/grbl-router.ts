/** GRBL 1.1 with a spindle. S is the power as it is given, verbatim. */
import { type Dialect, modes } from "./dialect.ts";
import { spindle, start } from "./spindle.ts";

export const grblRouter: Dialect = {
  ...spindle,
  comment: (text) => `; ${text}`,
  begin: (scene) => [modes(scene), ...start(scene)],
  end: ["M2"],
};
