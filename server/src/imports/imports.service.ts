import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import type { Actor } from '#libs/access';
import type { DataImport, FolderCopy, ImportPart, ImportRequest, NewImport } from '#libs/api';
import { IMPORT_EXTENSIONS, MAX_IMPORT_BYTES, importFormat } from '#libs/imports';
import { StagedFile } from '../connections/index.js';
import { Clock, EventBus, Problem, Processes, WorkFolders } from '../platform/index.js';
import { FolderCopier } from './folder-copier.js';
import { ImportLoader } from './import-loader.js';
import { ImportRecord, requireNextPart } from './import-record.js';
import type { ReadingSettings } from './import-record.js';
import { ImportRegistry } from './import-registry.js';
import { readStaged } from './staging/read-staged.js';
import { bytesToCome, receivePart, requireRoom } from './staging/receive-part.js';

/** Takes files in parts, finds out what is in them, and has their rows imported. */
@Injectable()
export class ImportsService {
  constructor(
    private readonly registry: ImportRegistry,
    private readonly loader: ImportLoader,
    private readonly copier: FolderCopier,
    private readonly folders: WorkFolders,
    private readonly processes: Processes,
    private readonly clock: Clock,
    private readonly bus: EventBus,
  ) {}

  /**
   * Makes ready for a file, which is then sent in parts. Throws `validation-failed` for a file of another kind,
   * `too-large`, `no-room-to-import` and `person-limit`.
   */
  async create(actor: Actor, file: NewImport): Promise<DataImport> {
    const { file_name: fileName, size_bytes: sizeBytes, last_modified: lastModifiedMs = null } = file;
    const format = importFormat(fileName);
    if (format === null)
      throw new Problem('validation-failed', `Choose a file of one of these types: ${IMPORT_EXTENSIONS.join(' ')}.`);
    if (sizeBytes > MAX_IMPORT_BYTES) throw new Problem('too-large', 'A file can have up to 5 GB.');
    const record = await this.registry.add(actor, async () => {
      const folder = await this.folders.create('import');
      const origin = { id: this.processes.newId(), actor, fileName, format, sizeBytes, lastModifiedMs, folder };
      return new ImportRecord(origin, this.clock.now());
    });
    try {
      const { folder } = record.origin;
      await requireRoom(folder, await bytesToCome(folder, this.registry.comingUpTo(record)));
    } catch (error) {
      await this.registry.remove(record);
      throw error;
    }
    return record.view();
  }

  /**
   * Takes the next part of a file; the last one has it read. The same part, sent again, takes the place of one that is
   * still being written: its connection may be lost without a sign. Throws what `requireNextPart` and `receivePart` do, and
   * `import-not-ready` where another page has begun to send the file since.
   */
  async takePart(actor: Actor, id: string, { offset, sender }: ImportPart, request: Request): Promise<DataImport> {
    const record = this.registry.get(actor, id);
    record.senders.claim(sender ?? null);
    requireNextPart(record, offset);
    while (record.part !== null) {
      record.part.abort.abort();
      await record.part.end;
      record.senders.claim(sender ?? null);
      requireNextPart(record, offset);
    }
    const abort = new AbortController();
    const most = record.origin.sizeBytes - offset;
    const writing = receivePart(request, record.path, { offset, most, signal: abort.signal });
    const end = writing.then(
      () => undefined,
      () => undefined,
    );
    record.part = { abort, end };
    try {
      record.receivedBytes += await writing;
    } finally {
      record.part = null;
    }
    if (record.abort.signal.aborted) throw new Problem('import-not-found');
    if (record.receivedBytes === record.origin.sizeBytes) this.read(record);
    return record.view();
  }

  /** The imports of `actor`, newest first, without the rows of their previews. */
  list(actor: Actor): DataImport[] {
    const own = this.registry.all().filter((record) => record.origin.actor.userId === actor.userId);
    return own.reverse().map((record) => record.listed());
  }

  /** How far an import is. Throws `import-not-found`. */
  get(actor: Actor, id: string): DataImport {
    return this.registry.get(actor, id).view();
  }

  /** Begins to import. Throws `import-not-found`, `import-not-ready`, and what `ImportLoader.start` does. */
  async start(actor: Actor, id: string, request: ImportRequest): Promise<DataImport> {
    const record = this.registry.get(actor, id);
    await this.loader.start(actor, record, request);
    return record.view();
  }

  /** Begins to copy the file into a folder. Throws `import-not-found`, and what `FolderCopier.start` does. */
  async copy(actor: Actor, id: string, copy: FolderCopy): Promise<DataImport> {
    const record = this.registry.get(actor, id);
    await this.copier.start(actor, record, copy);
    return record.view();
  }

  /** Reads a file in another way. Throws `import-not-found`, and `import-not-ready` where it is not there or in use. */
  async readAgain(actor: Actor, id: string, reading: ReadingSettings): Promise<DataImport> {
    const record = this.registry.get(actor, id);
    if (record.isBusy || record.receivedBytes < record.origin.sizeBytes)
      throw new Problem('import-not-ready', 'The file is being sent or imported. Wait until that has ended.');
    const { staged } = record;
    Object.assign(record, { status: 'reading', reading, preview: null, plain: null, staged: null, error: null });
    record.abort = new AbortController();
    await staged?.close();
    this.read(record);
    return record.view();
  }

  /** Ends what goes on; the file stays, unless it is still being sent: then it is removed. Throws `import-not-found`. */
  async cancel(actor: Actor, id: string): Promise<DataImport> {
    const record = this.registry.get(actor, id);
    if (record.status === 'uploading') {
      await this.registry.remove(record);
      record.status = 'cancelled';
      return record.view();
    }
    record.cancel();
    await record.work;
    return record.view();
  }

  /** Ends what goes on and removes the file. Throws `import-not-found`. */
  async remove(actor: Actor, id: string): Promise<void> {
    await this.registry.remove(this.registry.get(actor, id));
  }

  /** Where the file of rejected rows is. Throws `import-not-found` and `import-not-ready`. */
  rejects(actor: Actor, id: string): { path: string; fileName: string } {
    const record = this.registry.get(actor, id);
    if (record.view().rejects_href === null) throw new Problem('import-not-ready', 'No row was rejected.');
    return { path: record.rejectsPath, fileName: record.origin.fileName };
  }

  private read(record: ImportRecord): void {
    record.status = 'reading';
    record.work = this.readNow(record);
  }

  /** Never rejects. */
  private async readNow(record: ImportRecord): Promise<void> {
    const { signal } = record.abort;
    try {
      const { date_order: dateOrder, ...reading } = record.reading;
      const place = { folder: record.origin.folder, table: 'upload', ...reading, dateOrder };
      record.staged = await StagedFile.open(place, signal);
      Object.assign(record, await readStaged(record.staged, signal));
      record.status = 'ready';
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      record.status = signal.aborted ? 'cancelled' : 'unreadable';
      record.error = { message: message.replaceAll(/\bupload\.\w+/g, record.origin.fileName), row: null, column: null };
    }
    this.bus.publish('import.changed', { import_id: record.origin.id, owner_id: record.origin.actor.userId });
  }
}
