import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { DataImport, ImportMapping, ImportRequest, RejectMode, ResultRow } from '#libs/api';
import { dialectOf } from '#libs/dialects';
import { sizeOf } from '../faults/testing/rounds.js';
import { ImportsApp } from './testing/imports-app.js';

/** Each file is sent, read and imported twice. */
const FILES = sizeOf(10, 1000);
const LIMIT_MS = sizeOf(300_000, 3_600_000);

let app: ImportsApp;
beforeAll(async () => {
  app = await ImportsApp.start();
  await app.query('CREATE TABLE statements (tbl text, sql text)');
  await app.query(
    `CREATE FUNCTION note() RETURNS trigger LANGUAGE plpgsql AS
     $$BEGIN INSERT INTO statements VALUES (TG_TABLE_NAME, current_query()); RETURN NULL; END$$`,
  );
});
afterAll(() => app.stop());

/** A table with a column for each of the file, which notes the statements that fill it. */
async function createTable(table: string, columns: readonly ImportMapping[]): Promise<void> {
  const list = columns.map(({ target, type = 'text' }) => `"${target.replaceAll('"', '""')}" ${type}`);
  await app.query(`DROP TABLE IF EXISTS ${table}; DELETE FROM statements; CREATE TABLE ${table} (${list.join(', ')})`);
  await app.query(`CREATE TRIGGER note AFTER INSERT ON ${table} FOR EACH STATEMENT EXECUTE FUNCTION note()`);
}

function mappingOf({ preview }: DataImport, types: Record<string, string> = {}): ImportMapping[] {
  const { columnType } = dialectOf('postgres').imports;
  const columns = preview?.columns ?? [];
  return columns.map(({ name, type }) => ({ source: name, target: name, type: types[name] ?? columnType(type) }));
}

/** How an import into a table that exists ended, what the table has, and whether it took the bytes of the file. */
async function loaded(
  id: string,
  mapping: ImportMapping[],
  on_reject: RejectMode,
): Promise<{ end: DataImport; rows: ResultRow[]; isCopied: boolean }> {
  await createTable('target', mapping);
  const columns = mapping.map(({ source, target }) => ({ source, target }));
  const place = { connection_id: 'pg', schema: 'public', table: 'target', is_new: false } as const;
  const end = await app.load(id, { ...place, columns, on_reject } satisfies ImportRequest);
  const rows = await app.query('SELECT * FROM target ORDER BY ctid');
  const copies = await app.query(`SELECT 1 FROM statements WHERE sql LIKE 'COPY%DELIMITER%'`);
  return { end, rows, isCopied: copies.length > 0 };
}

/** Imports a file by its bytes where that is possible, and by its values; both give the same rows. */
async function bothWays(content: string | Buffer, types: Record<string, string> = {}): Promise<boolean> {
  const found = await app.upload('odd.csv', content);
  try {
    expect(found.status).toBe('ready');
    const mapping = mappingOf(found, types);
    const byValues = await loaded(found.id, mapping, 'skip');
    const byBytes = await loaded(found.id, mapping, 'stop');
    if (byValues.end.rejected_rows > 0) {
      expect(byBytes).toMatchObject({ end: { status: 'failed', imported_rows: 0 }, rows: [] });
    } else {
      expect(byBytes.end).toMatchObject({ status: 'succeeded', imported_rows: found.preview?.row_count });
      expect(byBytes.rows).toEqual(byValues.rows);
    }
    return byBytes.isCopied;
  } finally {
    await app.ask('DELETE', `/api/imports/${found.id}`);
  }
}

describe('a file whose bytes Postgres reads as DuckDB does', () => {
  it.each([
    ['numbers, dates and texts', 'id,name,born,total\n1,"Ann ""A""",2001-02-03,12.500\n2,,2002-03-04,1e3\n'],
    ['no header', '1,a\n2,b\n3,c\n'],
    ['no line end behind the last row', 'id,name\n1,a\n2,b'],
    ['a byte order mark', '\ufeffid,name\n1,a\n2,b\n'],
    ['semicolons', 'id;name;note\n1;"a;b";x\n2;b;y\n'],
    ['carriage returns', 'id,name\r\n1,"a\r\nb"\r\n2,b\r\n'],
    ['line ends in quotes', 'id,name\n1,"a\n\\.\n\nb"\n2,b\n'],
    ['empty texts', 'id,name,more\n1,"",x\n2,,y\n3,"  ",z\n'],
    ['backslashes', 'id,name\n1,\\N\n2,\\.\n3,a\\"b\n'.replace('\\"', '\\')],
    ['other letters', 'id,naïve,日本\n1,é,語\n2,😀,x\n'],
    ['values that are no number', 'id,total\n1,NaN\n2,inf\n3,-Infinity\n4,1.5\n'],
    ['names with quotes', '"a""b","c d"\n1,2\n3,4\n'],
  ])('gives the table its bytes: %s', async (_, content) => {
    expect(await bothWays(content)).toBe(true);
  });

  it.each([
    ['digits that a text would keep', 'id,total\n1,12.500\n2,1e3\n', { total: 'text' }],
    ['digits that a numeric would keep', 'id,total\n1,12.500\n2,7.25\n', { total: 'numeric' }],
    ['dates in another order', 'id,born\n1,31/12/2001\n2,30/11/2002\n', {}],
    ['dates without zeros', 'id,born\n1,2001-2-3\n2,2002-3-4\n', { born: 'text' }],
    ['truth in another case', 'id,flag\n1,TRUE\n2,False\n', { flag: 'text' }],
    ['numbers with blanks', 'id,n\n1, 12\n2,13\n', { n: 'text' }],
    ['quotes inside of texts', 'id,name\n1,5" disk\n2,"6"" disk"\n3,7\n', {}],
    ['blanks around quotes', 'id,name\n1, "a"\n2, "b"\n', {}],
    ['rows of different lengths', 'id,name\n1\n2,b\n3,c,d\n', {}],
    ['lines before the table', 'a report\n\nid,name\n1,a\n2,b\n3,c\n', {}],
    ['one column', 'n\n1\n\n3\n', {}],
    ['another encoding', Buffer.from('id,name\n1,na\xefve\n2,b\n', 'latin1'), {}],
  ])('otherwise gives it the values: %s', async (_, content, types) => {
    expect(await bothWays(content, types)).toBe(false);
  });

  it('names the row and the column that the database refuses, and keeps nothing', async () => {
    const found = await app.upload('bad.csv', 'id,name\n1,"a\nb"\n2,wrong\n3,4\n');
    const mapping = mappingOf(found, { name: 'varchar(3)' });
    const { end, rows } = await loaded(found.id, mapping, 'stop');
    expect(end).toMatchObject({ status: 'failed', imported_rows: 0, error: { row: 2, column: 'name' } });
    expect(rows).toEqual([]);
  });

  it('rejects no row for the line end in one before', async () => {
    const found = await app.upload('bad.csv', 'id,name\n1,"a\nb"\n2,wrong\n3,4\n');
    const { end, rows } = await loaded(found.id, mappingOf(found, { name: 'varchar(3)' }), 'skip');
    expect(end).toMatchObject({ status: 'succeeded', imported_rows: 2, rejected_rows: 1 });
    expect(rows).toEqual([
      ['1', 'a\nb'],
      ['3', '4'],
    ]);
  });

  it.each([
    ['once where the server ends the copy', '55P03', '1'],
    ['as values where the database refuses a row', '23514', '2'],
  ])('is sent %s', async (_, sqlstate, tries) => {
    const found = await app.upload('sent.csv', 'id,name\n1,a\n2,b\n');
    await createTable('target', mappingOf(found));
    await app.query(`DROP SEQUENCE IF EXISTS tries; CREATE SEQUENCE tries`);
    await app.query(`CREATE OR REPLACE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
      $$BEGIN PERFORM nextval('tries'); RAISE EXCEPTION 'refused' USING ERRCODE = '${sqlstate}'; END$$`);
    await app.query('CREATE TRIGGER refuse BEFORE INSERT ON target FOR EACH ROW EXECUTE FUNCTION refuse()');
    const columns = mappingOf(found).map(({ source, target }) => ({ source, target }));
    const place = { connection_id: 'pg', schema: 'public', table: 'target', is_new: false } as const;
    const end = await app.load(found.id, { ...place, columns, on_reject: 'stop' });
    expect(end).toMatchObject({ status: 'failed', error: { message: expect.stringContaining('refused') as unknown } });
    expect(await app.query('SELECT last_value FROM tries')).toEqual([[tries]]);
  });

  it('gives a table whose trigger leaves rows out what the values give it', async () => {
    const found = await app.upload('left.csv', 'id,name\n1,a\n2,b\n3,c\n');
    await createTable('target', mappingOf(found));
    await app.query(`CREATE FUNCTION odd_only() RETURNS trigger LANGUAGE plpgsql AS
      $$BEGIN RETURN CASE WHEN NEW.id % 2 = 1 THEN NEW END; END$$`);
    await app.query('CREATE TRIGGER odd BEFORE INSERT ON target FOR EACH ROW EXECUTE FUNCTION odd_only()');
    const columns = mappingOf(found).map(({ source, target }) => ({ source, target }));
    const place = { connection_id: 'pg', schema: 'public', table: 'target', is_new: false } as const;
    expect(await app.load(found.id, { ...place, columns, on_reject: 'stop' })).toMatchObject({ status: 'succeeded' });
    expect(await app.query('SELECT id FROM target ORDER BY ctid')).toEqual([['1'], ['3']]);
  });
});

it(
  'has the rows of the preview whichever way it goes',
  async () => {
    const odd = [
      '',
      '""',
      '" "',
      ' ',
      'a',
      'a b',
      '"a,b"',
      '"a\nb"',
      '"a""b"',
      'é',
      '\\.',
      '\\N',
      '"\\."',
      "'",
      'NULL',
    ];
    const numbers = [
      '1',
      '-2',
      '+3',
      '007',
      '1.50',
      '.5',
      '5.',
      '1e5',
      '1_000',
      '0x10',
      'NaN',
      'inf',
      '9007199254740993',
    ];
    const others = ['2001-02-03', '2001-2-3', '24-1-5', '2001-02-03 04:05:06', 'true', 'T', 'epoch', '12:30:00', '"7"'];
    const column = fc.constantFrom(odd, numbers, others, ['1', '2'], ['1.5', '2.50', '']);
    const file = fc.tuple(
      fc.array(
        column.chain((texts) => fc.array(fc.constantFrom(...texts), { minLength: 6, maxLength: 6 })),
        { minLength: 2, maxLength: 4 },
      ),
      fc.constantFrom('\n', '\r\n'),
    );
    let copied = 0;
    await fc.assert(
      fc.asyncProperty(file, async ([columns, end]) => {
        const header = columns.map((_, index) => `c${index}`).join(',');
        const rows = Array.from({ length: 6 }, (_, row) => columns.map((texts) => texts[row]).join(','));
        if (await bothWays(`${[header, ...rows].join(end)}${end}`)) copied += 1;
      }),
      { numRuns: FILES },
    );
    expect(copied).toBeGreaterThan(0);
  },
  LIMIT_MS,
);
