import { basename, dirname } from 'node:path';
import type { DuckDBConnection } from '@duckdb/node-api';
import { readDuckdbProblem } from '../../duckdb/duckdb-error.js';
import { createFileView } from '../../files/folder/file-view.js';
import { openFile, type OpenedFile } from '../../files/folder/reading/open-file.js';
import { orderOfDates } from '../../files/folder/reading/reading-note.js';
import type { Utf8Copies } from '../../files/folder/reading/utf8-copies.js';
import { withoutAdvice } from '../../files/folder/without-advice.js';
import type { FileNotes, ScratchFile } from '../protocol.js';

/** The statement that makes a view of a file, and what is known of how it is read. */
export interface ViewOfFile extends FileNotes {
  readonly view: string;
}

/**
 * Reads a file as a table of a Files connection, whole: nobody could run the work again where its beginning has misled.
 * Throws a sentence that names the file without its folder.
 */
export async function viewOfFile(
  connection: DuckDBConnection,
  copies: Utf8Copies,
  { name, file: { path, format, settings } }: { readonly name: string; readonly file: ScratchFile },
  signal: AbortSignal,
): Promise<ViewOfFile> {
  const [root, fileName] = [dirname(path), basename(path)];
  const file = { path: fileName, format, table: name };
  let opened: OpenedFile;
  try {
    opened = await openFile(connection, copies, {
      ...{ root, file, settings, signal },
      ...{ isThorough: true, takesTexts: false },
    });
  } catch (error) {
    signal.throwIfAborted();
    const reason = withoutAdvice(readDuckdbProblem(error).message);
    const named = reason.replaceAll(`${root}/`, '').replaceAll(`${copies.folder}/`, '');
    throw new Error(`The file ${fileName} cannot be read: ${named}`, { cause: error });
  }
  const notes = [...opened.description, ...orderOfDates(opened.found)].map(({ text }) => text);
  return { view: createFileView(name, opened), notes, warnings: opened.warnings };
}
