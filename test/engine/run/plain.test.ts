/** Answers without a search: complete, right, and made where there is no core at all. */
import { afterEach, describe, expect, it, vi } from "vitest";
import { verifyPanels } from "../../../engine/entries/verify.ts";
import { createEngine } from "../../../engine/index.node.ts";
import { v1, verifyCutAnswer, verifyNestAnswer } from "../../../engine/v1.ts";
import { CUT_REQUEST, NEST_REQUEST, PANEL_REQUEST } from "../../helpers/run/requests.ts";

afterEach(() => vi.unstubAllGlobals());

describe("a call without a search", () => {
  it("is answered at once, also where there is no WebAssembly", async () => {
    vi.stubGlobal("WebAssembly", undefined);
    const engine = await createEngine({ workers: 1 });
    const ended: unknown[] = [];
    const options = { search: false, onProgress: (event: { ended?: unknown }) => ended.push(event.ended) };
    const nest = await v1(engine).nest(NEST_REQUEST, options);
    expect([...verifyNestAnswer(NEST_REQUEST, nest).violations, ...nest.unplaced]).toEqual([]);
    const cut = await v1(engine).cut(CUT_REQUEST, options);
    expect([...verifyCutAnswer(CUT_REQUEST, cut).violations, ...cut.unplaced]).toEqual([]);
    const panels = await engine.panels(PANEL_REQUEST, options);
    expect([...verifyPanels(PANEL_REQUEST, panels).violations, ...panels.unplaced]).toEqual([]);
    expect(ended).toEqual(["done", "done", "done"]);
    await expect(v1(engine).nest({ ...NEST_REQUEST, parts: [] }, { search: false })).rejects.toThrow("parts");
    await engine.close();
  });
});
