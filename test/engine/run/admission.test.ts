/** Who is admitted when: places are counted, order is kept, and whoever gives up blocks nobody. */
import { describe, expect, it } from "vitest";
import { Turnstile } from "../../../engine/run/admission.ts";

/** Enters and notes the name once admitted. */
function enterer(turnstile: Turnstile) {
  const admitted: string[] = [];
  const enter = async (name: string, places: number, signal?: AbortSignal) => {
    await turnstile.enter(places, signal);
    admitted.push(name);
  };
  return { admitted, enter };
}

/** All promises that can settle have settled after a macrotask. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

describe("a turnstile", () => {
  it("admits as many as there are places, then one for each that leaves", async () => {
    const turnstile = new Turnstile(2);
    const { admitted, enter } = enterer(turnstile);
    for (const name of ["a", "b", "c", "d"]) void enter(name, 1);
    await settled();
    expect(admitted).toEqual(["a", "b"]);
    turnstile.leave();
    await settled();
    expect(admitted).toEqual(["a", "b", "c"]);
  });

  it("never lets a small one pass a large one that waits", async () => {
    const turnstile = new Turnstile(3);
    const { admitted, enter } = enterer(turnstile);
    void enter("two", 2);
    void enter("three", 3);
    void enter("one", 1);
    await settled();
    expect(admitted).toEqual(["two"]);
    turnstile.leave();
    turnstile.leave();
    await settled();
    expect(admitted).toEqual(["two", "three"]);
  });

  it("admits the next when the one before gives up", async () => {
    const turnstile = new Turnstile(2);
    const { admitted, enter } = enterer(turnstile);
    const controller = new AbortController();
    void enter("first", 1);
    const gone = enter("large", 2, controller.signal);
    void enter("small", 1);
    const reason = new Error("changed my mind");
    controller.abort(reason);
    await expect(gone).rejects.toBe(reason);
    await settled();
    expect(admitted).toEqual(["first", "small"]);
  });

  it("refuses whoever waits or comes after it was closed", async () => {
    const turnstile = new Turnstile(0);
    const waiting = turnstile.enter(1);
    const reason = new Error("closed");
    turnstile.close(reason);
    await expect(waiting).rejects.toBe(reason);
    await expect(turnstile.enter(1)).rejects.toBe(reason);
  });
});
