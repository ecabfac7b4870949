import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from '@jest/globals';
import { ABORTED } from './aborted.js';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** Aborts in a function that holds something; gives what shows whether that is still there. */
function abortBeside(abort: AbortController): WeakRef<object> {
  const held = { text: 'x'.repeat(1_000) };
  const stop = (): string => {
    abort.abort(ABORTED);
    return held.text;
  };
  stop();
  return new WeakRef(held);
}

it('keeps nothing alive of what was there when it was the reason', async () => {
  const abort = new AbortController();
  const held = abortBeside(abort);
  await new Promise((resolve) => setTimeout(resolve));
  collectGarbage();
  expect(held.deref()).toBeUndefined();
  expect(() => abort.signal.throwIfAborted()).toThrow('aborted');
  expect((abort.signal.reason as DOMException).name).toBe('AbortError');
});
