import { afterEach, describe, expect, it } from '@jest/globals';
import { GuardedWorker } from './guarded-worker.js';

/** Answers with what it is sent, keeps what no request may take, or loops. */
const PROGRAM = `
  import { parentPort } from 'node:worker_threads';
  const kept = [];
  parentPort.on('message', (request) => {
    while (request === 'loop');
    while (request === 'grow') kept.push(new Array(20_000_000).fill(1));
    parentPort.postMessage(request);
  });`;

describe('a thread that answers requests', () => {
  let worker: GuardedWorker<string, string>;
  const start = (patienceMs: number): void => {
    const program = new URL(`data:text/javascript,${encodeURIComponent(PROGRAM)}`);
    worker = new GuardedWorker({ program, patienceMs, startPatienceMs: 60_000 });
  };
  afterEach(() => worker.close());

  it('is ended alone where a request takes too much memory, and the next one has a new thread', async () => {
    start(60_000);
    expect(await worker.ask('one')).toBe('one');
    // V8 ends the whole process where such an allocation meets the limit of the heap.
    await expect(worker.ask('grow')).rejects.toMatchObject({ code: 'text-too-hard' });
    expect(await worker.ask('two')).toBe('two');
  });

  it('is ended where a request takes too long, and the next one has a new thread', async () => {
    start(300);
    expect(await worker.ask('one')).toBe('one');
    await expect(worker.ask('loop')).rejects.toMatchObject({ code: 'text-too-hard' });
    expect(await worker.ask('two')).toBe('two');
  });
});
