import { open } from 'node:fs/promises';
import { stateUnavailable } from './state-unavailable.js';

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
