import { mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Module } from '@nestjs/common';
import { State } from '../index.js';
import { smallDisk } from '../testing/small-disk.js';
import { TestWorkbench } from '../testing/test-workbench.js';
import { readInSecondProcess } from './testing/second-process.js';

@Module({})
class NoFeature {}

const DISK_BYTES = 8 * 1024 * 1024;
const LONG = 'x'.repeat(64 * 1024);

describe('the state on a full disk', () => {
  let home: string;
  let takeAway: () => void;
  let workbench: TestWorkbench;
  let state: State;

  beforeEach(async () => {
    home = mkdtempSync(join(tmpdir(), 'small-state-'));
    takeAway = smallDisk(home, DISK_BYTES);
    workbench = await TestWorkbench.start({ features: [NoFeature], home });
    state = workbench.app.get(State);
    await state.transaction((manager) => manager.query('CREATE TABLE note (text varchar, more varchar)'));
  });
  afterEach(async () => {
    await workbench.stop({ keepHome: true });
    takeAway();
    rmSync(home, { recursive: true });
  });

  const fill = () => {
    const { bavail, bsize } = statfsSync(home);
    writeFileSync(join(home, 'ballast'), Buffer.alloc(bavail * bsize));
  };
  const free = () => rmSync(join(home, 'ballast'));
  const save = (text: string, more = '') =>
    state.transaction((manager) => manager.query('INSERT INTO note VALUES (?, ?)', [text, more]));
  const refuse = () => state.transaction(() => Promise.reject(new Error('refused')));
  const health = async () => {
    const response = await fetch(new URL('/api/health', await workbench.app.getUrl()));
    return [response.status, ((await response.json()) as { code?: string; status?: string }).code ?? 'ok'];
  };

  it('keeps what is saved after space is freed, whatever is refused meanwhile', async () => {
    fill();
    await expect(save('lost', LONG)).rejects.toMatchObject({ code: 'state-unavailable' });
    free();
    const acknowledged: string[] = [];
    for (let number = 0; number < 40; number += 1) {
      await save(String(number));
      acknowledged.push(String(number));
      if (number % 8 === 4) await expect(refuse()).rejects.toThrow('refused');
    }
    expect(readInSecondProcess(join(home, 'state.sqlite'), 'SELECT text FROM note')).toEqual(acknowledged);
  });

  it('is reported by the health while it lasts, and no longer', async () => {
    expect(await health()).toEqual([200, 'ok']);
    fill();
    await expect(save('lost', LONG)).rejects.toMatchObject({ code: 'state-unavailable' });
    expect(await health()).toEqual([503, 'state-unavailable']);
    free();
    await save('kept');
    expect(await health()).toEqual([200, 'ok']);
  });

  it('keeps the rest of a unit out where a statement of it found no space, even if that error is caught', async () => {
    fill();
    const unit = state.transaction(async (manager) => {
      await manager.query('INSERT INTO note VALUES (?, ?)', ['first', '']);
      await manager.query('INSERT INTO note VALUES (?, ?)', ['second', LONG.repeat(200)]).catch(() => undefined);
      free();
      await manager.query('INSERT INTO note VALUES (?, ?)', ['third', '']);
    });
    await expect(unit).rejects.toMatchObject({ code: 'state-unavailable' });
    await save('kept');
    expect(readInSecondProcess(join(home, 'state.sqlite'), 'SELECT text FROM note')).toEqual(['kept']);
  });
});
