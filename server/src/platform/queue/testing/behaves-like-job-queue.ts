import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { State } from '../../index.js';
import type { JobQueue, QueueLimits } from '../../index.js';
import { TestWorkbench } from '../../testing/test-workbench.js';
import { JobQueues } from '../job-queues.js';

let count = 0;

/** Work that goes on until it is let go, of which is known what has begun and what goes on. */
export class Bench {
  readonly begun: string[] = [];
  readonly going = new Set<string>();
  most = 0;
  private readonly doors = new Map<string, () => void>();

  constructor(private readonly isGated = true) {}

  readonly work = async (id: string): Promise<void> => {
    this.begun.push(id);
    this.going.add(id);
    this.most = Math.max(this.most, this.going.size);
    try {
      if (this.isGated) await new Promise<void>((resolve) => this.doors.set(id, resolve));
      if (id.includes('fails')) throw new Error('on purpose');
    } finally {
      this.going.delete(id);
    }
  };

  letGo(id: string): void {
    this.doors.get(id)?.();
  }
}

/** Waits until something is so; the time limit of the test is its end. */
export async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 5));
}

/** A name that no queue has had. */
export const freshName = (): string => `test-${process.pid}-${(count += 1)}`;

/** What every queue keeps to, wherever what waits is kept. */
export function behavesLikeJobQueue(): void {
  let workbench: TestWorkbench;
  const queues: JobQueue[] = [];

  beforeAll(async () => {
    workbench = await TestWorkbench.start({ features: [] });
  });
  afterAll(() => workbench.stop());
  afterEach(async () => {
    for (const queue of queues.splice(0)) await queue.stop();
  });

  async function open(limits: Partial<QueueLimits>, bench: Bench): Promise<JobQueue> {
    const queue = workbench.app.get(JobQueues).make(freshName(), { overall: 10, perLane: 10, ...limits });
    await queue.start(bench.work);
    queues.push(queue);
    return queue;
  }
  const works = (ids: string, lane: string | null = null) => ids.split(' ').map((id) => ({ id, lane }));

  describe('a queue', () => {
    it('hands over in order, each once, no more at a time than there are places', async () => {
      const bench = new Bench();
      const queue = await open({ overall: 2 }, bench);
      await queue.push(works('a b c'));
      await queue.push(works('d a'));
      await until(() => bench.begun.length === 2);
      for (const id of ['a', 'b', 'c', 'd']) {
        await until(() => bench.going.has(id));
        bench.letGo(id);
      }
      await queue.stop();
      expect([bench.begun, bench.most]).toEqual([['a', 'b', 'c', 'd'], 2]);
    });

    it('lets no more of a lane go on than it has places, and holds up nobody behind that', async () => {
      const bench = new Bench();
      const queue = await open({ perLane: 1 }, bench);
      await queue.push([...works('a1 a2', 'a'), ...works('b1 b2', 'b'), ...works('free')]);
      await until(() => bench.going.size === 3);
      expect([...bench.going].sort()).toEqual(['a1', 'b1', 'free']);
      bench.letGo('a1');
      await until(() => bench.going.has('a2'));
      expect(bench.begun).not.toContain('b2');
      for (const id of ['b1', 'a2', 'free']) bench.letGo(id);
      await until(() => bench.going.has('b2'));
      bench.letGo('b2');
    });

    it('takes back what has not been handed over, and nothing else', async () => {
      const bench = new Bench();
      const queue = await open({ overall: 1 }, bench);
      await queue.push(works('a b c', 'lane'));
      await until(() => bench.going.has('a'));
      expect([await queue.remove('b'), await queue.remove('a'), await queue.remove('nobody')]).toEqual([
        ...[true, false, false],
      ]);
      bench.letGo('a');
      await until(() => bench.going.has('c'));
      bench.letGo('c');
      await queue.stop();
      expect(bench.begun).toEqual(['a', 'c']);
    });

    it('gives the place of work that fails to the next', async () => {
      const bench = new Bench(false);
      const queue = await open({ overall: 1 }, bench);
      await queue.push(works('fails-1 fails-2 good', 'lane'));
      await until(() => bench.begun.length === 3);
      expect(bench.begun).toEqual(['fails-1', 'fails-2', 'good']);
    });

    it('queues with the transaction that says so, or never', async () => {
      const bench = new Bench(false);
      const queue = await open({}, bench);
      const state = workbench.app.get(State);
      const lost = state.transaction(async () => {
        await queue.push(works('lost'));
        throw new Error('rolled back');
      });
      await expect(lost).rejects.toThrow('rolled back');
      await state.transaction(async () => {
        await queue.push(works('kept'));
        expect(bench.begun).toEqual([]);
      });
      await until(() => bench.begun.length > 0);
      expect(bench.begun).toEqual(['kept']);
    });

    it('hands over nothing more once it is stopped, and waits for what goes on', async () => {
      const bench = new Bench();
      const queue = await open({ overall: 1 }, bench);
      await queue.push(works('a b'));
      await until(() => bench.going.has('a'));
      const stopped = queue.stop();
      let isStopped = false;
      void stopped.then(() => (isStopped = true));
      await queue.push(works('c'));
      expect(isStopped).toBe(false);
      bench.letGo('a');
      await stopped;
      expect([bench.begun, bench.going.size]).toEqual([['a'], 0]);
    });
  });
}
