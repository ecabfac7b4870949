import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ChangeItem, ChangeRowList, RowOutline } from '#libs/api';
import { ChangesApp, editsOf } from './testing/changes-app.js';
import { FileChangesApp } from './testing/file-changes-app.js';

/** So many rows of two megabytes: more than are held for a review. */
const ROWS = 150;
const TOO_LARGE = 'The rows of this change set have more than 256 MB.';
const IDS = Array.from({ length: ROWS }, (_, index) => String(index + 1));
const DELETE: ChangeItem = { kind: 'statement', sql: 'DELETE FROM documents' };

describe('rows that are larger together than a review may be, in Postgres', () => {
  let app: ChangesApp;
  beforeAll(async () => {
    app = await ChangesApp.start();
    await app.database.execute(`
      CREATE TABLE documents (id integer PRIMARY KEY, body text);
      INSERT INTO documents SELECT n, repeat('x', 2 * 1024 * 1024) FROM generate_series(1, ${ROWS}) AS n`);
  });
  afterAll(() => app.stop());

  it('are refused where each is an edit', async () => {
    const { remove } = editsOf('documents');
    const { id } = await app.create(IDS.map((one) => remove({ id: one }, {})));
    const { status, body } = await app.send<{ detail: string }>('POST', `/api/changes/${id}/rehearse`);
    expect([status, body.detail]).toEqual([422, expect.stringContaining(TOO_LARGE)]);
  });

  it('come in pages that a browser can take', async () => {
    const sql = "UPDATE documents SET body = body || 'y' WHERE id <= 4";
    const { id } = await app.rehearsed([{ kind: 'statement', sql }]);
    const path = `/api/changes/${id}/rows`;
    const { page_offsets: offsets } = await app.ask<RowOutline>('GET', `${path}/outline`);
    expect(offsets).toEqual([0, 1, 2, 3]);
    for (const query of ['offset=2', 'cursor=2']) {
      const { items, next_cursor: next } = await app.ask<ChangeRowList>('GET', `${path}?${query}`);
      expect([items.map(({ before }) => before?.[0]), next]).toEqual([['3'], '3']);
    }
    expect(await app.ask<ChangeRowList>('GET', `${path}?offset=4`)).toMatchObject({ items: [] });
  });

  it('are counted where a statement writes them', async () => {
    const change = await app.rehearsed([{ kind: 'statement', sql: 'UPDATE documents SET id = id + 1000' }]);
    expect(change.rehearsal).toMatchObject({ status: 'ready', statements: [{ can_undo: false }] });
    expect(change.rehearsal?.statements[0]?.affected_rows).toBe(ROWS);
    expect((await app.apply(change)).body.state).toBe('applied');
    expect(await app.cells('SELECT min(id) FROM documents')).toEqual([['1001']]);
  });
});

describe('rows that are larger together than a review may be, in SQLite', () => {
  let app: FileChangesApp;
  beforeAll(async () => {
    app = await FileChangesApp.start('lite');
    await app.execute(
      'CREATE TABLE documents (id INTEGER PRIMARY KEY, body BLOB)',
      `WITH RECURSIVE c (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < ${ROWS})
       INSERT INTO documents SELECT n, zeroblob(1024 * 1024) FROM c`,
    );
  });
  afterAll(() => app.stop());

  it('are counted where a statement writes them', async () => {
    const change = await app.rehearsed([DELETE]);
    expect(change.rehearsal).toMatchObject({ status: 'ready', statements: [{ affected_rows: ROWS, can_undo: false }] });
    expect((await app.apply(change)).body.state).toBe('applied');
    expect(await app.execute('SELECT count(*) FROM documents')).toEqual([['0']]);
  });
});
