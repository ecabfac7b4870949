import { stat } from 'node:fs/promises';

/** Whether a path still has the file or folder that was opened. */
export type SourceState = 'same' | 'gone' | 'replaced';

/** What a session says of a file or folder that is not the one that it opened. */
export type SourceWords = Readonly<Record<Exclude<SourceState, 'same'>, string>>;

export const FOLDER_WORDS: SourceWords = {
  gone: 'The folder cannot be read any more.',
  replaced: 'Another folder has taken the place of this one. Open a new session to read it.',
};

export const FILE_WORDS: SourceWords = {
  gone: 'The database file is not there any more.',
  replaced: 'Another file has taken the place of this database file. Run it again in a new session.',
};

/** Identifies a file or folder, so that another one in its place is noticed; null where there is none. */
export async function identityOf(path: string): Promise<string | null> {
  const found = await stat(path, { bigint: true }).catch(() => null);
  return found === null ? null : `${found.dev}:${found.ino}`;
}

/** What has become of a path that had `identity`. */
export async function stateOf(path: string, identity: string | null): Promise<SourceState> {
  const now = await identityOf(path);
  if (now === null) return 'gone';
  return now === identity ? 'same' : 'replaced';
}
