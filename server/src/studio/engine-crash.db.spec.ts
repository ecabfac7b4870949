import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Run } from '#libs/api';
import { CRASHING_STATEMENTS } from '../connections/engines/host/testing/host-of.js';
import { StudioApp } from './testing/studio-app.js';

const CRASHED = /^The engine process of this connection ended unexpectedly \(SIG[A-Z]+\)\./;

describe('a statement that crashes its engine', () => {
  let app: StudioApp;
  let data = '';
  beforeAll(async () => {
    app = await StudioApp.start((_login, folder) => {
      data = folder;
      return `  - { id: lake, name: Lake, kind: duckdb, path: ${join(folder, 'lake.duckdb')} }\n`;
    });
  });
  afterAll(() => app.stop());

  it.each(CRASHING_STATEMENTS.flatMap((sql) => ['duck', 'folder'].map((id) => [id, sql] as const)))(
    'on %s fails alone, and the next one works: %s',
    async (id, sql) => {
      const bystander = await app.start("SELECT 'still here', sum(range) FROM range(30000000)", 'lake');
      const run: Run = await app.run(sql, id);
      expect(run.status).toBe('failed');
      expect(run.error?.message ?? run.statements[0]?.error?.message).toMatch(CRASHED);
      expect((await app.run('SELECT 1', id)).statements[0]?.rows).toEqual([['1']]);
      expect((await app.whenOver(bystander.id)).status).toBe('succeeded');
      expect((await app.run('SELECT 1')).status).toBe('succeeded');
    },
  );

  it('in a drop folder does not come back with each reading of its catalog', async () => {
    writeFileSync(join(data, 'deep.json'), `${'['.repeat(100_000)}${']'.repeat(100_000)}`);
    writeFileSync(join(data, 'fine.csv'), 'n\n1\n');
    const path = '/api/studio/completion?connection_id=folder';
    await app.until(
      () => app.send<unknown>('GET', path),
      ({ status }) => status === 200,
    );
    const names = await app.run('SELECT table_name FROM information_schema.tables ORDER BY ALL', 'folder');
    expect(names.statements[0]?.rows).toContainEqual(['fine']);
    expect((await app.run('FROM fine', 'folder')).statements[0]?.rows).toEqual([['1']]);
  });
});
