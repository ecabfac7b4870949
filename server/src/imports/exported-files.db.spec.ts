import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { EXPORT_FORMATS } from '#libs/api';
import type { DataImport, ImportRequest, RejectMode, StudioExport } from '#libs/api';
import { ImportsApp } from './testing/imports-app.js';

let app: ImportsApp;
beforeAll(async () => {
  app = await ImportsApp.start();
});
afterAll(() => app.stop());

const TEXTS = [
  ...['', null, 'NULL', '"', 'say "no"', '""', 'two\nlines', 'cr\r\nlf', 'a,b;c\td|e', '007', '+5', ' edges ', '  '],
  ...['\\N', '\\.', "it's", 'größe 😀', '=1+1', '2001-02-03', 'true'],
];
const COLUMNS = ['id', 'note', 'kept', 'plain', 'amount', 'day'];

/** The file of a query, as a person downloads it. */
async function exported(sql: string, style: object): Promise<Buffer> {
  const made = await app.ask<StudioExport>('POST', '/api/studio/exports', { connection_id: 'pg', sql, ...style });
  const answer = await fetch(`http://127.0.0.1:${app.port}/api/studio/exports/${made.id}/file`);
  expect(answer.status).toBe(200);
  return Buffer.from(await answer.arrayBuffer());
}

async function imported(file: Buffer, name: string, mode: RejectMode): Promise<DataImport> {
  const { id, status } = await app.upload(name, file);
  expect(status).toBe('ready');
  await app.query('DROP TABLE IF EXISTS again; CREATE TABLE again (LIKE texts INCLUDING ALL)');
  const columns = COLUMNS.map((column) => ({ source: column, target: column }));
  const place = { connection_id: 'pg', schema: 'public', table: 'again', is_new: false } as const;
  return app.load(id, { ...place, columns, on_reject: mode } satisfies ImportRequest);
}

const STYLES = [
  ...EXPORT_FORMATS.filter((format) => format !== 'csv-excel').map((format) => ({ format })),
  ...[',', ';', 'tab'].map((delimiter) => ({ format: 'csv-excel' as const, delimiter, guard_formulas: false })),
];

describe('a file of the workbench', () => {
  beforeAll(async () => {
    await app.query(
      'CREATE TABLE texts (id int PRIMARY KEY, note text, kept text NOT NULL, plain text, amount int, day date)',
    );
    const rows = TEXTS.map((text, index) => {
      const note = text === null ? 'NULL' : `'${text.replaceAll("'", "''")}'`;
      const even = index % 2 === 0;
      const kept = text === null ? "''" : note;
      return `(${index}, ${note}, ${kept}, ${even ? "'x'" : "''"}, ${even ? 'NULL' : index}, ${even ? 'NULL' : "'2024-02-03'"})`;
    });
    await app.query(`INSERT INTO texts VALUES ${rows.join(', ')}`);
  });

  it.each(STYLES.flatMap((style) => (['stop', 'skip'] as const).map((mode) => [style, mode] as const)))(
    'gives a table the rows that it has: %j, %s',
    async (style, mode) => {
      const delimiter = 'delimiter' in style ? style.delimiter : ',';
      const extension = delimiter === 'tab' ? 'tsv' : style.format === 'csv-excel' ? 'csv' : style.format;
      const file = await exported('SELECT * FROM texts ORDER BY id', style);
      const end = await imported(file, `texts.${extension}`, mode);
      expect(end).toMatchObject({ status: 'succeeded', error: null, rejected_rows: 0, imported_rows: TEXTS.length });
      expect(await app.query('SELECT * FROM again ORDER BY id')).toEqual(
        await app.query('SELECT * FROM texts ORDER BY id'),
      );
    },
  );

  it('shows empty texts and NULL apart before it is imported', async () => {
    const file = await exported('SELECT id, note FROM texts WHERE id < 2 ORDER BY id', { format: 'csv' });
    const { preview } = await app.upload('texts.csv', file);
    expect(preview?.rows).toEqual([
      ['0', ''],
      ['1', null],
    ]);
  });
});

it.each([
  [
    'numbers',
    'id,n,t\n1,"",""\n"2",7,\n',
    [
      ['1', null, ''],
      ['2', '7', null],
    ],
  ],
  [
    'dates',
    'id,d,t\n1,"",""\n2,2024-01-02,x\n',
    [
      ['1', null, ''],
      ['2', '2024-01-02', 'x'],
    ],
  ],
  [
    'dates that end with the year',
    'id,d,t\n1,"",""\n2,31/12/2024,x\n',
    [
      ['1', null, ''],
      ['2', '2024-12-31', 'x'],
    ],
  ],
  [
    'truth',
    'id,b,t\n1,"",""\n2,true,x\n',
    [
      ['1', null, ''],
      ['2', 't', 'x'],
    ],
  ],
  [
    'times',
    'id,d,t\n1,"",""\n2,2024-01-02 03:04:05.678,x\n',
    [
      ['1', null, ''],
      ['2', '2024-01-02 03:04:05.678', 'x'],
    ],
  ],
  [
    'no text',
    'a,b\n1,""\n"",2\n',
    [
      ['1', null],
      [null, '2'],
    ],
  ],
])('reads `""` as NULL where a column has %s, and as an empty text in others', async (_, file, rows) => {
  const { preview } = await app.upload('empty.csv', file);
  expect(preview?.rows.map((row) => row.map((cell) => (cell === 'true' ? 't' : cell)))).toEqual(rows);
});

it('reads `""` in a folder as an import does', async () => {
  const { id } = await app.upload('quoted.csv', 'id,n,t\n1,"",""\n2,7,\n');
  await app.ask('POST', `/api/imports/${id}/copy`, { connection_id: 'drop', file_name: 'quoted.csv', replaces: true });
  expect(await app.settled(id)).toMatchObject({ status: 'succeeded' });
  expect(await app.query('SELECT id, n, t FROM quoted ORDER BY id', 'drop')).toEqual([
    ['1', null, ''],
    ['2', '7', null],
  ]);
});
