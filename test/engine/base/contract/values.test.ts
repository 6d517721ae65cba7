/** Values that are more than a type and a bound. */
import { describe, expect, it } from "vitest";
import { shortening } from "../../../../engine/base/contract/cut-plan.ts";
import { CALL_OPTIONS, checkOptions } from "../../../../engine/base/contract/options.ts";
import { registerRequestSchema } from "../../../../engine/base/contract/v1/account.ts";

describe("an address", () => {
  const faultOf = (email: string) =>
    registerRequestSchema
      .safeParse({ email, name: "n", password: "long enough" })
      .error?.issues[0]?.message.split("email address: ")[1];

  it.each([
    ["a@b.example", undefined],
    ["a", "An email address must have an @-sign."],
    ["@b.example", "There must be something before the @-sign."],
    ["a@", "There must be something after the @-sign."],
    ["a b@c.example", "The email address contains invalid characters before the @-sign: SPACE."],
    ["a@b@c.example", "The email address contains invalid characters."],
    ["a,b@c.example", "The email address contains invalid characters."],
  ])("%j: %s", (email, fault) => expect(faultOf(email)).toBe(fault));
});

describe("the short edge of a mitred piece", () => {
  it.each([
    [0, 0, 0],
    [45, 0, 100],
    [0, -45, 100],
    // A trapezium loses at both ends, a parallelogram at one end of each edge.
    [45, 45, 200],
    [45, -45, 100],
    [-60, 45, 100 * Math.sqrt(3)],
  ])("is behind at %d° and %d° by %d", (start, end, by) => {
    expect(shortening({ start, end }, 100)).toBeCloseTo(by, 9);
  });
});

describe("options", () => {
  it.each([
    [{ signal: new AbortController().signal }, undefined],
    [{ signal: {} }, "must be an AbortSignal"],
    [{ signal: null }, "must be an AbortSignal"],
    [{ signal: "aborted" }, "must be an AbortSignal"],
    [{ timeLimitMs: 0 }, undefined],
    [{ timeLimitMs: -1 }, "must be a number of at least 0"],
    [{ timeLimitMs: "1" }, "must be a number of at least 0"],
  ])("%j: %s", (options, fault) => {
    const check = () => checkOptions(CALL_OPTIONS, options);
    if (fault === undefined) expect(check).not.toThrow();
    else expect(check).toThrow(fault);
  });
});
