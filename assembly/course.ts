/**
 * The course of a solver, one for all of them: a table of tasks. Each has a small step, which says whether there is more of
 * it, and what follows once there is not: a function that chooses the next task. Which one is at hand is all that is kept
 * between two steps.
 *
 *     at hand ─► step ─► more? ── yes ─► (the caller's pause) ─► step
 *                          └───── no ──► over ─► another at hand
 */

@unmanaged
class Task {
  step: () => bool;
  over: () => void;
}
const MOST_TASKS = 16;
const tasks = memory.data(MOST_TASKS * offsetof<Task>());

let current: i32 = 0;

function taskAt(task: i32): Task {
  return changetype<Task>(tasks + <usize>task * offsetof<Task>());
}

/** Says what a task is; `step` answers whether there is more to do, and after its last one `over` begins another task. */
export function defineTask(task: i32, step: () => bool, over: () => void): void {
  assert(task < MOST_TASKS);
  taskAt(task).step = step;
  taskAt(task).over = over;
}

/** Makes a task the one at hand. */
export function turnTo(task: i32): void {
  current = task;
}

export function taskAtHand(): i32 {
  return current;
}

/** One step of the task at hand, and what follows when it was the last. */
export function stepTask(): void {
  const task = taskAt(current);
  if (!task.step()) task.over();
}
