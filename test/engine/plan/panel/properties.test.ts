/** Whatever a request for panels says, its answer can be sawn and adds up. */
import * as fc from "fast-check";
import { describe, it } from "vitest";
import { anyPanelJob, panelsVerified } from "../../../helpers/panel/panel.ts";

describe("any request for panels", () => {
  it("has an answer that the verifier passes", async () => {
    await fc.assert(
      fc.asyncProperty(anyPanelJob, async (request) => {
        await panelsVerified(request, { workBudget: 20_000 });
      }),
      { numRuns: 400 },
    );
  });
});
