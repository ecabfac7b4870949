import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ChangeSetDetails, DataImport, ImportPreview, ImportReading, ResultRow } from '#libs/api';
import { ImportsApp, newTable } from './testing/imports-app.js';

let app: ImportsApp;
beforeAll(async () => {
  app = await ImportsApp.start();
});
afterAll(() => app.stop());

const AUTO: ImportReading = { encoding: 'auto', header: null, delimiter: null, sheet: null };

async function read(text: string, reading: Partial<ImportReading> = {}, name = 'values.csv'): Promise<DataImport> {
  const found = await app.upload(name, text);
  if (Object.keys(reading).length === 0) return found;
  await app.ask('POST', `/api/imports/${found.id}/read`, { ...AUTO, ...reading });
  return app.settled(found.id);
}

/** The items of the change set that an import made, as JSON. */
async function itemsOf({ change }: DataImport): Promise<string> {
  const { items } = await app.ask<ChangeSetDetails>('GET', `/api/changes/${change?.id ?? ''}`);
  return JSON.stringify(items);
}

const typesOf = ({ preview }: DataImport) => preview?.columns.map(({ type }) => type);
const rowsOf = ({ preview }: DataImport) => preview?.rows;

describe('how a file is read', () => {
  it.each<[string, string | Buffer, string, Partial<ImportPreview['detected']>]>([
    [
      'semicolons',
      'd;n\n13/02/2024;1,5\n',
      'a.csv',
      { encoding: 'utf-8', delimiter: ';', header: true, date_order: 'dmy', decimal: ',' },
    ],
    ['commas', 'd,n\n2024-02-13,1.5\n', 'a.csv', { delimiter: ',', date_order: 'ymd', decimal: '.' }],
    [
      'tabs without a header',
      '1\tx\n2\ty\n',
      'a.tsv',
      { delimiter: '\t', header: false, date_order: null, decimal: null },
    ],
    ['quotes', `"a","b"\n"1","x, y"\n`, 'a.csv', { quote: '"', header: true }],
    ['another encoding', Buffer.from('n;t\n1;na\xefve\n', 'latin1'), 'a.csv', { encoding: 'windows-1252' }],
    ['JSON', '[{"a": 1}]', 'a.json', { encoding: 'utf-8', delimiter: null, header: null, quote: null }],
    ['doubtful dates', 'd;t\n01/02/2024;x\n', 'a.csv', { date_order: null }],
  ])('is shown: %s', async (_, content, name, detected) => {
    const found = await app.upload(name, content);
    expect(found.preview?.detected).toMatchObject(detected);
  });
});

describe('dates', () => {
  const DOUBT = {
    ...{ column: 'd', kind: 'date', sample: '01/02/2024' },
    readings: [
      { as: 'dmy', text: '2024-02-01' },
      { as: 'mdy', text: '2024-01-02' },
    ],
  };

  it('that have two meanings are texts, with what the first one is in each', async () => {
    const found = await read('d;t\n01/02/2024;x\n03/04/2024;y\n');
    expect(typesOf(found)).toEqual(['VARCHAR', 'VARCHAR']);
    expect(found.preview?.doubts).toEqual([DOUBT]);
  });

  it.each([
    ['dmy', '2024-02-01'],
    ['mdy', '2024-01-02'],
  ] as const)('are read in the order that is chosen: %s', async (date_order, first) => {
    const found = await read('d;t\n01/02/2024;x\n03/04/2024;y\n', { date_order });
    expect(found).toMatchObject({ reading: { date_order }, preview: { doubts: [], detected: { date_order } } });
    expect(typesOf(found)).toEqual(['DATE', 'VARCHAR']);
    expect(rowsOf(found)?.[0]).toEqual([first, 'x']);
  });

  it('are read in the order that another column proves', async () => {
    const found = await read('a;b\n01/02/2024;31/12/2023\n03/04/2024;01/12/2023\n');
    expect(found.preview?.doubts).toEqual([]);
    expect(rowsOf(found)?.[0]).toEqual(['2024-02-01', '2023-12-31']);
  });

  it('with a time are read alike', async () => {
    const text = 'a;t\n01/02/2024 10:20:30;x\n';
    expect((await read(text)).preview?.doubts).toMatchObject([
      { column: 'a', readings: [{ as: 'dmy' }, { as: 'mdy' }] },
    ]);
    expect(rowsOf(await read(text, { date_order: 'mdy' }))).toEqual([['2024-01-02 10:20:30', 'x']]);
  });

  it('stay texts where the order does not fit, which is said', async () => {
    const found = await read('d;t\n31/12/2024;x\n', { date_order: 'mdy' });
    expect(typesOf(found)).toEqual(['VARCHAR', 'VARCHAR']);
    expect(found.preview?.notes).toEqual([
      'Some values are no dates in the order that is set, so that these columns are text: d.',
    ]);
  });

  it('with two meanings are not imported as dates before one is chosen', async () => {
    const found = await read('d;t\n01/02/2024;x\n');
    const answer = await app.send(
      'POST',
      `/api/imports/${found.id}/start`,
      newTable('pg', 'asked', { d: 'date', t: 'text' }),
    );
    expect(answer).toMatchObject({
      status: 422,
      body: {
        code: 'import-refused',
        detail:
          'Choose the date order for "d": "01/02/2024" is 2024-02-01 (day, month, year) or 2024-01-02 (month, day, year).',
      },
    });
    const texts = await app.load(found.id, newTable('pg', 'kept', { d: 'text', t: 'text' }));
    expect(texts.status).toBe('succeeded');
    expect(await app.query('SELECT d FROM kept')).toEqual([['01/02/2024']]);
  });

  it.each(['MDY', 'DMY', 'YMD'])('are written alike whatever the DateStyle of the database: %s', async (style) => {
    const [[name] = []] = await app.query('SELECT current_database()');
    await app.query(`ALTER DATABASE "${name ?? ''}" SET DateStyle = 'ISO, ${style}'`);
    try {
      const found = await read('d;t\n01/02/2024;03/04/2024\nx;n\n', { date_order: 'dmy' });
      const none = await read('d;t\n01/02/2024;x\nnone;y\n');
      const [chosen, asked] = [`chosen_${style}`.toLowerCase(), `asked_${style}`.toLowerCase()];
      const body = { ...newTable('pg', chosen, { d: 'date', t: 'text' }), on_reject: 'skip' as const };
      expect(await app.load(found.id, body)).toMatchObject({ imported_rows: 1, rejected_rows: 1 });
      expect(await app.query(`SELECT d FROM ${chosen}`)).toEqual([['2024-02-01']]);
      const refused = await app.load(none.id, {
        ...newTable('pg', asked, { d: 'date', t: 'text' }),
        on_reject: 'skip',
      });
      expect(refused).toMatchObject({ imported_rows: 0, rejected_rows: 2 });
    } finally {
      await app.query(`ALTER DATABASE "${name ?? ''}" RESET DateStyle`);
    }
  });

  it.each([
    [2, 'rows'],
    [1_001, 'one statement'],
  ])('of texts are the same %d rows in a change set, as %s', async (count) => {
    await app.query('CREATE TABLE dated (d date, at timestamptz, t text)');
    const lines = Array.from({ length: count }, (_, at) => `01/02/2024;03/04/2024 10:20;${at}\n`).join('');
    const { id } = await read(`d;at;t\n;;n\n${lines}"Thu, 01 Feb 2024";today;z\n`, { date_order: 'dmy' });
    expect(typesOf(await app.settled(id))).toEqual(['VARCHAR', 'VARCHAR', 'VARCHAR']);
    const columns = ['d', 'at', 't'].map((name) => ({ source: name, target: name }));
    const into = { connection_id: 'pg', schema: 'public', table: 'dated', is_new: false, columns };
    const done = await app.load(id, { ...into, on_reject: 'stop', as_change: true });
    expect([done.status, done.change]).toEqual(['succeeded', expect.anything()]);
    const rows = await itemsOf(done);
    expect(rows).toContain('2024-02-01');
    expect(rows).toContain('2024-04-03 10:20');
    expect(rows).not.toContain('01/02/2024');
    await app.query('DROP TABLE dated');
  });

  it.each([
    ['date', '2024-02-01', '01/02/2024', null, 'is no ISO date. Choose the date order of the file.'],
    ['timestamp', '2024-02-01 10:00', '10:00 01/02/2003', 'dmy', 'is no date in the order day, month, year.'],
    ['date[]', '{2024-02-01}', '{01/02/2003}', 'dmy', 'has dates that are not in ISO form.'],
    ['timestamptz(3)[]', '{2024-02-01}', '{01/02/2003}', 'dmy', 'has dates that are not in ISO form.'],
    ['daterange', '[2024-02-01,)', '[01/02/2003,)', 'dmy', 'has dates that are not in ISO form.'],
    ['tstzmultirange', '{[2024-02-01,)}', '{[01/02/2003,)}', 'dmy', 'has dates that are not in ISO form.'],
  ] as const)('of texts in a column of %s become no change set where one may be another date', async (...given) => {
    const [type, good, bad, date_order, reason] = given;
    await app.query(`DROP TABLE IF EXISTS dated; CREATE TABLE dated (d ${type}, t text)`);
    const { id } = await read(`d;t\n${good};x\n${bad};y\nnone;z\n`, { date_order });
    const columns = ['d', 't'].map((name) => ({ source: name, target: name }));
    const into = { connection_id: 'pg', schema: 'public', table: 'dated', is_new: false, columns };
    const { status, error } = await app.load(id, { ...into, on_reject: 'stop', as_change: true });
    expect([status, error]).toEqual(['failed', { row: 2, column: 'd', message: `"${bad}" ${reason}` }]);
    await app.query('DROP TABLE dated');
  });
});

describe('numbers', () => {
  it.each<[string, string, Partial<ImportReading>, (string | null)[], ResultRow[]]>([
    [
      'with a comma',
      'a;b\n1,5;x\n-12,25;y\n;z\n',
      {},
      ['DOUBLE', 'VARCHAR'],
      [
        ['1.5', 'x'],
        ['-12.25', 'y'],
        [null, 'z'],
      ],
    ],
    [
      'with thousands',
      'a;b\n1.234,5;x\n7;y\n',
      {},
      ['DOUBLE', 'VARCHAR'],
      [
        ['1234.5', 'x'],
        ['7.0', 'y'],
      ],
    ],
    ['that another column decides', 'a;b\n1,234;0,5\n', {}, ['DOUBLE', 'DOUBLE'], [['1.234', '0.5']]],
    ['that points decide', 'a,b\n"1,234",0.5\n', {}, ['BIGINT', 'DOUBLE'], [['1234', '0.5']]],
    ['with two meanings', 'a;b\n1,234;x\n', {}, ['VARCHAR', 'VARCHAR'], [['1,234', 'x']]],
    ['chosen as decimals', 'a;b\n1,234;x\n', { decimal: ',' }, ['DOUBLE', 'VARCHAR'], [['1.234', 'x']]],
    ['chosen as thousands', 'a;b\n1,234;x\n', { decimal: '.' }, ['BIGINT', 'VARCHAR'], [['1234', 'x']]],
    ['of points chosen as thousands', 'a;b\n1.234;x\n', { decimal: ',' }, ['BIGINT', 'VARCHAR'], [['1234', 'x']]],
    [
      'with many digits',
      'a;b\n12345678901234567,5;x\n',
      {},
      ['DECIMAL(18,1)', 'VARCHAR'],
      [['12345678901234567.5', 'x']],
    ],
    [
      'among texts',
      'a;b\n1,5;x\nnone;y\n',
      {},
      ['VARCHAR', 'VARCHAR'],
      [
        ['1,5', 'x'],
        ['none', 'y'],
      ],
    ],
    [
      'that are empty texts',
      'a;b\n1,5;""\n"";y\n',
      {},
      ['DOUBLE', 'VARCHAR'],
      [
        ['1.5', ''],
        [null, 'y'],
      ],
    ],
  ])('%s', async (_, text, reading, types, rows) => {
    const found = await read(text, reading);
    expect([typesOf(found), rowsOf(found)]).toEqual([types, rows]);
    const columns = Object.fromEntries(
      ['a', 'b'].map((name, index) => [name, types[index] === 'VARCHAR' ? 'text' : 'numeric']),
    );
    await app.query('DROP TABLE IF EXISTS numbers');
    expect(await app.load(found.id, newTable('pg', 'numbers', columns))).toMatchObject({ status: 'succeeded' });
    expect(await app.query('SELECT a, b FROM numbers')).toEqual(rows);
  });

  it('with two meanings are not imported as numbers before one is chosen', async () => {
    const found = await read('a;b\n1,234;x\n');
    expect(found.preview?.doubts).toMatchObject([
      {
        column: 'a',
        kind: 'number',
        sample: '1,234',
        readings: [
          { as: ',', text: '1.234' },
          { as: '.', text: '1234' },
        ],
      },
    ]);
    const answer = await app.send(
      'POST',
      `/api/imports/${found.id}/start`,
      newTable('duck', 'asked', { a: 'DOUBLE', b: 'VARCHAR' }),
    );
    expect(answer).toMatchObject({ status: 422, body: { code: 'import-refused' } });
  });
});

describe('a first line that names the separator', () => {
  it.each([
    ['sep=;\na;b\n1;x, y\n', [['1', 'x, y']]],
    ['sep=,\r\na,b\r\n1,x; y\r\n', [['1', 'x; y']]],
    ['"sep=|"\na|b\n1|x;y\n', [['1', 'x;y']]],
    ['\ufeffsep=;\r\na;b\r\n1;x, y\r\n', [['1', 'x, y']]],
  ])('is no header: %j', async (text, rows) => {
    const found = await read(text);
    expect(found.preview?.columns.map(({ name }) => name)).toEqual(['a', 'b']);
    expect(rowsOf(found)).toEqual(rows);
    expect(found.preview?.notes).toEqual([]);
  });

  it('stands back behind a delimiter that is chosen', async () => {
    const found = await read('sep=;\na,b\n1,x\n', { delimiter: ',' });
    expect(rowsOf(found)).toEqual([['1', 'x']]);
  });
});

it.each([{ date_order: 'ydm' }, { decimal: ';' }])('refuses %j', async (wrong) => {
  const { id } = await app.upload('a.csv', 'a\n1\n');
  const answer = await app.send('POST', `/api/imports/${id}/read`, { ...AUTO, ...wrong });
  expect(answer).toMatchObject({ status: 400, body: { code: 'validation-failed' } });
});

describe('quotes that do not end', () => {
  it.each([
    [
      'among rows of several lengths',
      'a,b,c\n1,"x,2\n3,4\n5,6,7,8\n',
      ['a', 'b', 'c', 'column3'],
      [
        '1 row has fewer values than there are columns, the first in line 3; the rest is NULL.',
        '1 row has more values than the header has names, the first in line 4.',
        'A quote that begins in line 2 does not end: quotes are read as characters.',
      ],
    ],
    [
      'among rows of one length',
      'a,b,c\n1,"x,y\n2,3,4\n5,6,7\n',
      ['a', 'b', 'c'],
      ['A quote that begins in line 2 does not end: quotes are read as characters.'],
    ],
  ])('are named with their line: %s', async (_, text, names, notes) => {
    const found = await read(text);
    expect(found.preview?.columns.map(({ name }) => name)).toEqual(names);
    expect(found.preview?.notes).toEqual(notes);
  });
});
