import { setTimeout as wait } from 'node:timers/promises';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { readInSecondProcess } from '../platform/state/testing/second-process.js';
import { fillDisk, smallDisk } from '../platform/testing/small-disk.js';
import { TestWorkbench } from '../platform/testing/test-workbench.js';
import { StudioModule } from '../studio/index.js';
import { HttpCaller } from '../testing/http-caller.js';
import { Ledger } from './testing/ledger.js';
import { delayOf, roundsOf } from './testing/rounds.js';
import { SaveLoad } from './testing/save-load.js';

const ROUNDS = roundsOf(2);
const ROUND_MS = 60_000;
const DISK_BYTES = 32 * 1024 * 1024;
/** Long enough that the log of the state grows with each save. */
const TEXT = `SELECT 1 -- ${'x'.repeat(16 * 1024)}`;
const LONGEST_LOAD_MS = 300;
const LONGEST_FULL_MS = 1_000;
const BACK_MS = 30_000;
const CONNECTIONS = 'connections: [{ id: lake, name: Lake, kind: duckdb, path: ":memory:" }]\n';

/** A workbench whose state directory is a disk of its own. */
class SmallHome {
  private constructor(
    readonly workbench: TestWorkbench,
    readonly origin: string,
    private readonly takeAway: () => void,
  ) {}

  static async start(): Promise<SmallHome> {
    const home = mkdtempSync(join(tmpdir(), 'small-home-'));
    const takeAway = smallDisk(home, DISK_BYTES);
    const workbench = await TestWorkbench.start({ features: [StudioModule], connections: CONNECTIONS, home });
    return new SmallHome(workbench, await workbench.app.getUrl(), takeAway);
  }

  get ballast(): string {
    return join(this.workbench.home, 'ballast');
  }

  /** Leaves no byte free, also of what is given back while it is filled. */
  fill(): void {
    fillDisk(this.workbench.home, this.ballast);
  }

  free(): void {
    rmSync(this.ballast);
  }

  read(sql: string): string[] {
    return readInSecondProcess<string>(join(this.workbench.home, 'state.sqlite'), sql);
  }

  async stop(): Promise<void> {
    await this.workbench.stop({ keepHome: true });
    this.takeAway();
    rmSync(this.workbench.home, { recursive: true });
  }
}

/** Fills the disk while people save, frees it, and returns what is in the state then. */
async function fillAndFree(home: SmallHome, load: SaveLoad, round: number): Promise<string[]> {
  load.start(4);
  await wait(delayOf(round, LONGEST_LOAD_MS));
  home.fill();
  await wait(delayOf(round + 1, LONGEST_FULL_MS));
  home.free();
  expect(await load.untilSaved(BACK_MS)).toBe(201);
  await load.stop();
  expect((await new HttpCaller(home.origin).send('GET', '/api/health')).status).toBe(200);
  expect(home.read('PRAGMA quick_check')).toEqual(['ok']);
  return home.read('SELECT id FROM studio_query');
}

describe('a disk that fills while people save', () => {
  it(
    `takes nothing that was acknowledged, ${ROUNDS} rounds`,
    async () => {
      const ledger = new Ledger('full disk');
      const found: string[] = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        const home = await SmallHome.start();
        try {
          const load = new SaveLoad(home.origin, 'lake', ledger, `round ${round}`, TEXT);
          found.push(...(await fillAndFree(home, load, round)));
          expect(ledger.missing(found)).toEqual([]);
        } finally {
          await home.stop();
        }
      }
      expect(ledger.refused).toBeGreaterThan(0);
      ledger.print();
    },
    ROUNDS * ROUND_MS,
  );
});
