import { Injectable } from '@nestjs/common';
import { PinoLogger } from 'nestjs-pino';
import type { Actor } from '#libs/access';
import type { FolderCopy } from '#libs/api';
import { folderNameFault } from '#libs/imports';
import { ConnectionsQueries } from '../connections/index.js';
import type { FolderConnector } from '../connections/index.js';
import { EventBus, Problem } from '../platform/index.js';
import { requireReady } from './import-record.js';
import type { ImportRecord } from './import-record.js';
import { ImportStarts } from './import-starts.js';

/** Copies files that were read into the folders of files connections, where they are tables. */
@Injectable()
export class FolderCopier {
  constructor(
    private readonly connections: ConnectionsQueries,
    private readonly bus: EventBus,
    private readonly starts: ImportStarts,
    private readonly logger: PinoLogger,
  ) {
    logger.setContext(FolderCopier.name);
  }

  /**
   * Begins to copy; resolves when it has begun. Throws `import-not-ready`, `connection-not-found`, `forbidden`,
   * `connection-read-only`, and `import-refused` for a connection without a folder and a name that its files cannot have.
   */
  async start(actor: Actor, record: ImportRecord, copy: FolderCopy): Promise<void> {
    const reading = requireReady(record);
    // What was cancelled before is over.
    record.abort = new AbortController();
    const connection = this.connections.get(actor, copy.connection_id);
    const connector = await this.connections.folderConnector(actor, connection);
    const fault = folderNameFault(copy.file_name, record.origin.format);
    if (fault !== null) throw new Problem('import-refused', fault);
    const run = () => this.copy(actor, record, copy, connector);
    await this.starts.start(actor, record, { request: null, copy }, { reading, run });
  }

  /** Never rejects. */
  private async copy(actor: Actor, record: ImportRecord, copy: FolderCopy, connector: FolderConnector): Promise<void> {
    const { signal } = record.abort;
    try {
      const file = { from: record.path, name: copy.file_name, isReplacing: copy.replaces };
      await connector.addFile(file, signal);
      record.status = 'succeeded';
    } catch (error) {
      this.fail(record, error, signal);
    }
    this.bus.publish('import.changed', { import_id: record.origin.id, owner_id: record.origin.actor.userId });
    this.note(actor, record, copy);
  }

  private fail(record: ImportRecord, error: unknown, signal: AbortSignal): void {
    record.status = signal.aborted ? 'cancelled' : 'failed';
    if (signal.aborted) return;
    this.logger.warn({ err: error }, 'could not copy a file into a folder');
    record.error = { message: error instanceof Error ? error.message : String(error), row: null, column: null };
  }

  private note(actor: Actor, { status, origin }: ImportRecord, copy: FolderCopy): void {
    this.bus.publish('action.performed', {
      action: 'import.upload_to_folder',
      actor,
      outcome: status === 'succeeded' ? 'done' : 'failed',
      object: { kind: 'connection', id: copy.connection_id, name: this.connections.nameOf(copy.connection_id) },
      details: { file: origin.fileName, into: copy.file_name, replaces: copy.replaces },
    });
  }
}
