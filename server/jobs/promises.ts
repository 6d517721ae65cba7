/** Waits for a promise for `ms` milliseconds. Resolves with undefined where it is rejected or takes longer. */
export async function within<Value>(ms: number, work: Promise<Value>): Promise<Value | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), ms);
  });
  const done = work.catch(() => undefined);
  return Promise.race([done, late]).finally(() => clearTimeout(timer));
}

/** Has `work` end after `ms`, or with `gone`; nothing is left of it on a signal that lasts. */
export async function until<Result>(
  ms: number,
  gone: AbortSignal,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const over = new AbortController();
  const end = () => over.abort();
  const timer = setTimeout(end, ms);
  gone.addEventListener("abort", end, { signal: over.signal });
  if (gone.aborted) end();
  try {
    return await work(over.signal);
  } finally {
    clearTimeout(timer);
    end();
  }
}

/** Has works done one after another, whether they fail or not. */
export function inTurn(): <Result>(work: () => Promise<Result>) => Promise<Result> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const done = last.then(work, work);
    last = done.catch(() => undefined);
    return done;
  };
}
