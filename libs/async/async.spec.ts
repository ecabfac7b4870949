import { describe, expect, it } from '@jest/globals';
import { Backoff, KeyedMutex, Remembered, SingleFlight, TaskQueue } from './index.js';

/** Work whose end the test decides. */
function openWork<T = void>() {
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  const run = (): Promise<T> => {
    work.starts += 1;
    return promise;
  };
  const work = { starts: 0, run, resolve, reject };
  return work;
}

/** Long enough for all promises that are ready to be followed. */
const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('KeyedMutex', () => {
  it('runs work of one key one after another and work of other keys meanwhile', async () => {
    const mutex = new KeyedMutex();
    const [first, second, other] = [openWork(), openWork(), openWork()];
    const running = [mutex.runExclusive('a', first.run), mutex.runExclusive('a', second.run)];
    running.push(mutex.runExclusive('b', other.run));
    await settle();
    expect([first.starts, second.starts, other.starts]).toEqual([1, 0, 1]);
    first.resolve();
    await settle();
    expect(second.starts).toBe(1);
    for (const work of [second, other]) work.resolve();
    await Promise.all(running);
  });

  it('goes on after work that failed, and rejects for its caller alone', async () => {
    const mutex = new KeyedMutex();
    const failed = mutex.runExclusive('a', () => Promise.reject(new Error('broken')));
    const next = mutex.runExclusive('a', () => Promise.resolve('done'));
    await expect(failed).rejects.toThrow('broken');
    await expect(next).resolves.toBe('done');
  });

  it('lists keys until their last work is over', async () => {
    const mutex = new KeyedMutex();
    const work = openWork();
    const running = mutex.runExclusive('a', work.run);
    expect([mutex.isBusy('a'), mutex.isBusy('b'), mutex.busyKeys]).toEqual([true, false, ['a']]);
    work.resolve();
    await running;
    expect([mutex.isBusy('a'), mutex.busyKeys]).toEqual([false, []]);
  });
});

describe('TaskQueue', () => {
  it.each([1, 2, 3])('runs %i at a time, in the order in which they came', async (atOnce) => {
    const queue = new TaskQueue(atOnce);
    const tasks = Array.from({ length: 5 }, () => openWork());
    const running = tasks.map(({ run }) => queue.run(run));
    for (let ended = 0; ended < tasks.length; ended += 1) {
      await settle();
      const started = tasks.map(({ starts }) => starts);
      expect(started).toEqual(tasks.map((_, at) => (at < ended + atOnce ? 1 : 0)));
      expect(queue.size).toBe(tasks.length - ended);
      tasks[ended]?.resolve();
    }
    await Promise.all(running);
    expect(queue.size).toBe(0);
  });

  it('goes on after a task that failed, and rejects for its caller alone', async () => {
    const queue = new TaskQueue();
    const failed = queue.run(() => Promise.reject(new Error('broken')));
    const next = queue.run(() => Promise.resolve('done'));
    await expect(failed).rejects.toThrow('broken');
    await expect(next).resolves.toBe('done');
  });

  it('lets no new task overtake one that waits', async () => {
    const queue = new TaskQueue();
    const order: string[] = [];
    const note = (name: string) => () => Promise.resolve(void order.push(name));
    const first = queue.run(note('first')).then(() => queue.run(note('third')));
    await Promise.all([first, queue.run(note('second'))]);
    expect(order).toEqual(['first', 'second', 'third']);
  });

  it('starts a task after the call, so that the caller finishes its own step first', async () => {
    const task = openWork();
    const running = new TaskQueue().run(task.run);
    expect(task.starts).toBe(0);
    task.resolve();
    await running;
  });

  it('is settled once the tasks so far are over, failed ones included', async () => {
    const queue = new TaskQueue();
    await queue.settled();
    const task = openWork();
    const failed = queue.run(task.run).catch(() => 'failed');
    let isSettled = false;
    const settled = queue.settled().then(() => (isSettled = true));
    await settle();
    expect(isSettled).toBe(false);
    task.reject(new Error('broken'));
    await settled;
    await expect(failed).resolves.toBe('failed');
  });
});

describe('SingleFlight', () => {
  it('runs once for all that ask at the same time, and anew behind it', async () => {
    const flight = new SingleFlight<string>();
    const work = openWork<string>();
    const answers = [1, 2, 3].map(() => flight.run('a', work.run));
    work.resolve('one');
    await expect(Promise.all(answers)).resolves.toEqual(['one', 'one', 'one']);
    expect(work.starts).toBe(1);
    await expect(flight.run('a', () => Promise.resolve('two'))).resolves.toBe('two');
  });

  it('runs other keys meanwhile', async () => {
    const flight = new SingleFlight<string>();
    const work = openWork<string>();
    const waiting = flight.run('a', work.run);
    await expect(flight.run('b', () => Promise.resolve('other'))).resolves.toBe('other');
    work.resolve('one');
    await waiting;
  });

  it('rejects for all callers and forgets the failure', async () => {
    const flight = new SingleFlight<string>();
    const work = openWork<string>();
    const answers = [flight.run('a', work.run), flight.run('a', work.run)];
    work.reject(new Error('broken'));
    await Promise.all(answers.map((answer) => expect(answer).rejects.toThrow('broken')));
    await expect(flight.run('a', () => Promise.resolve('again'))).resolves.toBe('again');
  });

  it('aborts the work when the last caller gives up, and not before', async () => {
    const flight = new SingleFlight<string>();
    const [first, second] = [new AbortController(), new AbortController()];
    const seen: AbortSignal[] = [];
    const never = ({ signal }: AbortController): Promise<string> => {
      seen.push(signal);
      return new Promise(() => undefined);
    };
    const answers = [first, second].map(({ signal }) => flight.run('a', never, signal));
    first.abort(new Error('gone'));
    await expect(answers[0]).rejects.toThrow('gone');
    expect(seen.map(({ aborted }) => aborted)).toEqual([false]);
    second.abort(new Error('gone too'));
    await expect(answers[1]).rejects.toThrow('gone too');
    expect(seen.map(({ aborted }) => aborted)).toEqual([true]);
    await expect(flight.run('a', () => Promise.resolve('anew'))).resolves.toBe('anew');
  });

  it('goes on for a caller without a signal when the others give up', async () => {
    const flight = new SingleFlight<string>();
    const work = openWork<string>();
    const leaving = new AbortController();
    const answers = [flight.run('a', work.run), flight.run('a', work.run, leaving.signal)];
    leaving.abort(new Error('gone'));
    await expect(answers[1]).rejects.toThrow('gone');
    work.resolve('one');
    await expect(answers[0]).resolves.toBe('one');
  });

  it('starts nothing for a caller that has given up already', async () => {
    const work = openWork<string>();
    const answer = new SingleFlight<string>().run('a', work.run, AbortSignal.abort(new Error('gone')));
    await expect(answer).rejects.toThrow('gone');
    expect(work.starts).toBe(0);
  });
});

describe('Remembered', () => {
  it('finds out once for each object', async () => {
    const remembered = new Remembered<object, number>();
    const [one, other] = [{}, {}];
    let found = 0;
    const find = (): Promise<number> => Promise.resolve((found += 1));
    const answers = [remembered.get(one, find), remembered.get(one, find), remembered.get(other, find)];
    await expect(Promise.all(answers)).resolves.toEqual([1, 1, 2]);
  });

  it('forgets a failure', async () => {
    const remembered = new Remembered<object, string>();
    const key = {};
    await expect(remembered.get(key, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    await expect(remembered.get(key, () => Promise.resolve('found'))).resolves.toBe('found');
  });
});

describe('Backoff', () => {
  it('doubles the delay up to the longest, and begins again after a success', () => {
    const backoff = new Backoff({ firstMs: 250, longestMs: 900 });
    const delays = () => Array.from({ length: 4 }, () => backoff.next());
    expect(delays()).toEqual([250, 500, 900, 900]);
    backoff.reset();
    expect(delays()).toEqual([250, 500, 900, 900]);
  });
});
