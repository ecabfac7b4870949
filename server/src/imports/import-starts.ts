import { Injectable } from '@nestjs/common';
import type { Actor } from '#libs/access';
import type { ImportPreview } from '#libs/api';
import { ConnectionAccess } from '../connections/index.js';
import { Problem, State } from '../platform/index.js';
import { requireReady } from './import-record.js';
import type { ImportRecord, ImportWork } from './import-record.js';

/** Work that was checked. */
export interface CheckedWork {
  /** What the file was read as when it was checked. */
  readonly reading: ImportPreview;
  /** Never rejects. */
  readonly run: () => Promise<void>;
}

/** Starts the work of imports, so that whatever ends the right to it comes either before the start or finds it begun. */
@Injectable()
export class ImportStarts {
  constructor(
    private readonly state: State,
    private readonly access: ConnectionAccess,
  ) {}

  /**
   * Starts work that has been checked, unless it was cancelled or the file was read again meanwhile. Throws
   * `import-not-ready`, and what `ConnectionAccess.requireInTransaction` does.
   */
  async start(actor: Actor, record: ImportRecord, work: ImportWork, { reading, run }: CheckedWork): Promise<void> {
    const connectionId = work.request?.connection_id ?? work.copy?.connection_id;
    if (connectionId === undefined) throw new Error('An import without a connection was started.');
    const { signal } = record.abort;
    await this.state.transactionFor(actor, async () => {
      await this.access.requireInTransaction(actor, connectionId, 'write');
      if (requireReady(record) !== reading)
        throw new Problem('import-not-ready', 'The file was read again. Check the columns, and start once more.');
      if (signal.aborted) throw new Problem('import-not-ready', 'The import was cancelled.');
      record.begin(work, actor);
      record.work = run();
    });
  }
}
