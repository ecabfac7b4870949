import { chmodSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { DataSource } from 'typeorm';
import { outageOf, stateUnavailable } from './state-unavailable.js';

const COPIES_FOLDER = 'state-copies';
/** Copies that are kept; the oldest goes first. */
const MAX_COPIES = 3;

/**
 * Throws where the file of a state that has been used is missing or empty: SQLite would begin a new one without a word.
 * A file beside the state remembers that there is one.
 */
export function refuseLostState(file: string): void {
  const isThere = (statSync(file, { throwIfNoEntry: false })?.size ?? 0) > 0;
  if (isThere || !existsSync(markerOf(file))) return;
  throw new Error(
    `The state ${file} is missing or empty, although it has been used. Restore it from a copy, or remove ${markerOf(file)} to begin with a new one.`,
  );
}

/** Remembers that there is a state. */
export function markState(file: string): void {
  if (!existsSync(markerOf(file))) writeFileSync(markerOf(file), '', { mode: 0o600 });
}

/** The same error, or one for people where SQLite finds the file damaged. */
export function explainDamage(file: string, error: unknown): unknown {
  if (outageOf(error) !== 'damaged') return error;
  const reason = error instanceof Error ? error.message : String(error);
  return new Error(`The state ${file} is damaged (${reason}). Restore it from a copy; nothing was changed.`, {
    cause: error,
  });
}

/** Copies a state before its migrations; a few copies are kept. Throws where there is no room for one. */
export async function copyState(dataSource: DataSource, file: string, newest: string): Promise<void> {
  const folder = join(dirname(file), COPIES_FOLDER);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const copy = join(folder, `after-${newest}.sqlite`);
  const partial = `${copy}.partial`;
  rmSync(partial, { force: true });
  try {
    await dataSource.query('VACUUM INTO ?', [partial]);
  } catch (error) {
    rmSync(partial, { force: true });
    throw new Error('The state could not be copied before its migration. Free some space, then start again.', {
      cause: error,
    });
  }
  chmodSync(partial, 0o600);
  renameSync(partial, copy);
  removeOldCopies(folder);
}

function removeOldCopies(folder: string): void {
  const copies = readdirSync(folder).filter((name) => name.endsWith('.sqlite'));
  const ages = copies.map((name) => ({ path: join(folder, name), at: statSync(join(folder, name)).mtimeMs }));
  for (const { path } of ages.sort((a, b) => b.at - a.at).slice(MAX_COPIES)) rmSync(path);
}

function markerOf(file: string): string {
  return `${file}.used`;
}

/**
 * Has the disk take what a database in WAL mode has committed. Only the log is opened: to close a second handle of the
 * database itself would take SQLite's locks away. Throws `state-unavailable` where the disk fails.
 */
export async function syncWriteAheadLog(database: string): Promise<void> {
  try {
    const handle = await open(`${database}-wal`, 'r+');
    try {
      await handle.datasync();
    } finally {
      await handle.close();
    }
  } catch (error) {
    throw stateUnavailable('failing', error);
  }
}
