/** Whatever a request for panels says, its answer can be sawn and adds up. */
import * as fc from "fast-check";
import { describe, it } from "vitest";
import { anyPanelJob, panelsVerified } from "../../helpers/panel/panel.ts";

describe("any request for panels", () => {
  it("has an answer that the verifier passes", { timeout: 900000 }, async () => {
    await fc.assert(
      fc.asyncProperty(anyPanelJob, async (request) => {
        await panelsVerified(request, { workBudget: 20_000 });
      }),
      // The same every time: of thousands of others a few show that copies which have to be alike are left out
      // while a panel that they would fit the other way round is free.
      { numRuns: 60000 },
    );
  });
});
