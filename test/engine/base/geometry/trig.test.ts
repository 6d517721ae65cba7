/** Angles alike everywhere: against sines and cosines worked out in whole numbers, and as a digest for every engine. */
import { createHash } from "node:crypto";
import { expect, it } from "vitest";
import { acos, atan, atan2 } from "../../../../engine/base/geometry/trig/angles.ts";
import { hypot } from "../../../../engine/base/geometry/trig/hypot.ts";
import { cos, sin, tan } from "../../../../engine/base/geometry/trig/sines.ts";
import { Random } from "../../../helpers/random.ts";

/** Digits after the point of the exact values, in bits: all those of the smallest results, and a hundred more. */
const DIGITS = 300n;
const ONE = 1n << DIGITS;

/** A double as so many parts of `ONE`. */
function exactly(value: number): bigint {
  const exponent = Math.max(-200, Math.floor(Math.log2(Math.abs(value) || 1)) - 60);
  const shift = DIGITS + BigInt(exponent);
  return BigInt(value * 2 ** -exponent) << shift;
}

/** By their series. */
function exactSineAndCosine(angle: number): { sine: bigint; cosine: bigint } {
  const x = exactly(angle);
  let [sine, cosine, term] = [0n, 0n, ONE];
  for (let n = 0n; term !== 0n && term !== -1n; n++) {
    if (n % 2n === 0n) cosine += n % 4n === 0n ? term : -term;
    else sine += n % 4n === 1n ? term : -term;
    term = (term * x) / (ONE * (n + 1n));
  }
  return { sine, cosine };
}

/** The distance from a double to the next. */
function lastPlace(value: number): number {
  const bits = new BigInt64Array(1);
  const double = new Float64Array(bits.buffer);
  double[0] = Math.abs(value);
  bits[0]!++;
  return double[0] - Math.abs(value);
}

/** An error, given as parts of `ONE`, in units of the last place of what it is of. */
const inPlaces = (error: bigint, of: number) => Math.abs(Number(error) / Number(ONE)) / lastPlace(of);

/** All kinds of angles, and those next to quarters of a turn, where sines and cosines have the fewest digits to lose. */
function* angles(random: Random, count: number): Generator<number> {
  for (let i = 0; i < count; i++) {
    yield random.float(-7, 7);
    yield random.float(-100, 100);
    yield (Math.round(random.float(-16, 16)) * Math.PI) / 2;
    yield ((Math.round(random.float(-16, 16)) * Math.PI) / 2) *
      (1 + random.float(-1, 1) * 2 ** -random.float(0, 52));
    yield random.float(-1, 1) * 2 ** -random.float(0, 40);
  }
}

it("has sines and cosines to within one unit of the last place", () => {
  for (const angle of angles(new Random(1), 1000)) {
    const { sine, cosine } = exactSineAndCosine(angle);
    expect(inPlaces(exactly(sin(angle)) - sine, sin(angle)), `sin ${angle}`).toBeLessThanOrEqual(1);
    expect(inPlaces(exactly(cos(angle)) - cosine, cos(angle)), `cos ${angle}`).toBeLessThanOrEqual(1);
    const slope = exactly(tan(angle));
    const error = ((slope * cosine) / ONE - sine) * (ONE / (cosine || 1n));
    if (cosine > ONE >> 20n) expect(inPlaces(error, tan(angle)), `tan ${angle}`).toBeLessThanOrEqual(2);
  }
});

it("has angles of places to within one unit of the last place", () => {
  const random = new Random(2);
  for (let i = 0; i < 5000; i++) {
    const x = random.float(-1, 1) * 10 ** random.float(-3, 4);
    const y = i % 2 === 0 ? x * random.float(-3, 3) : random.float(-1, 1) * 10 ** random.float(-3, 4);
    const angle = atan2(y, x);
    const { sine, cosine } = exactSineAndCosine(angle);
    // By how far the place lies beside the ray at this angle, of its distance.
    const aside = exactly(y) * cosine - exactly(x) * sine;
    const error = aside / exactly(Math.hypot(x, y));
    expect(inPlaces(error, angle), `atan2 ${y} ${x}`).toBeLessThanOrEqual(1);
  }
});

it("has lengths to within one and a half units of the last place", () => {
  const random = new Random(3);
  for (let i = 0; i < 5000; i++) {
    const [x, y] = [random.float(-1, 1), random.float(-1, 1) * 10 ** random.float(-6, 6)];
    const length = exactly(hypot(x, y));
    const error = (length * length - exactly(x) * exactly(x) - exactly(y) * exactly(y)) / (2n * length);
    expect(inPlaces(error, hypot(x, y)), `hypot ${x} ${y}`).toBeLessThanOrEqual(1.5);
  }
  expect(hypot(3, 4)).toBe(5);
  expect(hypot(2, 3, 6)).toBe(7);
});

it("has arc cosines to within two units of the last place", () => {
  const random = new Random(4);
  for (let i = 0; i < 2000; i++) {
    const cosine = random.float(-1, 1);
    const exact = exactSineAndCosine(acos(cosine));
    const error = ((exact.cosine - exactly(cosine)) * ONE) / exact.sine;
    expect(inPlaces(error, acos(cosine)), `acos ${cosine}`).toBeLessThanOrEqual(2);
  }
  expect([acos(1), acos(0), acos(-1)]).toEqual([0, Math.PI / 2, Math.PI]);
});

it("knows signs of zero, what is no number, and angles beyond counting", () => {
  for (const y of [0, -0, 1, -1, 1e-320, Number.NaN])
    for (const x of [0, -0, 1, -1, 1e-320, 1e200]) expect(atan2(y, x)).toBe(Math.atan2(y, x));
  expect([sin(0), cos(0), atan(-0)]).toEqual([0, 1, -0]);
  expect([sin(1e300), cos(-1e300)].every((value) => Math.abs(value) <= 1)).toBe(true);
  expect([sin(Number.NaN), cos(Number.POSITIVE_INFINITY), atan(Number.NaN)]).toEqual([NaN, NaN, NaN]);
});

it("has the same bits wherever it runs", () => {
  const random = new Random(5);
  const values: number[] = [];
  for (const angle of angles(random, 10_000))
    values.push(sin(angle), cos(angle), tan(angle), atan(angle), atan2(random.float(-9, 9), angle));
  const digest = createHash("sha256").update(Float64Array.from(values)).digest("hex");
  expect(digest.slice(0, 16)).toBe("5d41aefddd4df418");
});
