/**
 * The arena: the only file that grows memory.
 *
 * One instance of the module serves one job, so memory is handed out by bumping a pointer and given back either
 * down to a mark (scratch of a phase) or with the whole instance. Nothing is reserved inside a step. The memory itself
 * is the host's, who may have had another job in it: what has just been reserved holds anything.
 *
 *     __heap_base ── request block ── tables ── state ── best block ── scratch ── top ── end of memory
 */

/** Alignment of every block: one v128. */
const ALIGN: usize = 16;
const PAGE: usize = 65536;

let top: usize = (__heap_base + ALIGN - 1) & ~(ALIGN - 1);

/** 1 once a reservation has failed; the host reads it after a trap to tell exhaustion from a defect. */
let exhausted: i32 = 0;
export function memoryExhausted(): i32 {
  return exhausted;
}

/**
 * Reserves `bytes` (16-byte aligned, contents undefined) and returns the address.
 * Traps when the memory limit of the module is reached; the host turns that into an error of this job alone.
 */
export function reserve(bytes: usize): usize {
  const at = top;
  const end = (at + bytes + ALIGN - 1) & ~(ALIGN - 1);
  const have = <usize>memory.size() * PAGE;
  if (end < at) fail();
  if (end > have) {
    const need = <i32>((end - have + PAGE - 1) / PAGE);
    // Growing by at least a quarter keeps the number of growths logarithmic.
    grow(max(need, memory.size() / 4), need);
  }
  top = end;
  return at;
}

/**
 * Grows memory by so many pages, or by fewer where there are not so many. What calls another function the compiler
 * copies nowhere: with the growth in it, `reserve` stood in each of its callers.
 */
function grow(wanted: i32, need: i32): void {
  if (memory.grow(wanted) >= 0) return;
  if (wanted === need) fail();
  grow(need, need);
}

/** As `reserve`, zero-filled. */
export function reserveZeroed(bytes: usize): usize {
  const at = reserve(bytes);
  memory.fill(at, 0, bytes);
  return at;
}

/** Room above all blocks for what the host reads before it calls the core again: the next block takes its place. */
export function lend(bytes: usize): usize {
  const at = reserve(bytes);
  release(at);
  return at;
}

/** The current top; hand it to `release` to give back everything reserved since. */
export function mark(): usize {
  return top;
}

export function release(to: usize): void {
  assert(to <= top);
  top = to;
}

function fail(): void {
  exhausted = 1;
  unreachable();
}

/** Replaces the imported abort, so that the module imports nothing but its memory: a failed assertion is a trap. */
export function abort(_message: usize, _file: usize, _line: u32, _column: u32): void {
  unreachable();
}
