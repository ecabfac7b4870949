import type { SqlFile, SqlFileContent } from '#libs/api';
import { hasMark, textMark } from '#libs/drafts';
import type { SaveState } from '../saved/save-state';
import type { FileLink, StudioTab } from '../tabs/studio-tab';

/** How the file on disk differs from what a tab took of it. */
export type FileComparison =
  /** The file is as the tab took it, or nothing is known of it. */
  | 'same'
  /** The file has another version; whether its text differs is to be read. */
  | 'other-version'
  /** The file is not there. */
  | 'gone';

/** Compares what a tab took from its file with how the file is now. */
export function compareFile(link: FileLink, file: SqlFile | undefined): FileComparison {
  if (!file) return 'same';
  if (file.state !== 'present') return 'gone';
  return file.etag === link.etag && link.mark !== '' ? 'same' : 'other-version';
}

/** Compares a tab's text with the text that its file had when it was read or saved. */
export function fileStateOf({ sql, file }: Pick<StudioTab, 'sql' | 'file'>): SaveState {
  return file && hasMark(sql, file.mark) ? 'saved' : 'changed';
}

/** What a tab remembers of a file with that text. */
export function fileLinkOf({ id, name, etag, sql }: Pick<SqlFileContent, 'id' | 'name' | 'etag' | 'sql'>): FileLink {
  return { fileId: id, name, etag, mark: textMark(sql) };
}
