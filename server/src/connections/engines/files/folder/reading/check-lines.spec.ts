import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { checkLines } from './check-lines.js';

const LONG = 'it has a line of more than 2 MB.';
const WIDE = 'it has more than 16,000 columns.';

describe('checkLines', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'check-lines-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  async function problemOf(content: string | Buffer, name = 'file.csv'): Promise<string | null> {
    const path = join(folder, name);
    await writeFile(path, content);
    return checkLines(path).then(
      () => null,
      (error: unknown) => (error as Error).message,
    );
  }

  it.each([
    ['no byte', '', null],
    ['lines as long as the engine reads', `${'x'.repeat(2_000_000)}\n${'y'.repeat(2_000_000)}`, null],
    ['a long first line', 'x'.repeat(2_000_001), LONG],
    ['a long line behind others', `a\n1\n${'x'.repeat(2_000_001)}\n`, LONG],
    ['many lines that carriage returns end', 'a,b\r'.repeat(1_000_000), null],
    ['a zero in each place', Buffer.alloc(3_000_000), LONG],
    ['16,000 columns', ','.repeat(15_999), null],
    ['more columns', ','.repeat(16_000), WIDE],
    ['more columns behind empty lines', `\r\n\n${';'.repeat(16_000)}`, WIDE],
    ['many separators in another line', `a\n"${','.repeat(100_000)}"\n`, null],
    ['many separators within quotes', `1,"[${','.repeat(100_000)}]"\n2,"[1,2]"\n`, null],
    ['a text with many commas beside another separator', `POLYGON((${'1 2, '.repeat(20_000)}))|7\n`, null],
    ['separators of different kinds', `${','.repeat(9_000)}${';'.repeat(9_000)}`, null],
  ])('takes or refuses a file with %s', async (_, content, problem) => {
    expect(await problemOf(content)).toBe(problem);
  });

  it('unpacks a file', async () => {
    expect(await problemOf(gzipSync(Buffer.alloc(50_000_000)), 'zeros.csv.gz')).toBe(LONG);
  });
});
