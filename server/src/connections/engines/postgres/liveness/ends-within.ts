/** True when the promise settles within the time. */
export async function endsWithin(ended: Promise<unknown>, timeoutMs: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => resolve(false), timeoutMs);
  const settle = (): void => resolve(true);
  ended.then(settle, settle);
  const hasEnded = await promise;
  clearTimeout(timer);
  return hasEnded;
}
