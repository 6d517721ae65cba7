/** Whatever a request for panels says, its answer can be sawn and adds up. */
import * as fc from "fast-check";
import { describe, it } from "vitest";
import type { PanelPlanRequestInput } from "../../../../engine/base/contract/panel-plan.ts";
import { anyPanelJob, panelsVerified } from "../../../helpers/panel/panel.ts";

const LENGTHS = /^(length|width|x|y|kerf|trim_\w+|min_cut_distance|min_offcut_\w+)$/;

/** The request with all lengths times a factor: most are then no short decimals, as sums and inches are not. */
function scaled(request: PanelPlanRequestInput, factor: number): PanelPlanRequestInput {
  const text = JSON.stringify(request, (key, value) =>
    LENGTHS.test(key) && typeof value === "number" ? value * factor : value,
  );
  return JSON.parse(text);
}

describe("any request for panels", () => {
  it("has an answer that the verifier passes", async () => {
    await fc.assert(
      fc.asyncProperty(anyPanelJob, async (request) => {
        await panelsVerified(request, { workBudget: 20_000 });
      }),
      { numRuns: 400 },
    );
  });

  it("has one where lengths have as many digits as a double", async () => {
    const factor = fc.constantFrom(1.1, 25.4 / 16, 1 / 3);
    await fc.assert(
      fc.asyncProperty(anyPanelJob, factor, async (request, by) => {
        await panelsVerified(scaled(request, by), { workBudget: 20_000 });
      }),
      { numRuns: 400 },
    );
  });
});
