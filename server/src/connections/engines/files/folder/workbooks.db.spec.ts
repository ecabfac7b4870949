import { mkdtempSync, rmSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { ResultRow } from '#libs/api';
import { StagedFile } from '../staged-file.js';
import { workbookParts, writeArchive } from '../testing/workbook.js';
import type { Part } from '../testing/workbook.js';

const { signal } = new AbortController();
let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'workbooks-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

interface Read {
  readonly columns: string[];
  readonly rows: ResultRow[];
  readonly sheets: string[];
  readonly warnings: string[];
}

async function read(
  parts: Readonly<Record<string, Part>>,
  settings: { sheet?: string; header?: boolean } = {},
): Promise<Read> {
  await writeArchive(join(folder, 'book.xlsx'), parts);
  const { sheet = null, header = null } = settings;
  const file = await StagedFile.open(
    { folder, table: 'book', encoding: 'auto', delimiter: null, sheet, header },
    signal,
  );
  try {
    const { columns, sheets, warnings } = await file.columns(signal);
    const named = columns.map(({ name }) => `CAST("${name}" AS VARCHAR)`).join(', ');
    const rows = await file.rows(`SELECT ${named} FROM ${file.table}`, signal);
    return { columns: columns.map(({ name, type }) => `${name} ${type}`), rows, sheets, warnings };
  } finally {
    await file.close();
  }
}

const row = (cells: string): string => `<row>${cells}</row>`;
const text = (value: string): string => `<c t="inlineStr"><is><t>${value}</t></is></c>`;
const number = (value: string, style = 0): string => `<c s="${style}"><v>${value}</v></c>`;
const STYLES =
  '<styleSheet><numFmts><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd hh:mm"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="21"/></cellXfs></styleSheet>';

describe('a workbook', () => {
  it('has the values of its cells with their types', async () => {
    const sheet = [
      row(['id', 'big', 'price', 'day', 'at', 'time', 'ok', 'note', 'mixed'].map(text).join('')),
      row(
        number('1') +
          number('12345678901234567890') +
          number('0.1') +
          number('45413', 1) +
          number('45413.5', 2) +
          number('0.25', 3) +
          '<c t="b"><v>1</v></c><c t="s"><v>1</v></c>' +
          number('7'),
      ),
      row(
        number('2') +
          number('-3') +
          number('1.5E-3') +
          number('1', 1) +
          number('2', 2) +
          number('0.5', 3) +
          '<c t="b"><v>0</v></c><c t="s"><v>0</v></c>' +
          text('007'),
      ),
    ];
    const strings = '<sst><si><t>shared</t></si><si><r><t>rich </t></r><r><t>text_x000A_"q"</t></r></si></sst>';
    const parts = workbookParts({ Data: sheet }, { 'xl/sharedStrings.xml': strings, 'xl/styles.xml': STYLES });
    const found = await read(parts);
    expect(found.columns).toEqual([
      ...['id BIGINT', 'big HUGEINT', 'price DOUBLE', 'day DATE', 'at TIMESTAMP', 'time TIME', 'ok BOOLEAN'],
      ...['note VARCHAR', 'mixed VARCHAR'],
    ]);
    expect(found.rows).toEqual([
      [
        ...['1', '12345678901234567890', '0.1', '2024-05-01', '2024-05-01 12:00:00', '06:00:00', 'true'],
        ...['rich text\n"q"', '7'],
      ],
      ['2', '-3', '0.0015', '1900-01-01', '1900-01-02 00:00:00', '12:00:00', 'false', 'shared', '007'],
    ]);
  });

  it('keeps NULL, empty texts, errors and formulas apart', async () => {
    const sheet = [
      row(text('a') + text('b')),
      row(text('') + '<c r="B2"><f>1+1</f><v>2</v></c>'),
      row('<c r="B3" t="e"><v>#N/A</v></c>'),
      row(text(String.raw`\N`) + '<c r="B4"><f>1+1</f></c>'),
      row('<c r="A5" t="str"><f>x</f><v></v></c>'),
    ];
    const found = await read(workbookParts({ Data: sheet }));
    expect(found.rows).toEqual([
      ['', '2'],
      [String.raw`\N`, null],
      ['', null],
    ]);
    expect(found.warnings).toEqual([
      'book.xlsx: Cells with an error such as #N/A are NULL: 1.',
      'book.xlsx: Formulas without a saved value are NULL: 1.',
    ]);
  });

  it('has several sheets, of which one is read', async () => {
    const parts = workbookParts({
      First: row(text('a')) + row(number('1')),
      Second: row(number('5')) + row(number('6')),
    });
    expect(await read(parts)).toMatchObject({ sheets: ['First', 'Second'], columns: ['a BIGINT'], rows: [['1']] });
    expect(await read(parts, { sheet: 'Second' })).toMatchObject({ columns: ['column0 BIGINT'], rows: [['5'], ['6']] });
    expect(await read(parts, { header: false })).toMatchObject({ columns: ['column0 VARCHAR'], rows: [['a'], ['1']] });
    await expect(read(parts, { sheet: 'Third' })).rejects.toThrow('it has no sheet “Third”.');
  });

  it('has rows of different lengths and columns that are named alike', async () => {
    const sheet = [row(text('a') + text('A')), row(number('1')), row(`<c r="D3"><v>4</v></c>`)];
    const found = await read(workbookParts({ Data: sheet }), { header: true });
    expect(found.columns).toEqual(['a BIGINT', 'A_1 VARCHAR', 'column2 VARCHAR', 'column3 BIGINT']);
    expect(found.rows).toEqual([
      ['1', null, null, null],
      [null, null, null, '4'],
    ]);
  });
});

function* repeated(piece: string, count: number): Generator<string> {
  const block = piece.repeat(1000);
  for (let index = 0; index < count / 1000; index++) yield block;
}

describe('a file that is no workbook', () => {
  it.each<[string, Readonly<Record<string, Part>>, string]>([
    ['an archive without parts', { 'a.txt': 'a' }, 'the part xl/workbook.xml is missing'],
    ['damaged XML', workbookParts({ Data: '<row><c>' }), 'its XML is damaged'],
    [
      'entities',
      { ...workbookParts({ Data: '' }), 'xl/worksheets/sheet0.xml': '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>' },
      'its XML has a document type',
    ],
    ['deep nesting', workbookParts({ Data: '<a>'.repeat(10_000) }), 'nested too deeply'],
    ['a bomb', workbookParts({ Data: repeated(' '.repeat(1000), 100_000) }), 'unpacks to far more than its size'],
    [
      'a bomb of shared texts',
      workbookParts(
        { Data: row('<c t="s"><v>0</v></c>') },
        { 'xl/sharedStrings.xml': repeated('<si><t>a</t></si>', 6_000_000) },
      ),
      'unpacks to far more than its size',
    ],
    [
      'one long text',
      workbookParts({ Data: ['<row><c t="str"><v>', ...noise(12), '</v></c></row>'] }),
      'a text that is larger than any cell',
    ],
    ['a cell outside of a sheet', workbookParts({ Data: row('<c r="XFE1"><v>1</v></c>') }), 'is outside of a sheet'],
    ['no rows', workbookParts({ Data: '' }), 'its sheet “Data” is empty'],
  ])('such as %s says so', async (_, parts, message) => {
    await expect(read(parts)).rejects.toThrow(message);
    expect(await readdir(folder)).toEqual(['book.xlsx']);
  });
});

/** Text of so many MB that does not pack. */
function* noise(mebibytes: number): Generator<string> {
  let state = 1;
  for (let index = 0; index < mebibytes * 16; index++) {
    let piece = '';
    while (piece.length < 65_536) {
      state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
      piece += state.toString(36);
    }
    yield piece;
  }
}
