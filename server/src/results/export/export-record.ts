import type { Actor } from '#libs/access';
import type { ExportFormat, ExportStatus, ExportStyle, StudioExport } from '#libs/api';
import { ABORTED } from '#libs/async';
import type { ExportSource } from './export-source.js';

/** A file on its way, and how far it is. */
export class ExportRecord {
  status: ExportStatus = 'waiting';
  rows = 0;
  bytes = 0;
  rowCount: number | null = null;
  error: string | null = null;
  private readonly abort = new AbortController();

  constructor(
    readonly id: string,
    /** Who asked for it, and alone may see it. */
    readonly actor: Actor,
    readonly style: ExportStyle,
    readonly source: ExportSource,
  ) {}

  get format(): ExportFormat {
    return this.style.format;
  }

  get isOver(): boolean {
    return this.status !== 'waiting' && this.status !== 'running';
  }

  /** Aborts when the file is no longer wanted. */
  get signal(): AbortSignal {
    return this.abort.signal;
  }

  /** Stops it; one that is over stays as it is. */
  cancel(): void {
    if (this.status === 'waiting') this.status = 'cancelled';
    this.abort.abort(ABORTED);
  }

  view(): StudioExport {
    const { id, format, status, rows, bytes, error, source } = this;
    return {
      ...{ id, format, status, rows, bytes, error },
      run_id: source.kept?.runId ?? null,
      statement: source.kept?.statement ?? null,
      row_count: this.rowCount,
      href: `/api/studio/exports/${id}/file`,
    };
  }
}
