/**
 * Where a search may be suspended. Every search is a plain loop that calls `pause` between two of its moves; when the
 * granted work is used up, the host's `suspend` unwinds the calls that lead there, and the next run of the search
 * rewinds them and goes on behind the pause, as if nothing had happened. The build instruments the functions that a
 * pause can be called from (Binaryen's Asyncify, scripts/suspendable.mjs); all others cost nothing.
 *
 * The frames of a suspended search lie at the top of the arena: a stack that overruns its room hits no memory that
 * anybody has reserved.
 *
 *     reserved by the job ── room: current, end, frames ── top (kept) ── scratch of calls between two runs
 */
import { mark, release, reserve } from "./memory";
import { workLeft } from "./work";

/** Imported from the host as `pause.suspend`. */
declare function suspend(): void;

/** Current and end of the frames, as Asyncify wants them, before the frames themselves. */
@unmanaged
class StackRoom {
  current: usize;
  end: usize;
}
/** Searches are some ten calls deep, with frames of some hundred bytes. */
const STACK_BYTES: usize = 65536;

let room: StackRoom = changetype<StackRoom>(0);
/** Top of the arena while a search is suspended, else 0. */
let kept: usize = 0;
let everywhere: bool = false;
let stopped: bool = false;

/** Lets the host suspend the search here once the granted work is used up. */
export function pause(): void {
  if (!ASC_NO_ASSERT && everywhere) suspend();
  while (!workLeft()) suspend();
}

/** Suspends in any case: a part of the opening is done, which is granted no work. */
export function yieldNow(): void {
  suspend();
}

/** Leaves the search for good, from wherever it is: nothing is left to gain. */
export function stop(): void {
  stopped = true;
  while (true) suspend();
}

export function isStopped(): bool {
  return stopped;
}

/** In debug builds: from now on every pause suspends. */
export function pauseEverywhere(): void {
  everywhere = true;
}

/** Makes room for the frames of the search that is being suspended, and returns its address. */
export function openStack(): usize {
  room = changetype<StackRoom>(reserve(offsetof<StackRoom>() + STACK_BYTES));
  room.current = changetype<usize>(room) + offsetof<StackRoom>();
  room.end = room.current + STACK_BYTES;
  return changetype<usize>(room);
}

/** All frames are in the room, and what they left of it is given back; false: there were too many. */
export function closeStack(): bool {
  if (room.current > room.end) return false;
  const used = room.current - changetype<usize>(room);
  release(changetype<usize>(room));
  reserve(used);
  kept = mark();
  return true;
}

/** The frames have been taken back. */
export function dropStack(): void {
  assert(mark() === kept);
  release(changetype<usize>(room));
  kept = 0;
}

/** Bytes that the job has reserved, for the test that a search reserves nothing. */
export function memoryUsed(): usize {
  return kept === 0 ? mark() : min(mark(), changetype<usize>(room));
}
