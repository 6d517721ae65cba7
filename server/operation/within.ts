/** What a promise comes to within `ms` milliseconds; undefined where it fails or takes longer. */
export async function within<Value>(ms: number, work: Promise<Value>): Promise<Value | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), ms);
  });
  const done = work.catch(() => undefined);
  return Promise.race([done, late]).finally(() => clearTimeout(timer));
}
