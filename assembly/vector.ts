/** Arrays in the arena: a pointer that reads like an array. The length is known to whoever reserved it. */
import { reserve, reserveZeroed } from "./memory";

@unmanaged
export class Numbers {
  @inline
  @operator("[]")
  get(i: i32): f64 {
    return load<f64>(changetype<usize>(this) + ((<usize>i) << 3));
  }

  @inline
  @operator("[]=")
  set(i: i32, value: f64): void {
    store<f64>(changetype<usize>(this) + ((<usize>i) << 3), value);
  }
}

@unmanaged
export class Ints {
  @inline
  @operator("[]")
  get(i: i32): i32 {
    return load<i32>(changetype<usize>(this) + ((<usize>i) << 2));
  }

  @inline
  @operator("[]=")
  set(i: i32, value: i32): void {
    store<i32>(changetype<usize>(this) + ((<usize>i) << 2), value);
  }
}

/** Single precision. */
@unmanaged
export class Singles {
  @inline
  @operator("[]")
  get(i: i32): f32 {
    return load<f32>(changetype<usize>(this) + ((<usize>i) << 2));
  }

  @inline
  @operator("[]=")
  set(i: i32, value: f32): void {
    store<f32>(changetype<usize>(this) + ((<usize>i) << 2), value);
  }
}

/** Sets of up to 64, and hashes. */
@unmanaged
export class Words {
  @inline
  @operator("[]")
  get(i: i32): u64 {
    return load<u64>(changetype<usize>(this) + ((<usize>i) << 3));
  }

  @inline
  @operator("[]=")
  set(i: i32, value: u64): void {
    store<u64>(changetype<usize>(this) + ((<usize>i) << 3), value);
  }
}

@unmanaged
export class Bytes {
  @inline
  @operator("[]")
  get(i: i32): u8 {
    return load<u8>(changetype<usize>(this) + <usize>i);
  }

  @inline
  @operator("[]=")
  set(i: i32, value: u8): void {
    store<u8>(changetype<usize>(this) + <usize>i, value);
  }
}

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
