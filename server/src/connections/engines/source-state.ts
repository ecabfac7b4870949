import { stat } from 'node:fs/promises';

/** Whether a path still has the file or folder that was opened; `unreadable` where the system does not say. */
export type SourceState = 'same' | 'gone' | 'replaced' | 'unreadable';

/** What a session says of a file or folder that is not the one that it opened. */
export type SourceWords = Readonly<Record<Exclude<SourceState, 'same'>, string>>;

export const FOLDER_WORDS: SourceWords = {
  gone: 'The folder cannot be read any more.',
  replaced: 'Another folder has taken the place of this one. Open a new session to read it.',
  unreadable: 'The folder cannot be reached at the moment. Try again.',
};

export const FILE_WORDS: SourceWords = {
  gone: 'The database file is not there any more.',
  replaced: 'Another file has taken the place of this database file. Run it again in a new session.',
  unreadable: 'The database file cannot be reached at the moment. Try again.',
};

/** What a system answers where a path has nothing. */
const NOTHING_THERE = new Set(['ENOENT', 'ENOTDIR']);

/** Identifies a file or folder, so that another one in its place is noticed; null where there is none to be seen. */
export async function identityOf(path: string): Promise<string | null> {
  return readIdentity(path).catch(() => null);
}

/** What has become of a path that had `identity`. */
export async function stateOf(path: string, identity: string | null): Promise<SourceState> {
  try {
    return (await readIdentity(path)) === identity ? 'same' : 'replaced';
  } catch (error) {
    return NOTHING_THERE.has((error as NodeJS.ErrnoException).code ?? '') ? 'gone' : 'unreadable';
  }
}

async function readIdentity(path: string): Promise<string> {
  const { dev, ino } = await stat(path, { bigint: true });
  return `${dev}:${ino}`;
}
