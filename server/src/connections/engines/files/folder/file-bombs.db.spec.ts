import { execFileSync } from 'node:child_process';
import { mkdtemp, readdir, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { Connector } from '../../connector.js';
import { errorOf, runStatement, type Ran } from '../../duckdb/testing/open-session.js';
import { neverAborted, RecordingContext } from '../../testing/index.js';
import { createFilesConnector } from '../index.js';
import { filesConfig } from '../testing/files-config.js';

const MEGABYTE = 1_000_000;
const LONG = /it has a line of more than 2 MB/;
const WIDE = /it has more than 16,000 columns/;
const ENDED = /the engine process ended unexpectedly while it opened it/;
const TEXT = /cannot be read|CSV Error/;
const names = (count: number): string => Array.from({ length: count }, (_, index) => `c${index}`).join();
const values = (count: number): string => Array.from({ length: count }, () => '1').join();

/** Makes a file that is no plain one. */
type Making = (path: string) => Promise<unknown>;

const sparse: Making = async (path) => {
  await writeFile(path, '');
  await truncate(path, 2 ** 40);
};
const pipe: Making = (path) => Promise.resolve(execFileSync('mkfifo', [path]));

/**
 * Files made to hold up or end the process that opens them. An attempt succeeds where another table of the folder can
 * no longer be read, or takes its reader as long as the file does.
 */
describe('a drop folder with a file bomb', () => {
  let folder: string;
  let connector: Connector;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'file-bombs-'));
    await writeFile(join(folder, 'good.csv'), 'id,name\n1,one\n');
    connector = createFilesConnector(filesConfig(folder), new RecordingContext());
  });
  afterEach(async () => {
    for (const name of await readdir(folder)) if (name !== 'good.csv') await rm(join(folder, name));
  });
  afterAll(async () => {
    await connector.close();
    await rm(folder, { recursive: true, force: true });
  });

  async function read(table: string): Promise<Ran> {
    const session = await connector.openSession(neverAborted());
    const ran = await runStatement(session, `SELECT * FROM "${table}" LIMIT 1`);
    await session.release();
    return ran;
  }

  async function expectGoodTable(): Promise<void> {
    const { outcome, sink } = await read('good');
    expect(outcome).toMatchObject({ status: 'succeeded' });
    expect(sink.rows).toEqual([['1', 'one']]);
  }

  it.each<[string, () => string | Buffer | Making, RegExp]>([
    ['zeros.csv.gz', () => gzipSync(Buffer.alloc(100 * MEGABYTE), { level: 1 }), LONG],
    ['line.csv', () => Buffer.alloc(30 * MEGABYTE, 'x'), LONG],
    ['second.csv', () => Buffer.concat([Buffer.from('a\n1\n'), Buffer.alloc(30 * MEGABYTE, 'x')]), LONG],
    ['zeros.tsv', () => Buffer.alloc(5 * MEGABYTE), LONG],
    ['marks.csv', () => '\uFEFF'.repeat(MEGABYTE), LONG],
    ['digits.csv', () => `a\n${'9'.repeat(5 * MEGABYTE)}\n`, LONG],
    ['quotes.csv', () => '"'.repeat(5 * MEGABYTE), LONG],
    ['sparse.csv', () => sparse, LONG],
    ['wide.csv', () => `${names(50_000)}\n${values(50_000)}\n`, WIDE],
    ['commas.csv', () => ','.repeat(MEGABYTE), WIDE],
    ['twins.csv', () => `${'a,'.repeat(20_000)}a\n${'1,'.repeat(20_000)}1\n`, WIDE],
    ['title.csv', () => `Report\n${names(20_000)}\n${values(20_000)}\n`, WIDE],
    ['row.csv', () => `a,b\n1,2\n${values(20_000)}\n3,4\n`, WIDE],
    ['below.csv', () => `Report\n${names(50_000)}\n${values(50_000)}\n`, /cannot be read/],
    ['deep.json', () => '['.repeat(200_000) + ']'.repeat(200_000), ENDED],
    ['objects.json', () => '{"a":'.repeat(100_000) + '1' + '}'.repeat(100_000), ENDED],
    ['string.json', () => `[{"a":"${'x'.repeat(40 * MEGABYTE)}"}]`, /maximum_object_size/],
    ['sparse.json', () => sparse, /maximum_object_size/],
    ['odd.csv', () => Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.alloc(MEGABYTE + 1, 'a\0')]), /not UTF-16 LE/],
    ['magic.parquet', () => Buffer.concat([Buffer.from('PAR1'), Buffer.alloc(100, 0xff), Buffer.from('PAR1')]), TEXT],
    ['sparse.parquet', () => sparse, TEXT],
    ['pipe.csv', () => pipe, /does not exist/],
    ['pipe.csv.gz', () => pipe, /does not exist/],
    ['zero.csv', () => (path) => symlink('/dev/zero', path), /does not exist/],
  ])('%s is refused, and other tables are read', async (name, content, reason) => {
    const path = join(folder, name);
    const made = content();
    await (typeof made === 'function' ? made(path) : writeFile(path, made));
    await connector.completion(null, neverAborted()).catch(() => undefined);
    await expectGoodTable();
    expect(errorOf(await read(name.split('.')[0] ?? '')).message).toMatch(reason);
    await expectGoodTable();
  });

  it.each<[string, () => string | Buffer]>([
    ['rows.csv.gz', () => gzipSync(`a,b\n${'1,2\n'.repeat(20 * MEGABYTE)}`, { level: 1 })],
    ['returns.csv', () => 'a,b\r'.repeat(MEGABYTE)],
    ['keys.ndjson', () => Array.from({ length: 20_000 }, (_, index) => `{"k${index}":1}`).join('\n')],
    ['lists.csv', () => `1,"[${values(20_000)}]"\n2,"[1,2]"\n`],
    ['shapes.csv', () => `POLYGON((${'1 2, '.repeat(20_000)}1 2))|7\nPOINT(1 2)|8\n`],
    ['power.json', () => '[{"a":1e999999999}]'],
    ['digits.json', () => `[{"a":${'9'.repeat(MEGABYTE)}}]`],
    ['twins.csv', () => `${'a,'.repeat(2_000)}a\n${'1,'.repeat(2_000)}1\n`],
  ])('%s is read as well as other tables', async (name, content) => {
    await writeFile(join(folder, name), content());
    await connector.completion(null, neverAborted());
    await expectGoodTable();
    expect((await read(name.split('.')[0] ?? '')).outcome).toMatchObject({ status: 'succeeded' });
  });
});
