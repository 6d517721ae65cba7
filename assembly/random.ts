/**
 * Seeded random numbers: xoshiro128** (Blackman and Vigna 2018), state in four module globals, so that the same
 * seed gives the same draws in every engine that runs WebAssembly.
 */
let s0: u32 = 0;
let s1: u32 = 0;
let s2: u32 = 0;
let s3: u32 = 0;

/** Fills the state from one 32-bit seed by splitmix32, which never yields the forbidden all-zero state. */
export function seedRandom(seed: u32): void {
  s0 = split((seed += 0x9e3779b9));
  s1 = split((seed += 0x9e3779b9));
  s2 = split((seed += 0x9e3779b9));
  s3 = split((seed += 0x9e3779b9)) | 1;
}

function split(z: u32): u32 {
  z = (z ^ (z >> 16)) * 0x85ebca6b;
  z = (z ^ (z >> 13)) * 0xc2b2ae35;
  return z ^ (z >> 16);
}

/** 32 random bits. */
export function randomBits(): u32 {
  const result = rotl<u32>(s1 * 5, 7) * 9;
  const t = s1 << 9;
  s2 ^= s0;
  s3 ^= s1;
  s1 ^= s2;
  s0 ^= s3;
  s2 ^= t;
  s3 = rotl<u32>(s3, 11);
  return result;
}

/** Uniform in [0, 1), 32 bits of it. */
export function randomUnit(): f64 {
  return <f64>randomBits() * (1.0 / 4294967296.0);
}

/** Uniform in [low, high). */
export function randomBetween(low: f64, high: f64): f64 {
  return low + randomUnit() * (high - low);
}

/** Uniform integer in [0, count), by multiplication (bias below 2^-32 * count). */
export function randomIndex(count: u32): u32 {
  return <u32>((<u64>randomBits() * <u64>count) >> 32);
}
