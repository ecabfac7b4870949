import { AsyncLocalStorage } from 'node:async_hooks';
import type { State } from '../state/state.js';

const ofRequest = new AsyncLocalStorage<true>();

/**
 * What `request` comes to where it has read what it reads before its transaction, and then waits for the state's writer
 * behind the transaction of `first`.
 */
export async function settleBehind<T>(
  state: State,
  first: () => Promise<unknown>,
  request: () => Promise<T>,
): Promise<PromiseSettledResult<T>> {
  const release = await holdWriter(state);
  const ahead = first();
  const waits = beginsTransaction(state);
  const result = Promise.allSettled([ofRequest.run(true, request)]);
  await Promise.race([waits, result]);
  await release();
  await ahead;
  return (await result)[0];
}

/** Occupies the writer until the returned function is called. */
async function holdWriter(state: State): Promise<() => Promise<void>> {
  const [held, over] = [Promise.withResolvers<null>(), Promise.withResolvers<null>()];
  const transaction = state.transaction(() => {
    held.resolve(null);
    return over.promise;
  });
  await held.promise;
  return async () => {
    over.resolve(null);
    await transaction;
  };
}

/** Resolves when the request begins its first transaction. */
function beginsTransaction(state: State): Promise<void> {
  const transaction = state.transaction.bind(state);
  return new Promise((resolve) => {
    state.transaction = (work) => {
      if (ofRequest.getStore() === true) {
        state.transaction = transaction;
        resolve();
      }
      return transaction(work);
    };
  });
}
