import { Injectable } from '@nestjs/common';
import type { Actor } from '#libs/access';
import { ConnectionAccess } from '../connections/index.js';
import { Problem, State } from '../platform/index.js';
import { requireReady } from './import-record.js';
import type { ImportRecord, ImportWork } from './import-record.js';

/** Starts the work of imports, so that whatever ends the right to it comes either before the start or finds it begun. */
@Injectable()
export class ImportStarts {
  constructor(
    private readonly state: State,
    private readonly access: ConnectionAccess,
  ) {}

  /**
   * Starts work that has been checked, unless it was cancelled meanwhile; `run` never rejects. Throws `import-not-ready`,
   * and what `ConnectionAccess.requireInTransaction` does.
   */
  async start(actor: Actor, record: ImportRecord, work: ImportWork, run: () => Promise<void>): Promise<void> {
    const connectionId = work.request?.connection_id ?? work.copy?.connection_id;
    if (connectionId === undefined) throw new Error('An import without a connection was started.');
    const { signal } = record.abort;
    await this.state.transactionFor(actor, async () => {
      await this.access.requireInTransaction(actor, connectionId, 'write');
      requireReady(record);
      if (signal.aborted) throw new Problem('import-not-ready', 'The import was cancelled.');
      record.begin(work, actor);
      record.work = run();
    });
  }
}
