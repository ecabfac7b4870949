import { describe, expect, it } from '@jest/globals';
import type { AdminEngineProcess } from '#libs/api';
import { processUse } from './engine-process-labels';

const HOST: AdminEngineProcess = {
  connection_id: null,
  connection_ids: [],
  engine: 'duckdb',
  purpose: 'connection',
  job_name: null,
  pid: 4711,
  memory_bytes: 40_000_000,
  confined: true,
  started_at: '2026-11-22T14:00:00Z',
};

describe('the use of an engine process', () => {
  it.each([
    [{ connection_ids: ['lake'] }, 'Lake'],
    [{ connection_ids: ['lake', 'drop'] }, 'Lake, drop'],
    [{ purpose: 'sorting' }, 'Sorting of results'],
    [{ purpose: 'syntax_check' }, 'Syntax check'],
    [{ purpose: 'backup', connection_ids: ['lake'], job_name: 'Nightly' }, 'Lake: job “Nightly”'],
    [{ purpose: 'plugin', job_name: 'Refresh' }, 'Plugin: job “Refresh”'],
    [{ purpose: 'plugin' }, 'Plugin'],
  ] as const)('of %j is %s', (changes, text) => {
    expect(processUse({ ...HOST, ...changes } as AdminEngineProcess, new Map([['lake', 'Lake']]))).toBe(text);
  });
});
