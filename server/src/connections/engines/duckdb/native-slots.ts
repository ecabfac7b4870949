const DEFAULT_POOL_SIZE = 4;
const poolSize = Number(process.env.UV_THREADPOOL_SIZE) || DEFAULT_POOL_SIZE;

/**
 * The places for statements inside DuckDB. Each of its calls holds a thread of Node's pool until it has ended, and the
 * same pool reads files and resolves names for the whole server; so one thread is always left to the others.
 */
const waiting: (() => void)[] = [];
let free = Math.max(1, poolSize - 1);

/** Makes a call as soon as there is a place for it; `isWanted` is asked when its turn comes, null when it is not. */
export async function inNativeSlot<T>(
  call: () => Promise<T>,
  isWanted: () => boolean,
  unwanted: Promise<void>,
): Promise<T | null> {
  if (free > 0) free--;
  else if (!(await turn(unwanted))) return null;
  try {
    return isWanted() ? await call() : null;
  } finally {
    leave();
  }
}

/** True with a place; false when the caller has left the queue. */
async function turn(unwanted: Promise<void>): Promise<boolean> {
  let enter: () => void = () => undefined;
  const entered = new Promise<boolean>((resolve) => (enter = () => resolve(true)));
  waiting.push(enter);
  const hasEntered = await Promise.race([entered, unwanted.then(() => false)]);
  const place = waiting.indexOf(enter);
  if (hasEntered || place === -1) return true;
  waiting.splice(place, 1);
  return false;
}

/** A place goes straight to the one who waits longest. */
function leave(): void {
  const next = waiting.shift();
  if (next === undefined) free++;
  else next();
}
