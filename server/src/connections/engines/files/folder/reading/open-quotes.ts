import { OpenQuote } from '#libs/files';
import type { ReadableFile } from './file-reading.js';
import { textSource } from './text-source.js';

/** The line in which quotes begin that do not end; null where all end, and for large files, which are not read for it. */
export async function openQuoteLine({ isSmall, source }: ReadableFile, delimiter: string): Promise<number | null> {
  if (!isSmall || !/^[\t -~]$/.test(delimiter)) return null;
  const scan = new OpenQuote(delimiter);
  for await (const chunk of textSource(source)) scan.take(chunk);
  return scan.line;
}
