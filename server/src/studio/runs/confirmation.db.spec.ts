import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import Database from 'better-sqlite3';
import type { ProblemDocument } from '#libs/problem';
import { StudioApp } from '../testing/studio-app.js';

/** The status of a run is a word, that of a problem a number. */
type Answer = Partial<Omit<ProblemDocument, 'status'>> & { status: string | number; id?: string };

let app: StudioApp;
beforeAll(async () => {
  app = await StudioApp.start((login, data) => {
    const lite = new Database(join(data, 'lite.sqlite'));
    lite.prepare('CREATE TABLE t (i INTEGER)').run();
    lite.close();
    return `
  - { id: red, name: Shop (production), colour: red, ${login} }
  - { id: grey, name: Staging, colour: grey, ${login} }
  - { id: plain, name: Plain, ${login} }
  - { id: lake, name: Lake, colour: green, kind: duckdb, path: ${data}/lake.duckdb }
  - { id: sandbox, name: Sandbox, colour: red, confirm_destructive: false, ${login} }
  - { id: lite, name: Lite, kind: files, path: ${data}/lite.sqlite, read_only: false }
  - { id: red-reader, name: Red reader, colour: red, read_only: true, ${login} }`;
  });
});
afterAll(() => app.stop());

const start = (connection: string, sql: string, more: object = {}) =>
  app.send<Answer>('POST', '/api/studio/runs', { connection_id: connection, sql, ...more });

/** A run answers with `running` where its database takes longer than a second. */
async function endOf(runId: string): Promise<string> {
  for (;;) {
    const { body } = await app.send<Answer>('GET', `/api/studio/runs/${runId}`);
    if (body.status !== 'running') return String(body.status);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

describe('a text that would destroy data', () => {
  it.each(['red', 'grey', 'plain', 'lake', 'lite'])(
    'needs a confirmation on %s, with everything that it would do',
    async (connection) => {
      const sql = `CREATE TABLE asked_${process.pid} (a integer); DELETE FROM asked_${process.pid}; SELECT 'DROP TABLE x'`;
      const { status, body } = await start(connection, sql);
      expect([status, body.code]).toEqual([409, 'confirmation-needed']);
      expect(body.detail).toBe(`Deletes every row of asked_${process.pid}. Nothing was run.`);
      expect(body.findings).toEqual([
        {
          kind: 'delete',
          table: `asked_${process.pid}`,
          statement: 1,
          start: sql.indexOf('DELETE'),
          end: sql.indexOf("; SELECT 'DROP"),
          sentence: `Deletes every row of asked_${process.pid}.`,
        },
      ]);
      const { body: after } = await start(connection, `SELECT * FROM asked_${process.pid}`);
      expect(await endOf(after.id ?? '')).toBe('failed');
    },
  );

  it('runs once it is confirmed', async () => {
    const { status } = await start('lake', 'DROP TABLE IF EXISTS nothing', { confirm_destructive: true });
    expect(status).toBe(201);
  });

  it('needs none where it picks rows, stands in a text or a comment, or changes nothing', async () => {
    for (const sql of [
      'DELETE FROM nothing WHERE id = 1',
      "SELECT 'DROP TABLE t' -- DROP TABLE t",
      'EXPLAIN DROP TABLE t',
    ]) {
      expect((await start('red', sql)).status).toBe(201);
    }
  });

  it.each(['pg', 'duck', 'sandbox', 'red-reader'])('needs none on %s', async (connection) => {
    expect((await start(connection, 'DROP TABLE no_such_table_at_all')).status).toBe(201);
  });
});
