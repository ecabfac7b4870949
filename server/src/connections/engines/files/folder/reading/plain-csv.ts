import { CsvScan } from '#libs/files';
import type { PlainCsv } from '#libs/files';
import type { CsvColumn, CsvDialect } from './csv-dialect.js';
import type { MaybePlainCsv } from './file-reading.js';
import { textSource } from './text-source.js';

/** The file in the dialect, where that has nothing beyond RFC 4180 but a delimiter; null otherwise. */
export function maybePlainCsv(
  dialect: CsvDialect,
  columns: readonly CsvColumn[],
  respelled: ReadonlySet<string>,
): MaybePlainCsv | null {
  const { delimiter, quote, escape, skippedLines, isPadded, isLenient, hasHeader } = dialect;
  const isQuoted = quote === '"' && escape === '"';
  if (!isQuoted || skippedLines > 0 || isPadded || isLenient || !/^[\t -~]$/.test(delimiter)) return null;
  return { delimiter, hasHeader, columns: columns.map((one) => ({ ...one, isCanonical: !respelled.has(one.name) })) };
}

/** Looks through a file in UTF-8; null where readers may take its bytes apart in different ways. */
export async function plainCsv(path: string, file: MaybePlainCsv, signal: AbortSignal): Promise<PlainCsv | null> {
  const { delimiter, hasHeader, columns } = file;
  const scan = new CsvScan(delimiter);
  for await (const chunk of textSource(path, signal)) if (!scan.take(chunk)) return null;
  const bodyStart = scan.bodyStart(hasHeader);
  return bodyStart === null ? null : { delimiter, bodyStart, columns };
}
