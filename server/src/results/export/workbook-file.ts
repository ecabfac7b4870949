import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import { SHEET_STYLES, sheetRefusal, sheetWriter } from '#libs/results';
import { Problem } from '../../platform/index.js';
import type { OpenedSource } from './export-source.js';
import { writtenFile } from './text-file.js';

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const SHEET_ML = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
/** The same result is the same file. */
const OPTIONS = { mtime: new Date(2000, 0, 1) };

const relation = (id: string, kind: string, target: string): string =>
  `<Relationship Id="${id}" Type="${OFFICE}/${kind}" Target="${target}"/>`;
const relations = (...items: string[]): string =>
  `${XML}<Relationships xmlns="${PACKAGE}/relationships">${items.join('')}</Relationships>`;
const override = (part: string, kind: string): string =>
  `<Override PartName="${part}" ContentType="${SHEET_ML}.${kind}+xml"/>`;

/** What a workbook of one sheet has beside its rows. */
const PARTS: Readonly<Record<string, string>> = {
  '[Content_Types].xml':
    `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>` +
    `${override('/xl/workbook.xml', 'sheet.main')}${override('/xl/worksheets/sheet1.xml', 'worksheet')}${override('/xl/styles.xml', 'styles')}</Types>`,
  '_rels/.rels': relations(relation('rId1', 'officeDocument', 'xl/workbook.xml')),
  'xl/workbook.xml': `${XML}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="Result" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': relations(
    relation('rId1', 'worksheet', 'worksheets/sheet1.xml'),
    relation('rId2', 'styles', 'styles.xml'),
  ),
  'xl/styles.xml': SHEET_STYLES,
};

/**
 * A result as the pieces of an XLSX file, packed as its rows arrive. Resolves with the first row, so that what fails
 * before can still be reported. Throws `nothing-to-export` for a result without columns, and `sheet-too-small` for one
 * that does not fit into a sheet.
 */
export async function workbookFile(
  source: OpenedSource,
  onRows: (count: number) => void,
): Promise<AsyncIterable<Buffer>> {
  const { columns, rowCount } = source;
  const refusal = sheetRefusal(columns.length, rowCount);
  if (refusal !== null) throw new Problem(columns.length === 0 ? 'nothing-to-export' : 'sheet-too-small', refusal);
  const rows = writtenFile(source, sheetWriter(columns), onRows);
  const first = await rows.next();
  return packed(first, rows);
}

async function* packed(first: IteratorResult<string>, rows: AsyncGenerator<string>): AsyncGenerator<Buffer> {
  const zip = new ZipFile();
  for (const [name, text] of Object.entries(PARTS)) zip.addBuffer(Buffer.from(text), name, OPTIONS);
  const sheet = Readable.from(pieces(first, rows), { objectMode: true, highWaterMark: 1 });
  const output = zip.outputStream;
  sheet.once('error', (error) => output.destroy(error));
  zip.addReadStream(sheet, 'xl/worksheets/sheet1.xml', OPTIONS);
  zip.end();
  try {
    for await (const piece of output as AsyncIterable<Buffer>) yield piece;
  } finally {
    sheet.destroy();
    await rows.return(undefined);
  }
}

async function* pieces(first: IteratorResult<string>, rows: AsyncIterable<string>): AsyncGenerator<Buffer> {
  if (first.done !== true) yield Buffer.from(first.value);
  for await (const text of rows) yield Buffer.from(text);
}
