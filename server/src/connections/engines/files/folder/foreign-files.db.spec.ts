import { readFileSync } from 'node:fs';
import { appendFile, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { casesOf } from '../../../../faults/testing/rounds.js';
import { listChildren } from '../../../../platform/index.js';
import type { FilesConfig } from '../config.js';
import type { Connector, Session } from '../../connector.js';
import { errorOf, runStatement, type Ran } from '../../duckdb/testing/open-session.js';
import { neverAborted, RecordingContext } from '../../testing/index.js';
import { createFilesConnector } from '../index.js';
import { filesConfig } from '../testing/files-config.js';

const TEXT = 'name,n\ngröße,1\nnaïve,2\n';
const ROWS = [
  ['größe', '1'],
  ['naïve', '2'],
];
/** Counts a file as too large to be read first that is larger than so many bytes; its beginning alone decides its types. */
const LITTLE = { smallBytes: 64 * 1024 };
const utf16le = (text: string): Buffer => Buffer.from(text, 'utf16le');
const utf16be = (text: string): Buffer => utf16le(text).swap16();

describe('foreign files', () => {
  let folder: string;
  let connector: Connector;
  let session: Session;
  /** Whether the connection has settings of its own. */
  let isSet = false;
  const open = async (changes?: Partial<FilesConfig>): Promise<void> => {
    isSet = changes !== undefined;
    connector = createFilesConnector(filesConfig(folder, changes), new RecordingContext());
    session = await connector.openSession(neverAborted());
  };
  const close = async (): Promise<void> => {
    await session.release();
    await connector.close();
  };
  const reopen = async (changes?: Partial<FilesConfig>): Promise<void> => {
    await close();
    await open(changes);
  };
  const run = (sql: string): Promise<Ran> => runStatement(session, sql);
  const rows = async (sql: string): Promise<(string | null)[][]> => {
    const { outcome, sink } = await run(sql);
    expect(outcome).toMatchObject({ status: 'succeeded' });
    return sink.rows;
  };
  const notices = async (sql: string): Promise<string[]> => (await run(sql)).sink.notices.map(({ message }) => message);
  const put = (name: string, content: string | Buffer): Promise<void> => writeFile(join(folder, name), content);
  const columns = async (table: string): Promise<[string, string][]> => {
    const details = await connector.describeTable('main', table, neverAborted());
    return details?.columns.map(({ name, type }) => [name, type]) ?? [];
  };
  const types = async (table: string): Promise<string[]> => (await columns(table)).map(([, type]) => type);
  const comment = async (table: string): Promise<string> =>
    (await connector.describeTable('main', table, neverAborted()))?.comment ?? '';

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'foreign-files-'));
    await open();
  });
  // The engine goes on from test to test: starting it takes longer than most of them.
  afterEach(async () => {
    for (const name of await readdir(folder)) await rm(join(folder, name));
    if (isSet) await reopen();
  });
  afterAll(async () => {
    await close();
    await rm(folder, { recursive: true, force: true });
  });

  describe('by their encoding', () => {
    it.each([
      ['UTF-8', Buffer.from(TEXT), 'UTF-8'],
      ['UTF-8 with a mark', Buffer.from(`\ufeff${TEXT}`), 'UTF-8'],
      ['UTF-8 with a mark and quotes', Buffer.from('\ufeff"name",n\n"größe",1\nnaïve,2\n'), 'UTF-8'],
      ['Latin-1', Buffer.from(TEXT, 'latin1'), 'Windows-1252'],
      ['UTF-16 LE with a mark', utf16le(`\ufeff${TEXT}`), 'UTF-16 LE'],
      ['UTF-16 BE with a mark', utf16be(`\ufeff${TEXT}`), 'UTF-16 BE'],
      ['UTF-16 LE without a mark', utf16le(TEXT), 'UTF-16 LE'],
      ['UTF-16 BE without a mark', utf16be(TEXT), 'UTF-16 BE'],
    ])('%s is found in CSV', async (_, content, name) => {
      await put('t.csv', content);
      await put('packed.csv.gz', gzipSync(content));
      expect(await rows('SELECT name, n FROM t')).toEqual(ROWS);
      expect(await rows('SELECT name, n FROM packed')).toEqual(ROWS);
      expect(await columns('t')).toEqual([
        ['name', 'VARCHAR'],
        ['n', 'BIGINT'],
      ]);
      expect(await comment('t')).toContain(`read as ${name} (detected)`);
    });

    const json = '[{"name": "größe", "n": 1}, {"name": "naïve", "n": 2}]';
    const ndjson = '{"name": "größe", "n": 1}\n{"name": "naïve", "n": 2}\n';

    it.each([
      ['UTF-8 with a mark', (text: string) => Buffer.from(`\ufeff${text}`)],
      ['Latin-1', (text: string) => Buffer.from(text, 'latin1')],
      ['UTF-16 LE', (text: string) => utf16le(`\ufeff${text}`)],
      ['UTF-16 BE', (text: string) => utf16be(`\ufeff${text}`)],
    ])('%s is found in JSON', async (_, encoded) => {
      await put('j.json', encoded(json));
      await put('l.ndjson', encoded(ndjson));
      await put('p.json.gz', gzipSync(encoded(json)));
      for (const table of ['j', 'l', 'p']) expect(await rows(`SELECT name, n FROM ${table}`)).toEqual(ROWS);
    });

    it('Windows-1252 has its own letters where Latin-1 has none', async () => {
      await put('t.csv', Buffer.concat([Buffer.from('price\n'), Buffer.from([0x80]), Buffer.from('5\n')]));
      expect(await rows('SELECT price FROM t')).toEqual([['€5']]);
    });

    it('is found where the first letter outside ASCII comes late', async () => {
      const many = 'plain,1\n'.repeat(300_000);
      await put('late.csv', Buffer.concat([Buffer.from(`name,n\n${many}`), Buffer.from('größe,2\n', 'latin1')]));
      expect(await rows('SELECT name FROM late WHERE n = 2')).toEqual([['größe']]);
    });

    it('is read anew when the file has changed, and no copy stays behind', async () => {
      await reopen({});
      await put('t.csv', Buffer.from(TEXT, 'latin1'));
      expect(await rows('SELECT name, n FROM t')).toEqual(ROWS);
      await appendFile(join(folder, 't.csv'), Buffer.from('señor,3\n', 'latin1'));
      expect(await rows('SELECT name FROM t WHERE n = 3')).toEqual([['señor']]);
      expect(await copies()).toEqual(['2.txt']);
      await put('t.csv', TEXT);
      expect(await rows('SELECT name, n FROM t')).toEqual(ROWS);
      expect(await copies()).toEqual([]);
    });

    it('can be set for a connection and for a file', async () => {
      await put('cyrillic.csv', Buffer.from('name\n\xcf\xf0\xe8\xe2\xe5\xf2\n', 'latin1'));
      await put('latin.csv', Buffer.from('name\ngr\xf6\xdfe\n', 'latin1'));
      await put('cut.csv', Buffer.from('name\ngr\xc3\xb6\xdfe \xc3\xbc\n', 'latin1'));
      await close();
      const files = { 'lat*.csv': { encoding: 'latin-1' }, 'cut.csv': { encoding: 'utf-8-replace' } } as const;
      await open({ encoding: 'windows-1251', files });
      expect(await rows('SELECT name FROM cyrillic')).toEqual([['Привет']]);
      expect(await rows('SELECT name FROM latin')).toEqual([['größe']]);
      expect(await rows('SELECT name FROM cut')).toEqual([['grö�e ü']]);
      expect(await comment('cyrillic')).toContain('read as Windows-1251 (as set)');
    });

    it('damaged UTF-8 is refused with advice that works', async () => {
      await put('cut.csv', Buffer.concat([Buffer.from('name,n\ngröße,1\nnaïve,2\n'), Buffer.from([0xff, 0x0a])]));
      const { message } = errorOf(await run('SELECT * FROM cut'));
      expect(message).toMatch(/^The file cut\.csv cannot be read: it is UTF-8 with invalid bytes.*utf-8-replace/);
      await reopen({ encoding: 'utf-8-replace' });
      expect((await rows('SELECT name FROM cut')).at(-1)).toEqual(['�']);
    });

    it('no message advises an option or an extension', async () => {
      await put('cut.csv', Buffer.concat([Buffer.from('name,n\nx,1\n'), Buffer.from([0xe9, 0x0a])]));
      await put('bad.json', '{"a": ');
      await reopen({ encoding: 'utf-8' });
      for (const table of ['cut', 'bad']) {
        const { message } = errorOf(await run(`SELECT * FROM ${table}`));
        expect(message).not.toMatch(/encoding=|ignore_errors|INSTALL|Possible|auto_detect|sample_size/);
      }
    });
  });

  describe('by their numbers', () => {
    const integer = fc
      .tuple(fc.constantFrom('', '-'), fc.stringMatching(/^[1-9][0-9]{0,59}$/))
      .map(([sign, digits]) => sign + digits);
    const decimal = fc.tuple(integer, fc.stringMatching(/^[0-9]{1,12}$/)).map(([whole, part]) => `${whole}.${part}`);
    const small = fc.integer({ min: -99, max: 99 }).map(String);
    /** Integers alone, and among decimals, texts and nothing. */
    const column = fc.oneof(
      fc.array(integer, { minLength: 1, maxLength: 8 }),
      fc.array(fc.oneof(integer, small), { minLength: 1, maxLength: 8 }),
      fc.array(fc.oneof(integer, decimal, small), { minLength: 1, maxLength: 8 }),
      fc.array(fc.oneof(integer, decimal, fc.constantFrom('text', '', '1e5')), { minLength: 1, maxLength: 8 }),
    );
    const plain = (text: string | null): string => (text ?? '').replace(/[.]0+$/, '');

    it('integers of CSV files are never rounded', async () => {
      await fc.assert(
        fc.asyncProperty(column, column, async (one, other) => {
          const count = Math.max(one.length, other.length);
          const lines = Array.from(
            { length: count },
            (_, index) => `r${index},${one[index] ?? ''},${other[index] ?? ''}`,
          );
          await put('t.csv', `key,a,b\n${lines.join('\n')}\n`);
          const found = await rows('SELECT a, b FROM t');
          const expectedOf = (values: readonly string[]) => (index: number) => values[index] ?? '';
          for (let index = 0; index < count; index++) {
            for (const [place, value] of [expectedOf(one)(index), expectedOf(other)(index)].entries()) {
              if (/^-?\d+$/.test(value)) expect(plain(found[index]?.[place] ?? null)).toBe(value);
            }
          }
        }),
        { numRuns: 60 },
      );
    });

    it('integers of JSON files are never rounded, however deep they are', async () => {
      const value = fc.oneof(integer, integer, decimal, small);
      await fc.assert(
        fc.asyncProperty(fc.array(fc.tuple(value, value, value), { minLength: 1, maxLength: 6 }), async (given) => {
          const objects = given.map(
            ([a, b, c], index) => `{"key": ${index}, "a": ${a}, "o": {"x y": [1.5, ${b}]}, "l": [{"z": ${c}}]}`,
          );
          await put('t.ndjson', `${objects.join('\n')}\n`);
          const found = await rows(`SELECT a, o."x y"[2], l[1].z FROM t ORDER BY key`);
          for (const [index, values] of given.entries()) {
            for (const [place, text] of values.entries()) {
              if (/^-?\d+$/.test(text)) expect(plain(found[index]?.[place] ?? null)).toBe(text);
            }
          }
        }),
        { numRuns: 40 },
      );
    });

    it.each([
      ['beyond 2^53', ['9007199254740993', '1'], 'BIGINT'],
      ['beyond 2^63', ['9223372036854775808', '1'], 'HUGEINT'],
      ['beyond 2^64', ['18446744073709551616', '1'], 'HUGEINT'],
      ['below -2^63', ['-9223372036854775809', 'null'], 'HUGEINT'],
      ['beyond 2^127', ['340282366920938463463374607431768211457', '1'], 'VARCHAR'],
      ['beyond 2^64 among texts', ['18446744073709551616', '"x"'], 'VARCHAR'],
      ['beyond 2^64 among decimals', ['18446744073709551616', '0.25'], 'DECIMAL(22,2)'],
      ['beyond 2^64 among texts of numbers', ['18446744073709551616', '"+5"', '" 7 "'], 'VARCHAR'],
      ['beyond 2^64 and an empty string', ['18446744073709551616', '""'], 'VARCHAR'],
    ])('integers %s without an object around them are never rounded', async (_, values, type) => {
      const texts = values.map((value) => (value === 'null' ? null : value.replaceAll('"', '')));
      await put('t.json', `[${values.join()}]`);
      await put('u.ndjson', values.map((value) => `${value}\n`).join(''));
      for (const table of ['t', 'u']) {
        expect(await types(table)).toEqual([type]);
        const found = (await rows(`SELECT * FROM ${table}`)).map(([value]) =>
          value === null || value === undefined ? null : plain(value),
        );
        expect(found).toEqual(texts);
      }
    });

    it.each([
      ['beyond 2^53', ['1', '9007199254740993'], 'BIGINT'],
      ['beyond 2^63', ['1', '12345678901234567890'], 'HUGEINT'],
      ['beyond 2^127', ['1', '9'.repeat(60)], 'VARCHAR'],
      ['among decimals', ['1.25', '12345678901234567890'], 'DECIMAL(22,2)'],
      ['among floats', ['1e5', '12345678901234567890'], 'VARCHAR'],
      ['none, but floats', ['1.5', '0.30000000000000004'], 'DOUBLE'],
      ['none, but infinity', ['1.5', 'inf'], 'DOUBLE'],
      ['beyond the range of DOUBLE', ['1.5', '-1e400'], 'VARCHAR'],
    ])('integers %s give a column its type', async (_, values, type) => {
      await put('t.csv', `key,n\n${values.map((value) => `k,${value}`).join('\n')}\n`);
      expect(await types('t')).toEqual(['VARCHAR', type]);
      expect((await rows('SELECT n FROM t')).length).toBe(2);
    });

    it.each([
      ['20 digits', ['1234567890.123456789', '0.12345678901234567890'], 'DECIMAL(30,20)'],
      ['18 digits behind the point', ['12.123456789012345678', '0.5'], 'DECIMAL(20,18)'],
      ['digits that carry', ['0.99999999999999999999', '1.5'], 'DECIMAL(21,20)'],
      ['more than 38 digits', [`0.${'1234567890'.repeat(4)}`, '1.5'], 'VARCHAR'],
      ['20 digits and an exponent', ['1.2345678901234567890e5', '1.5'], 'VARCHAR'],
      ['17 digits, as programs write floats', ['1.1000000000000001', '-0.30000000000000004', '0.1'], 'DOUBLE'],
      [
        '19 digits, the exact ones of a float',
        ['1.000000000000000056e-01', '2.5', '0.1000000000000000055511'],
        'DOUBLE',
      ],
      ['zeros behind 17 digits', ['0.3000000000000000400', '1e-400', '5e-324'], 'DOUBLE'],
    ])('decimals of %s are never rounded', async (_, values, type) => {
      await put('t.csv', `key,n\n${values.map((value) => `k,${value}`).join('\n')}\n`);
      expect(await types('t')).toEqual(['VARCHAR', type]);
      if (type === 'DOUBLE') return;
      const bare = (text: string | null | undefined): string | undefined => text?.replace(/0+$/, '');
      const found = (await rows('SELECT n FROM t')).map(([value]) => bare(value));
      expect(found).toEqual(values.map(bare));
    });

    it('a decimal with many digits behind the sample of a large file is not rounded', async () => {
      await reopen(LITTLE);
      await put('large.csv', `k,n\n${'0,0.30000000000000004\n'.repeat(35_000)}1,0.12345678901234567891\n`);
      expect(await rows('SELECT n FROM large LIMIT 1')).toEqual([['0.30000000000000004']]);
      const { message } = errorOf(await run('SELECT n FROM large WHERE k = 1'));
      expect(message).toContain('DOUBLE does not hold exactly: 0.12345678901234567891');
      expect(await rows('SELECT n FROM large WHERE k = 1')).toEqual([['0.12345678901234567891']]);
    });

    it('a number beyond the range of DOUBLE stays as it is in JSON, however deep it is', async () => {
      await put('t.ndjson', '{"a": 1e400, "o": {"l": [1.5]}}\n{"a": 2.5, "o": {"l": [-1e999]}}\n');
      expect(await rows('SELECT a, o.l[1] FROM t')).toEqual([
        ['1e400', '1.5'],
        ['2.5', '-1e999'],
      ]);
    });

    it('what comes behind the sample of the engine counts', async () => {
      const many = (value: string, last: string): string => `n\n${`${value}\n`.repeat(30_000)}${last}\n`;
      await put('wide.csv', many('1', '99999999999999999999'));
      await put('float.csv', many('1.5', '9007199254740993'));
      await put('half.csv', many('1', '1.5'));
      const object = (value: string): string => `{"n": ${value}}\n`;
      await put('half.ndjson', object('1').repeat(30_000) + object('1.5'));
      await put('wide.ndjson', object('1').repeat(30_000) + object('123456789012345678901234567890'));
      expect(await rows('SELECT max(n) FROM wide_csv')).toEqual([['99999999999999999999']]);
      expect(await rows('SELECT max(n) FROM float')).toEqual([['9007199254740993.0']]);
      expect(await rows('SELECT max(n) FROM half_csv')).toEqual([['1.5']]);
      expect(await rows('SELECT max(n) FROM half_ndjson')).toEqual([['1.5']]);
      expect(await rows('SELECT max(n) FROM wide_ndjson')).toEqual([['123456789012345678901234567890']]);
    });

    it.each(['007', '+491234567', '1_000', '0x1F'])('the code %s behind the sample stays as it is', async (code) => {
      await put('codes.csv', `k,n\n${'1,5\n'.repeat(30_000)}2,${code}\n`);
      expect(await rows('SELECT n FROM codes WHERE k = 2')).toEqual([[code]]);
    });

    it('a file too large to be read first stops at a value that it would round, and is then read whole', async () => {
      const line = `${'x'.repeat(1000)},1,1.5\n`;
      const content = `pad,n,f\n${line.repeat(70_000)}x,1.5,2.5\nx,2,9007199254740993\n`;
      await put('large.csv', content);
      expect(await rows('SELECT sum(n) FROM (SELECT n FROM large LIMIT 100)')).toEqual([['100']]);
      const error = errorOf(await run('SELECT max(f) FROM large'));
      expect(error.message).toMatch(
        /large\.csv has a value in column f that DOUBLE does not hold exactly: 9007199254740993/,
      );
      expect(error).toMatchObject({ hint: expect.stringContaining('Run the statement again') });
      expect(await rows('SELECT max(f), max(n) FROM large')).toEqual([['9007199254740993.0', '2.0']]);
    });

    /** In `npm test` one value for each type of a column: BIGINT, HUGEINT and DECIMAL; DOUBLE is tested above. */
    const beyondSample = [
      ['an integer beyond 2^63', '1', '99999999999999999999'],
      ['a half behind integers beyond 2^63', '12345678901234567890', '1.5'],
      ['a hundredth behind tenths', '12345678901234567890.1', '1.25'],
      ['a number beyond the range of DOUBLE', '1.5', '1e401'],
      ['an integer beyond 2^127', '12345678901234567890', '9'.repeat(40)],
    ] as const;

    it.each(casesOf(beyondSample, 2))('a file too large to be read first keeps %s', async (_, usual, last) => {
      await reopen(LITTLE);
      await put('large.csv', `k,n\n${`0,${usual}\n`.repeat(35_000)}1,${last}\n2,\n`);
      expect(await rows('SELECT n FROM large LIMIT 1')).toEqual([[usual]]);
      expect(errorOf(await run('SELECT n FROM large WHERE k = 1')).message).toContain(`does not hold exactly: ${last}`);
      expect(await rows('SELECT rtrim(rtrim(n::TEXT, $$0$$), $$.$$) FROM large WHERE k > 0 ORDER BY k')).toEqual([
        [last],
        [null],
      ]);
    });

    it('a text among the numbers of a large file is no NULL', async () => {
      await reopen(LITTLE);
      await put('large.csv', `n,pad\n${`1.5,y\n`.repeat(35_000)}n/a,x\n`);
      await put('objects.ndjson', `${`{"n": 1.5, "pad": "y"}\n`.repeat(35_000)}{"n": "n/a", "pad": "x"}\n`);
      for (const table of ['large', 'objects']) {
        const { message } = errorOf(await run(`SELECT n FROM ${table} WHERE pad = 'x'`));
        expect(message).toContain('does not hold exactly: n/a');
      }
      expect(errorOf(await run("SELECT n FROM large WHERE pad = 'x'")).message).toMatch(/Line: 35002.*n\/a/s);
      expect(await rows("SELECT n FROM objects WHERE pad = 'x'")).toEqual([['"n/a"']]);
    });

    it('a large JSON file keeps a half behind integers beyond 2^63', async () => {
      await reopen(LITTLE);
      const line = `{"k": 0, "n": 18446744073709551615}\n`;
      await put('large.ndjson', `${line.repeat(35_000)}{"k": 1, "n": 1.5}\n`);
      expect(await rows('SELECT n FROM large LIMIT 1')).toEqual([['18446744073709551615']]);
      expect(errorOf(await run('SELECT n FROM large WHERE k = 1')).message).toMatch(/does not hold exactly: 1\.5/);
      expect(await rows('SELECT n FROM large WHERE k = 1')).toEqual([['1.5']]);
    });

    it('a large JSON file does so inside of its objects, too', async () => {
      await reopen(LITTLE);
      const line = `{"o": {"l": [{"f": 1.5}], "n": 1}}\n`;
      await put('large.ndjson', `${line.repeat(35_000)}{"o": {"l": [{"f": 123456789012345678901234}], "n": 1}}\n`);
      expect(await rows('SELECT o FROM large LIMIT 1')).toEqual([["{'l': [{'f': 1.5}], 'n': 1}"]]);
      expect(errorOf(await run('SELECT max(o.l[1].f) FROM large')).message).toMatch(/123456789012345678901234/);
      expect(await rows('SELECT max(o.l[1].f) FROM large')).toEqual([['123456789012345678901234']]);
    });
  });

  describe('by their shape', () => {
    it.each([
      [
        'short rows',
        'a,b,c\n1,2\n3,4,5\n',
        ['a', 'b', 'c'],
        [
          ['1', '2', null],
          ['3', '4', '5'],
        ],
        /1 row has fewer values/,
      ],
      [
        'long rows',
        'a,b\n1,2\n3,4\n5,6,7\n',
        ['a', 'b', 'column2'],
        [
          ['1', '2', null],
          ['3', '4', null],
          ['5', '6', '7'],
        ],
        /1 row has more values/,
      ],
      [
        'a header that is too short',
        'a,b\n1,2,3\n4,5,6\n',
        ['a', 'b', 'column2'],
        [
          ['1', '2', '3'],
          ['4', '5', '6'],
        ],
        /2 rows have more values/,
      ],
      [
        'mixed line ends',
        'a,b\r\n1,x\n3,"y ""z"""\r\n',
        ['a', 'b'],
        [
          ['1', 'x'],
          ['3', 'y "z"'],
        ],
        /line ends of different kinds/,
      ],
      [
        'a title above the header',
        'Report of May\n\na,b\n1,2\n3,4\n',
        ['a', 'b'],
        [
          ['1', '2'],
          ['3', '4'],
        ],
        /first 2 lines are left out/,
      ],
    ])('%s are read and said', async (_, content, names, expected, notice) => {
      await put('t.csv', content);
      expect((await columns('t')).map(([name]) => name)).toEqual(names);
      expect(await rows('SELECT * FROM t')).toEqual(expected);
      expect(await notices('SELECT * FROM t')).toEqual([expect.stringMatching(notice)]);
      expect(await notices('SELECT 1 AS other')).toEqual([]);
      expect(await comment('t')).toMatch(notice);
    });

    it.each([
      ['an order', 'order,amount\n1001,5\n#1002,6\n1003,7\n', ['1001', '#1002', '1003']],
      ['colours', 'colour,id\n#ff0000,1\n#00ff00,2\n123456,3\n', ['#ff0000', '#00ff00', '123456']],
      ['the first rows', 'Tag;n\n#a;1\n#b;2\n5;3\n', ['#a', '#b', '5']],
      ['all rows', 'Tag;n\n#a;1\n#b;2\n', ['#a', '#b']],
    ])('rows that begin with # are rows: %s', async (_, content, expected) => {
      await put('t.csv', content);
      expect((await rows('SELECT #1 FROM t')).flat()).toEqual(expected);
      expect(await notices('SELECT * FROM t')).toEqual([]);
    });

    it('lines above the header that begin with # are left out and said', async () => {
      await put('t.csv', '# made by x\n# on y\na,b\n1,2\n3,4\n');
      expect(await rows('SELECT a, b FROM t')).toEqual([
        ['1', '2'],
        ['3', '4'],
      ]);
      expect(await notices('SELECT * FROM t')).toEqual([expect.stringMatching(/first 2 lines are left out/)]);
    });

    it('ragged rows behind the sample are read and said', async () => {
      await put('t.csv', `a,b\n${'1,2\n'.repeat(30_000)}3\n4,5,6,7\n`);
      expect(await rows('SELECT count(*), count(b), max(column3) FROM t')).toEqual([['30002', '30001', '7']]);
      expect(await notices('SELECT 1 FROM t LIMIT 1')).toEqual([
        expect.stringMatching(/1 row has fewer values than there are columns, the first in line 30002/),
        expect.stringMatching(/1 row has more values than the header has names, the first in line 30003/),
      ]);
    });

    it('one column of text with commas stays one column', async () => {
      await put('t.csv', `text\n${'foo\n'.repeat(20)}hello, world\n${'foo\n'.repeat(20)}`);
      expect((await columns('t')).map(([name]) => name)).toEqual(['text']);
    });

    it('a header that may be a row, and rows without a header, are said and can be set', async () => {
      await put('texts.csv', 'Bob,Paris\nAnn,Rome\n');
      await put('years.csv', 'id,2020,2021\na,3,4\nb,4,5\n');
      expect(await comment('texts')).toMatch(/first line is read as the column names.*set header: false/);
      expect(await comment('years')).toMatch(/No header was found.*set header: true/);
      await reopen({ header: false, files: { 'years.csv': { header: true } } });
      expect(await rows('SELECT * FROM texts')).toEqual([
        ['Bob', 'Paris'],
        ['Ann', 'Rome'],
      ]);
      expect(await columns('years')).toEqual([
        ['id', 'VARCHAR'],
        ['2020', 'BIGINT'],
        ['2021', 'BIGINT'],
      ]);
    });
  });

  describe('by their dates', () => {
    it('a date with two meanings stays text and is said', async () => {
      await put(
        't.csv',
        'd,e,t\n01/02/2024,13/02/2024,01.02.2024 10:00:00\n03/04/2024,03/04/2024,03.04.2024 11:00:00\n',
      );
      expect(await types('t')).toEqual(['VARCHAR', 'DATE', 'VARCHAR']);
      expect(await rows('SELECT d, e FROM t')).toEqual([
        ['01/02/2024', '2024-02-13'],
        ['03/04/2024', '2024-04-03'],
      ]);
      expect(await comment('t')).toMatch(/Dates stay text.*: d, t\. Set date_format/);
    });

    it.each([
      ['01-02-03', 'VARCHAR'],
      ['24/01/02', 'VARCHAR'],
      ['2024-01-02', 'DATE'],
      ['2024-1-2', 'DATE'],
      ['2024-01-02 10:00:00', 'TIMESTAMP'],
      ['31/12/2024', 'DATE'],
      ['12/31/2024', 'DATE'],
      ['05/05/2024', 'DATE'],
    ])('%s is %s', async (text, type) => {
      await put('t.csv', `d\n${text}\n`);
      expect(await types('t')).toEqual([type]);
    });

    it('what a later row decides is a date', async () => {
      await put('t.csv', `d\n${'01/02/2024\n'.repeat(30_000)}31/01/2024\n`);
      expect(await rows('SELECT min(d) FROM t')).toEqual([['2024-01-31']]);
    });

    it('in JSON they stay text, too', async () => {
      await put('t.ndjson', '{"d": "02-03-2024", "o": {"t": "02-03-2024 10:00:00"}, "i": "2024-02-03"}\n');
      expect(await types('t')).toEqual(['VARCHAR', 'STRUCT(t VARCHAR)', 'DATE']);
    });

    it('are read by the format that is set', async () => {
      await put('t.csv', 'd\n01/02/2024\n');
      await put('j.ndjson', '{"d": "02-03-2024"}\n');
      await reopen({ dateFormat: '%d/%m/%Y', files: { 'j.ndjson': { dateFormat: '%m-%d-%Y' } } });
      expect(await rows('SELECT d FROM t')).toEqual([['2024-02-01']]);
      expect(await rows('SELECT d FROM j')).toEqual([['2024-02-03']]);
    });
  });

  it('5,000 columns take a fraction of what the engine alone takes for a query of the file', async () => {
    const names = Array.from({ length: 5000 }, (_, index) => `c${index}`);
    const line = (row: number): string => names.map((_, index) => row * index).join(',');
    await put('wide.csv', `${names.join(',')}\n${Array.from({ length: 20 }, (_, row) => line(row)).join('\n')}\n`);
    await rows('SELECT c7 FROM wide LIMIT 1');
    // Processor time, which other work of the machine hardly changes.
    const bare = await bareMs(join(folder, 'wide.csv'), 'SELECT c7 FROM wide LIMIT 1');
    expect((await cpuMs(() => rows('SELECT c7 FROM wide LIMIT 1'))) / bare).toBeLessThan(0.5);
    expect((await cpuMs(() => rows('SELECT * FROM wide LIMIT 5'))) / bare).toBeLessThan(1);
    expect(await types('wide')).toContain('BIGINT');
    // All rows are few, some of them more than are cast at once: the two ways give the same texts.
    const all = await rows('SELECT * FROM wide');
    expect(all).toEqual(Array.from({ length: 20 }, (_, row) => names.map((_name, index) => String(row * index))));
    expect(await rows('SELECT * FROM wide WHERE c1 IN (3, 7) -- rows')).toEqual([all[3], all[7]]);
    expect(await rows('SELECT * FROM wide ORDER BY c1 DESC')).toEqual(all.toReversed());
    await put('long.csv', `${names.join(',')}\n${Array.from({ length: 300 }, (_, row) => line(row)).join('\n')}\n`);
    const long = await rows('SELECT * FROM long');
    expect([long.length, long[7], long[299]?.at(-1)]).toEqual([300, all[7], String(299 * 4999)]);
    expect((await cpuMs(() => rows('SELECT * FROM wide LIMIT 200'))) / bare).toBeLessThan(1);
    expect((await cpuMs(() => rows('SELECT * FROM wide ORDER BY c3'))) / bare).toBeLessThan(1);
    await put('wide.csv', 'a\n1\n');
    expect(await rows('SELECT * FROM wide')).toEqual([['1']]);
  });

  it('what a cancelled statement was opening is opened by the next one', async () => {
    await put('large.csv', Buffer.from(`name,n\n${`größe ${'x'.repeat(500)},1\n`.repeat(20_000)}`, 'latin1'));
    const abort = new AbortController();
    const running = runStatement(session, 'SELECT count(*) FROM large', abort.signal);
    setImmediate(() => abort.abort());
    expect((await running).outcome.status).toBe('cancelled');
    expect(await rows('SELECT count(*) FROM large')).toEqual([['20000']]);
    expect((await readdir(folder)).length).toBe(1);
  });
});

/** The copies that engine processes of this one keep. */
async function copies(): Promise<string[]> {
  const hosts = (await readdir(tmpdir())).filter(
    (name) => /^workbench-host-[0-9a-f]+-(\d+)-/.exec(name)?.[1] === `${process.pid}`,
  );
  const inside = await Promise.all(hosts.map((name) => readdir(join(tmpdir(), name), { recursive: true })));
  return inside.flat().flatMap((path) => /^workbench-texts-[^/]+\/(.+)$/.exec(path)?.[1] ?? []);
}

/** Processor time of a query of a view that has DuckDB itself find out everything. */
async function bareMs(path: string, sql: string): Promise<number> {
  const { DuckDBInstance } = await import('@duckdb/node-api');
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  await connection.run(`CREATE VIEW wide AS SELECT * FROM read_csv('${path}')`);
  const ms = await cpuMs(() => connection.runAndReadAll(sql));
  connection.closeSync();
  instance.closeSync();
  return ms;
}

/** Processor time of this process and of its engine processes for some work. */
async function cpuMs(work: () => Promise<unknown>): Promise<number> {
  const before = await spentMs();
  await work();
  return (await spentMs()) - before;
}

async function spentMs(): Promise<number> {
  const { user, system } = process.cpuUsage();
  const children = await listChildren();
  return children.reduce((sum, { pid }) => sum + childMs(pid), (user + system) / 1000);
}

/** In steps of 10 ms; the fields behind the name, which may have spaces. */
function childMs(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return 10 * (Number(fields[11]) + Number(fields[12]));
}
