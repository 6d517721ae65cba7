/** Questions above the parts: units, unknown layers, operations that were chosen before, and which material is nested now. */
import type { App } from "../../app.ts";
import { knownMappings } from "./known-mapping.ts";
import { layerQuestion } from "./layer-question.ts";
import { materialChoice } from "./materials.ts";
import { unitQuestion } from "./unit-question.ts";

export function questions(app: App): HTMLElement[] {
  return [unitQuestion(app), layerQuestion(app), knownMappings(app), materialChoice(app)];
}
