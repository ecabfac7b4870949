import { Injectable } from '@nestjs/common';
import { PinoLogger } from 'nestjs-pino';
import type { Actor } from '#libs/access';
import type { ColumnDetails, ImportMapping, ImportRequest, TableDetails } from '#libs/api';
import { doubtFaults, isTypeName, mappingFaults, rowTextsOf } from '#libs/imports';
import { ConnectFailure, ConnectionsQueries, SessionSlots } from '../connections/index.js';
import type { Connector } from '../connections/index.js';
import { EventBus, Problem } from '../platform/index.js';
import { ImportChanges } from './import-changes.js';
import { requireReady } from './import-record.js';
import type { ImportRecord } from './import-record.js';
import { ImportStarts } from './import-starts.js';
import { copiedFile } from './loading/copied-file.js';
import { CommitUnknown, LoadFailure } from './loading/load-failure.js';
import { isLoadedAtOnce, loadRows } from './loading/load-rows.js';
import { RejectsFile } from './loading/rejects-file.js';
import { targetTypes } from './loading/target-types.js';

/** Browsers learn of rows on their way this often. */
const REPORT_EVERY_MS = 250;

/** Where rows go: the columns of the table are null where it is created. */
interface Target {
  readonly connector: Connector;
  readonly targets: readonly ColumnDetails[] | null;
}

/** Imports the rows of files that were read. */
@Injectable()
export class ImportLoader {
  constructor(
    private readonly connections: ConnectionsQueries,
    private readonly slots: SessionSlots,
    private readonly bus: EventBus,
    private readonly changes: ImportChanges,
    private readonly starts: ImportStarts,
    private readonly logger: PinoLogger,
  ) {
    logger.setContext(ImportLoader.name);
  }

  /**
   * Begins to import; resolves when it has begun. Throws `import-not-ready`, `connection-not-found`, `forbidden`,
   * `connection-read-only`, `table-not-found`, and `import-refused` for columns that do not fit, and for rows that cannot
   * become a change set.
   */
  async start(actor: Actor, record: ImportRecord, request: ImportRequest): Promise<void> {
    const reading = requireReady(record);
    // What was cancelled before is over.
    record.abort = new AbortController();
    const connection = this.connections.get(actor, request.connection_id);
    const connector = await (request.as_change === true
      ? this.connections.changeableConnector(actor, connection)
      : this.connections.writableConnector(actor, connection));
    if (request.as_change === true) this.changes.requirePossible(connection, connector, record, request);
    const targets = await this.requireFitting(actor, record, request);
    const run = () => this.load(actor, record, request, { connector, targets });
    await this.starts.start(actor, record, { request, copy: null }, { reading, run });
  }

  /** Answers with the columns of the table; null where it is created. */
  private async requireFitting(
    actor: Actor,
    record: ImportRecord,
    request: ImportRequest,
  ): Promise<readonly ColumnDetails[] | null> {
    const { is_new: isNew, columns, schema, table } = request;
    const details = isNew
      ? null
      : await this.connections.schema(actor, request.connection_id, { schema, table }, record.abort.signal);
    const targets = details === null ? null : (details as TableDetails).columns;
    const faults = mappingFaults({
      columns,
      sources: record.preview?.columns.map(({ name }) => name) ?? [],
      targets,
    });
    const types = new Map(targets?.map(({ name, type }) => [name, type]));
    const typeOf = ({ target, type = '' }: ImportMapping) => (isNew ? type : (types.get(target) ?? null));
    faults.push(...doubtFaults(record.preview?.doubts ?? [], columns, typeOf));
    const wrong = isNew ? columns.filter(({ type = '' }) => type.trim() !== '' && !isTypeName(type)) : [];
    faults.push(...wrong.map(({ target, type }) => `"${type}" is not a type for the column "${target}".`));
    if (faults.length > 0) throw new Problem('import-refused', faults.slice(0, 5).join(' '));
    return targets;
  }

  /** Never rejects. */
  private async load(actor: Actor, record: ImportRecord, request: ImportRequest, into: Target): Promise<void> {
    const { connector } = into;
    const { isCsv } = rowTextsOf(connector.dialect);
    const sources = request.columns.map(({ source }) => source);
    const rejects = new RejectsFile(record.rejectsPath, sources, isCsv);
    const timer = setInterval(() => this.report(record, rejects), REPORT_EVERY_MS);
    try {
      if (request.as_change === true)
        await this.changes.make(actor, record, request, { connector, targets: into.targets ?? [] });
      else await this.loadIn(actor, record, request, into, rejects);
      await closed(rejects);
      record.status = 'succeeded';
    } catch (error) {
      await closed(rejects);
      this.fail(record, error, record.abort.signal);
      if (request.as_change === true || isLoadedAtOnce(request, connector.dialect)) record.importedRows = 0;
    } finally {
      clearInterval(timer);
    }
    this.report(record, rejects);
    this.note(actor, record, request);
  }

  private async loadIn(
    actor: Actor,
    record: ImportRecord,
    request: ImportRequest,
    { connector, targets }: Target,
    rejects: RejectsFile,
  ): Promise<void> {
    const { staged, preview } = record;
    const { signal } = record.abort;
    if (staged === null || preview === null) throw new LoadFailure('The file was not read.');
    const claim = { actor, connectionId: request.connection_id, purpose: 'once', signal } as const;
    const session = await this.slots.openSession(claim, connector);
    const onRows = (count: number): void => void (record.importedRows += count);
    const { dialect } = connector;
    const copied = copiedFile(record, request, targets, dialect);
    const { dateOrder } = record;
    const typeOf = targetTypes(request.columns, targets);
    const columns = { columns: preview.columns, typeOf };
    const load = { file: staged, ...columns, request, copied, dialect, dateOrder, rejects, onRows };
    try {
      await loadRows(session, load, signal);
    } finally {
      // It rolls an open transaction back.
      await session.release();
    }
  }

  private fail(record: ImportRecord, error: unknown, signal: AbortSignal): void {
    const isUnknown = error instanceof CommitUnknown;
    const isCancelled = signal.aborted && !isUnknown;
    record.status = isCancelled ? 'cancelled' : 'failed';
    record.isOutcomeUnknown = isUnknown;
    const isKnown = error instanceof LoadFailure || error instanceof Problem || error instanceof ConnectFailure;
    if (!isKnown && !signal.aborted) this.logger.error({ err: error }, 'an import failed');
    const { row, column } = error instanceof LoadFailure ? error : { row: null, column: null };
    const message = error instanceof Error ? error.message : String(error);
    record.error = isCancelled ? null : { message, row, column };
  }

  private report(record: ImportRecord, rejects: RejectsFile): void {
    record.rejectedRows = rejects.count;
    this.bus.publish('import.changed', { import_id: record.origin.id, owner_id: record.origin.actor.userId });
  }

  private note(
    actor: Actor,
    { status, importedRows, rejectedRows, origin }: ImportRecord,
    request: ImportRequest,
  ): void {
    this.bus.publish('action.performed', {
      action: 'import.run',
      actor,
      outcome: status === 'succeeded' ? 'done' : 'failed',
      object: { kind: 'connection', id: request.connection_id, name: this.connections.nameOf(request.connection_id) },
      details: {
        ...{ file: origin.fileName, schema: request.schema, table: request.table, is_new: request.is_new },
        ...(request.as_change === true && { as_change: true }),
        ...{ rows: importedRows, rejected: rejectedRows },
      },
    });
  }
}

/** Never rejects: an import whose rejects cannot be written has ended before its commit. */
function closed(rejects: RejectsFile): Promise<void> {
  return rejects.close().catch(() => undefined);
}
