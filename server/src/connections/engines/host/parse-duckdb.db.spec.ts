import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { listChildren } from '../../../platform/index.js';
import { until } from '../testing/index.js';
import { configureHosts, hostSettings } from './host-settings.js';
import { closeParser, isDuckdbQuery, parseDuckdb } from './parse-duckdb.js';

/** DuckDB's parser reads it for minutes and looks for no interrupt. */
const ENDLESS = '/*'.repeat(75_000);
const TOO_HARD = { code: 'text-too-hard' };

describe("DuckDB's parser in its process", () => {
  const settings = hostSettings();

  beforeEach(async () => {
    expect(await parseDuckdb(['SELECT 1'])).toEqual([null]);
    // Of a process that is being started, five times as long.
    configureHosts({ parseLimitMs: 1_500 });
  });
  afterEach(async () => {
    configureHosts(settings);
    await closeParser();
  });

  const parsers = async (): Promise<number[]> =>
    (await listChildren()).filter(({ purpose }) => purpose === 'syntax_check').map(({ pid }) => pid);

  it('is ended by a text that takes too long, and those that wait are answered by the next', async () => {
    const [before] = await parsers();
    const hard = parseDuckdb(['SELECT 1', ENDLESS]);
    const waiting = [parseDuckdb(['SELECT 1', 'SELEC 1']), isDuckdbQuery('SELECT 1'), isDuckdbQuery('DROP TABLE t')];
    await expect(hard).rejects.toMatchObject(TOO_HARD);
    expect(await Promise.all(waiting)).toEqual([[null, expect.stringMatching(/syntax error/)], true, false]);
    await until('one process is left', async () => (await parsers()).length === 1);
    expect(await parsers()).not.toContain(before);
  });

  it('takes no text for a query that it cannot read in time', async () => {
    await expect(isDuckdbQuery(ENDLESS)).rejects.toMatchObject(TOO_HARD);
    expect(await isDuckdbQuery('FROM range(3)')).toBe(true);
  });

  it('is ended when its process is frozen', async () => {
    const [pid] = await parsers();
    process.kill(pid ?? Number.NaN, 'SIGSTOP');
    await expect(parseDuckdb(['SELECT 1'])).rejects.toMatchObject(TOO_HARD);
    expect(await parseDuckdb(['SELECT 1'])).toEqual([null]);
  });
});
