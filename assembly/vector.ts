/** Arrays in the arena: a pointer that reads like an array. The length is known to whoever reserved it. */
import { reserve, reserveZeroed } from "./memory";

@unmanaged
export class List<T> {
  @inline
  @operator("[]")
  get(i: i32): T {
    return load<T>(changetype<usize>(this) + ((<usize>i) << alignof<T>()));
  }

  @inline
  @operator("[]=")
  set(i: i32, value: T): void {
    store<T>(changetype<usize>(this) + ((<usize>i) << alignof<T>()), value);
  }
}

export type Numbers = List<f64>;
export type Ints = List<i32>;
/** Single precision. */
export type Singles = List<f32>;
/** Sets of up to 64, and hashes. */
export type Words = List<u64>;
export type Bytes = List<u8>;

export function reserveNumbers(count: i32): Numbers {
  return changetype<Numbers>(reserveZeroed((<usize>count) << 3));
}

export function reserveInts(count: i32): Ints {
  return changetype<Ints>(reserveZeroed((<usize>count) << 2));
}

/** As `reserveInts`, contents undefined: large tables cost nothing until they are used. */
export function reserveRawInts(count: i32): Ints {
  return changetype<Ints>(reserve((<usize>count) << 2));
}

/** As `reserveNumbers`, contents undefined. */
export function reserveRawNumbers(count: i32): Numbers {
  return changetype<Numbers>(reserve((<usize>count) << 3));
}

/** Contents undefined, as of all that follow. */
export function reserveRawSingles(count: i32): Singles {
  return changetype<Singles>(reserve((<usize>count) << 2));
}

export function reserveRawWords(count: i32): Words {
  return changetype<Words>(reserve((<usize>count) << 3));
}

export function reserveRawBytes(count: i32): Bytes {
  return changetype<Bytes>(reserve(<usize>count));
}

export function clearNumbers(list: Numbers, count: i32): void {
  memory.fill(changetype<usize>(list), 0, (<usize>count) << 3);
}

export function clearInts(list: Ints, count: i32): void {
  memory.fill(changetype<usize>(list), 0, (<usize>count) << 2);
}

export function clearWords(list: Words, count: i32): void {
  memory.fill(changetype<usize>(list), 0, (<usize>count) << 3);
}

export function copyNumbers(to: Numbers, from: Numbers, count: i32): void {
  memory.copy(changetype<usize>(to), changetype<usize>(from), (<usize>count) << 3);
}

export function copyInts(to: Ints, from: Ints, count: i32): void {
  memory.copy(changetype<usize>(to), changetype<usize>(from), (<usize>count) << 2);
}
