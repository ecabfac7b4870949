import { setTimeout as sleep } from 'node:timers/promises';
import { jest, describe, expect, it } from '@jest/globals';
import { databaseWorkers, runLanes } from './lanes.mjs';

const tally = (runner: string, failed = 0) => ({ runner, passed: 1 - failed, failed, skipped: 0, seconds: 1 });

describe('lanes', () => {
  const log: string[] = [];
  const lane = (name: string, ms: number) => async () => {
    log.push(`${name} begins`);
    await sleep(ms);
    log.push(`${name} ends`);
    return [
      async () => {
        log.push(`${name} looks again`);
        await sleep(1);
        log.push(`${name} is done`);
        return [tally(name)];
      },
    ];
  };
  const alone = ['looks again', 'is done'];

  it('run at the same time, and look again one after the other when all have ended', async () => {
    log.length = 0;
    const found = await runLanes({ slow: lane('slow', 50), quick: lane('quick', 1) }, true);
    expect(log.slice(0, 4)).toEqual(['slow begins', 'quick begins', 'quick ends', 'slow ends']);
    expect(log.slice(4)).toEqual(['slow', 'quick'].flatMap((name) => alone.map((what) => `${name} ${what}`)));
    expect(found).toEqual([tally('slow'), tally('quick')]);
  });

  it('run one after the other where memory is short', async () => {
    log.length = 0;
    await runLanes({ slow: lane('slow', 50), quick: lane('quick', 1) }, false);
    expect(log.slice(0, 4)).toEqual(['slow begins', 'slow ends', 'quick begins', 'quick ends']);
  });

  it('fail where they throw, without an end to the others', async () => {
    const said = jest.spyOn(console, 'error').mockReturnValue();
    const broken = () => Promise.reject(new Error('out of order'));
    const found = await runLanes({ broken, quick: lane('quick', 1) }, true);
    expect(found).toEqual([{ ...tally('broken', 1), seconds: 0 }, tally('quick')]);
    expect(said).toHaveBeenCalledWith('out of order');
  });
});

describe('workers of database tests', () => {
  const gibibyte = 1024 ** 3;

  it.each([
    ['three more than cores', 2, 24, 5],
    ['three more than cores on a larger machine', 4, 64, 7],
    ['as many as memory holds', 4, 16, 4],
    ['never fewer than three', 1, 8, 3],
  ])('are %s', (_, cores, memory, workers) => {
    expect(databaseWorkers(cores, memory * gibibyte)).toBe(workers);
  });
});
