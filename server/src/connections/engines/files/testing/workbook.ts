import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { ZipFile } from 'yazl';

/** A part of a workbook: its text, or pieces of it. */
export type Part = string | Iterable<string>;

const MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** Writes an archive with these parts. */
export async function writeArchive(path: string, parts: Readonly<Record<string, Part>>): Promise<void> {
  const zip = new ZipFile();
  for (const [name, part] of Object.entries(parts)) {
    zip.addReadStream(Readable.from(typeof part === 'string' ? [part] : part), name);
  }
  zip.end();
  const output = createWriteStream(path);
  zip.outputStream.pipe(output);
  await finished(output);
}

/** The parts of a workbook with these sheets: their names, and the XML inside of `sheetData`. */
export function workbookParts(sheets: Readonly<Record<string, Part>>, more: Readonly<Record<string, Part>> = {}) {
  const names = Object.keys(sheets);
  const listed = names.map((name, index) => `<sheet name="${name}" sheetId="${index + 1}" r:id="s${index}"/>`);
  const related = names.map(
    (_, index) => `<Relationship Id="s${index}" Type="${OFFICE}/worksheet" Target="worksheets/sheet${index}.xml"/>`,
  );
  const others = ['sharedStrings', 'styles'].map(
    (kind) => `<Relationship Id="${kind}" Type="${OFFICE}/${kind}" Target="/xl/${kind}.xml"/>`,
  );
  return {
    '_rels/.rels': `<Relationships><Relationship Id="r" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `<workbook ${MAIN} xmlns:r="${OFFICE}"><sheets>${listed.join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships>${[...related, ...others].join('')}</Relationships>`,
    ...Object.fromEntries(
      names.map((name, index) => [`xl/worksheets/sheet${index}.xml`, sheetXml(sheets[name] ?? '')]),
    ),
    ...more,
  };
}

function sheetXml(rows: Part): Part {
  const [start, end] = [`<worksheet ${MAIN}><sheetData>`, '</sheetData></worksheet>'];
  return typeof rows === 'string' ? `${start}${rows}${end}` : around(start, rows, end);
}

function* around(start: string, pieces: Iterable<string>, end: string): Generator<string> {
  yield start;
  yield* pieces;
  yield end;
}
