import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from '@jest/globals';
import { RecordingContext, neverAborted } from '../testing/recording-context.js';
import type { DuckdbConfig } from './config.js';
import { openDuckdbConnector } from './open-duckdb-connector.js';

const folder = mkdtempSync(join(tmpdir(), 'no-duck-'));
afterAll(() => rmSync(folder, { recursive: true }));
const pipe = join(folder, 'pipe.duckdb');
execFileSync('mkfifo', [pipe]);
const link = join(folder, 'device.duckdb');
symlinkSync('/dev/null', link);

it.each([pipe, link])('opens no pipe and no device as a database: %s', async (path) => {
  const config = { path, readOnly: false, statementTimeoutMs: 0 } as DuckdbConfig;
  const connector = openDuckdbConnector(config, new RecordingContext());
  await expect(connector.test(neverAborted())).rejects.toMatchObject({
    ...{ code: 'connection-unusable', message: 'The path leads to no file.' },
  });
  await connector.close();
});
