import { join } from 'node:path';
import type { Actor } from '#libs/access';
import type {
  DataImport,
  FolderCopy,
  ImportError,
  ImportFormat,
  ImportPreview,
  ImportRequest,
  ImportStatus,
} from '#libs/api';
import type { DateOrder, DecimalSign, FileSettings, PlainCsv } from '#libs/files';
import type { StagedFile } from '../connections/index.js';
import { Problem } from '../platform/index.js';
import { PartSenders } from './staging/part-senders.js';
import type { PartOnItsWay } from './staging/receive-part.js';

/** What identifies an import, and where its file is. */
export interface ImportOrigin {
  readonly id: string;
  /** Whose it is, and who alone may see it. */
  readonly actor: Actor;
  readonly fileName: string;
  readonly format: ImportFormat;
  readonly sizeBytes: number;
  /** When it was changed last, in milliseconds since the epoch; null where it is not known. */
  readonly lastModifiedMs: number | null;
  /** A private folder of its own. */
  readonly folder: string;
}

/** How a file is read where its bytes leave it open. */
export interface ReadingSettings extends Pick<FileSettings, 'encoding' | 'header' | 'delimiter' | 'sheet'> {
  readonly date_order: DateOrder | null;
  readonly decimal: DecimalSign | null;
}

/** What is done with a file: its rows are imported, or it is copied into a folder. */
export interface ImportWork {
  readonly request: ImportRequest | null;
  readonly copy: FolderCopy | null;
}

/** In which work goes on; a file that is still being sent waits for its next part. */
const BUSY: ReadonlySet<ImportStatus> = new Set(['reading', 'importing']);

/** A file on its way into a table. */
export class ImportRecord {
  status: ImportStatus = 'uploading';
  receivedBytes = 0;
  reading: ReadingSettings = {
    ...{ encoding: 'auto', header: null, delimiter: null, sheet: null, date_order: null, decimal: null },
  };
  preview: ImportPreview | null = null;
  /** How the file's own bytes are copied; null where they may not be. */
  plain: PlainCsv | null = null;
  /** In whose right the import or the copy runs: of another token or sign-in than the upload, perhaps. */
  worker: Actor;
  request: ImportRequest | null = null;
  copy: FolderCopy | null = null;
  change: DataImport['change'] = null;
  importedRows = 0;
  rejectedRows = 0;
  isOutcomeUnknown = false;
  error: ImportError | null = null;
  staged: StagedFile | null = null;
  /** Milliseconds since the epoch. */
  usedAtMs: number;
  /** Aborts the work that goes on. */
  abort = new AbortController();
  /** Resolves when no work goes on. */
  work: Promise<void> = Promise.resolve();
  readonly senders = new PartSenders();
  /** The part of the file that is being written; null while none is. */
  part: PartOnItsWay | null = null;

  constructor(
    readonly origin: ImportOrigin,
    now: number,
  ) {
    this.usedAtMs = now;
    this.worker = origin.actor;
  }

  get isBusy(): boolean {
    return BUSY.has(this.status) || this.part !== null;
  }

  /** Whether its rows were imported, or it was copied. */
  get isDone(): boolean {
    return this.status === 'succeeded';
  }

  /** The connection that the rows or the file go to; null before. */
  get targetId(): string | null {
    return (this.request ?? this.copy)?.connection_id ?? null;
  }

  /** In which texts of dates are read: the chosen order, else the detected one; null where there is none. */
  get dateOrder(): DateOrder | null {
    return this.reading.date_order ?? this.preview?.detected.date_order ?? null;
  }

  /** Where the file is, as it was sent. */
  get path(): string {
    return join(this.origin.folder, `upload.${this.origin.format}`);
  }

  get rejectsPath(): string {
    return join(this.origin.folder, 'rejects.txt');
  }

  /** Notes what is about to be done with the rows or the file, and in whose right. */
  begin(work: ImportWork, worker: Actor): void {
    this.abort = new AbortController();
    this.worker = worker;
    Object.assign(this, { ...work, status: 'importing', change: null, importedRows: 0 });
    Object.assign(this, { rejectedRows: 0, isOutcomeUnknown: false, error: null });
  }

  /** Ends the work that goes on. */
  cancel(): void {
    this.abort.abort(new Error('The import was cancelled.'));
  }

  /** Without the rows of the preview while they are imported. */
  view(): DataImport {
    return this.status === 'importing' ? this.listed() : this.answer(this.preview);
  }

  /** As a list has it: without the rows of the preview. */
  listed(): DataImport {
    return this.answer(this.preview === null ? null : { ...this.preview, rows: [] });
  }

  private answer(preview: ImportPreview | null): DataImport {
    const { origin, status, request, copy, change, error } = this;
    return {
      ...{ id: origin.id, file_name: origin.fileName, format: origin.format, size_bytes: origin.sizeBytes },
      last_modified: origin.lastModifiedMs,
      ...{ received_bytes: this.receivedBytes, status, reading: this.reading, preview, request, copy, change },
      ...{ imported_rows: this.importedRows, is_outcome_unknown: this.isOutcomeUnknown },
      rejected_rows: this.rejectedRows,
      rejects_href: this.rejectedRows > 0 && !this.isBusy ? `/api/imports/${origin.id}/rejects` : null,
      error,
    };
  }
}

/**
 * Throws `import-not-found` where the import was removed, `import-not-ready` when all parts have arrived, and
 * `import-part-misplaced` where the next part begins elsewhere.
 */
export function requireNextPart({ status, abort, receivedBytes }: ImportRecord, offset: number): void {
  if (abort.signal.aborted) throw new Problem('import-not-found');
  if (status !== 'uploading') throw new Problem('import-not-ready', 'The file is not being sent.');
  if (offset !== receivedBytes) throw new Problem('import-part-misplaced', `The next part begins at ${receivedBytes}.`);
}

/** What the file was read as. Throws `import-not-ready` where it was not read yet or its rows are on their way. */
export function requireReady({ preview, status }: ImportRecord): ImportPreview {
  if (preview === null)
    throw new Problem('import-not-ready', 'The file has not been read yet. Wait until its preview appears.');
  if (status === 'importing') throw new Problem('import-not-ready', 'The file is being imported.');
  return preview;
}
