import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { JobRunDetails, PipelinePreview } from '#libs/api';
import type { PipelineInput } from '#libs/pipelines';
import { SchedulerModule } from '../scheduler/index.js';
import { SchedulerApp } from '../scheduler/testing/scheduler-app.js';
import { PipelinesModule } from './index.js';

let app: SchedulerApp;
let folder: string;
beforeAll(async () => {
  app = await SchedulerApp.start({ features: [SchedulerModule, PipelinesModule] });
  folder = join(app.home, 'files');
});
afterAll(() => app.stop());
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function put(name: string, content: string | Buffer): PipelineInput {
  mkdirSync(folder, { recursive: true });
  const path = join(folder, name);
  writeFileSync(path, content);
  return { name: 'file', kind: 'file', path };
}

/** What a step makes of an input that is called `file`. */
async function shown(input: PipelineInput, sql = 'SELECT * FROM file'): Promise<PipelinePreview> {
  const definition = {
    inputs: [input],
    steps: [{ name: 'step', sql }],
    output: { from: 'step', format: 'csv', name: 'x' },
  };
  return (await app.send<PipelinePreview>('POST', '/api/pipelines/preview', { definition })).body;
}

describe('a file is read as one of a Files connection', () => {
  it.each<[string, string, string | Buffer, string, (string | null)[][]]>([
    ['a half behind the sample', 'a.csv', `n\n${'3\n'.repeat(25_000)}1.5\n`, 'SELECT min(n) FROM file', [['1.5']]],
    [
      'integers beyond 2^63',
      'a.csv',
      'n,k\n9223372036854775809,1\n1,2\n',
      'SELECT max(n) FROM file',
      [['9223372036854775809']],
    ],
    [
      'decimals with many digits',
      'a.csv',
      'n,k\n12345678901234567.89,1\n0.5,2\n',
      'SELECT max(n) FROM file',
      [['12345678901234567.89']],
    ],
    [
      'rows of different lengths',
      'a.csv',
      'a,b,c\n1,2,3\n4,5\n6,7,8,9\n',
      'SELECT * FROM file',
      [
        ['1', '2', '3', null],
        ['4', '5', null, null],
        ['6', '7', '8', '9'],
      ],
    ],
    ['a date with two meanings', 'a.csv', 'd,n\n01/02/2024,1\n', 'SELECT d FROM file', [['01/02/2024']]],
    ['an empty text', 'a.csv', 't,n\n"",1\nx,2\n', 'SELECT t FROM file', [[''], ['x']]],
    ['rows that begin with #', 'a.txt', 'o,n\n1,2\n#3,4\n5,6\n', 'SELECT count(*) FROM file', [['3']]],
    ['another encoding', 'a [1].csv', Buffer.from('t,n\ngröße,1\n', 'latin1'), 'SELECT t FROM file', [['größe']]],
    [
      'integers beyond 2^64',
      'a.json',
      '[{"n": 12345678901234567890123}, {"n": 1.5}]',
      "SELECT n::VARCHAR FROM file WHERE n::VARCHAR LIKE '1234%'",
      [['12345678901234567890123']],
    ],
  ])('%s', async (_, name, content, sql, rows) => {
    const { tables, rows: found } = await shown(put(name, content), sql);
    expect(tables.map(({ error }) => error)).toEqual([null, null]);
    expect(found).toEqual(rows);
  });

  it.each<[string, string, string[], string[]]>([
    [
      'dates with two meanings',
      'd,n\n01/02/2024,1\n',
      ['d', 'n'],
      ['Dates stay text where day and month could be exchanged: d.'],
    ],
    [
      'dates in one order, behind a mark',
      '\ufeffd,n\n31/12/2024,1\n',
      ['d', 'n'],
      ['Dates are read as day, month, year.'],
    ],
    [
      'a short row, behind a mark',
      '\ufeff"a",b\n1,2\n3\n',
      ['a', 'b'],
      [expect.stringMatching(/^1 row has fewer values/) as unknown as string],
    ],
  ])('the preview says how a file is read: %s', async (_, content, columns, notes) => {
    const { tables } = await shown(put('a.csv', content));
    expect(tables[0]?.columns.map(({ name }) => name)).toEqual(columns);
    const usual = ['a.csv, read as UTF-8 (detected).', 'The first line is the column names.'];
    expect(tables.map((table) => table.notes)).toEqual([[...usual, ...notes], []]);
  });

  it('what its rows are not is in the log of a run', async () => {
    const definition = {
      ...{ inputs: [put('a.csv', 'a,b\n1,2\n3\n')], steps: [] },
      output: { from: 'file', format: 'csv', name: 'x' },
    };
    const { body } = await app.send<{ id: string }>('POST', '/api/pipelines', { name: 'ragged', definition });
    const job = await app.create('pipeline', { settings: { pipeline_id: body.id } });
    const run = await app.runNow(job.id);
    expect(run.log.map(({ text }) => text)).toContainEqual(
      expect.stringMatching(/^file: 1 row has fewer values than there are columns, the first in line 3/),
    );
  });

  it('one that cannot be read is named without its folder', async () => {
    const { tables } = await shown(put('wide.csv', `${'x'.repeat(3_000_000)},b\n1,2\n`));
    expect(tables.at(-1)?.error).toBe('The file wide.csv cannot be read: it has a line of more than 2 MB.');
  });
});

describe('the output of a query job', () => {
  async function output(sql: string, saveAs: string): Promise<PipelineInput & { kind: 'output' }> {
    const job = await app.create('query', { connection_id: 'duck', settings: { sql, save_results_as: saveAs } });
    const run: JobRunDetails = await app.runNow(job.id);
    expect(run.status).toBe('success');
    return { name: 'file', kind: 'output', job_id: job.id };
  }

  it.each(['csv', 'parquet'])('has its values to the last digit: %s', async (format) => {
    const sql = "SELECT 12345678901234567.89::DECIMAL(20,2) AS total, '007' AS code, '' AS note, 'a \"b' AS quote";
    const { rows } = await shown(await output(sql, `r.${format}`));
    expect(rows).toEqual([['12345678901234567.89', '007', '', 'a "b']]);
  });

  it('has its first line as names, also where all is text', async () => {
    const { tables, rows } = await shown(await output("SELECT 'x;y' AS a UNION ALL SELECT 'z;w'", 'r.csv'));
    expect(tables[0]?.columns.map(({ name }) => name)).toEqual(['a']);
    expect(rows.flat().sort()).toEqual(['x;y', 'z;w']);
  });
});
