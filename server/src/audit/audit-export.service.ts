import { Readable } from 'node:stream';
import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Injectable } from '@nestjs/common';
import { PinoLogger } from 'nestjs-pino';
import type { Actor } from '#libs/access';
import { auditCsvHead, auditCsvRow } from '#libs/audit';
import { Clock, EventBus } from '../platform/index.js';
import type { AuditFilter } from './audit-filter.js';
import { AuditQueries } from './audit.queries.js';

export const AUDIT_FORMATS = ['csv', 'ndjson'] as const;

/** How an audit file is written. */
export type AuditFormat = (typeof AUDIT_FORMATS)[number];

/** Entries on their way out as a file. */
export interface AuditFile {
  readonly name: string;
  readonly contentType: string;
  readonly parts: AsyncIterable<string>;
}

const CONTENT_TYPES: Record<AuditFormat, string> = {
  csv: 'text/csv; charset=utf-8; header=present',
  ndjson: 'application/x-ndjson; charset=utf-8',
};

/** What a browser that closes its connection leaves behind; nothing to log. */
const GONE = new Set(['ERR_STREAM_PREMATURE_CLOSE', 'ECONNRESET', 'EPIPE']);

/** Writes entries as files, no more than some of them in memory at a time. */
@Injectable()
export class AuditExport {
  constructor(
    private readonly queries: AuditQueries,
    private readonly events: EventBus,
    private readonly clock: Clock,
    private readonly logger: PinoLogger,
  ) {
    logger.setContext(AuditExport.name);
  }

  /** The entries that a filter asks for, oldest first, as a file. That it was made is an entry itself. */
  file(actor: Actor, filter: AuditFilter, format: AuditFormat): AuditFile {
    const asked = Object.entries(filter).flatMap(([name, value]) => (value ? [`${name}: ${String(value)}`] : []));
    this.events.publish('action.performed', {
      action: 'export.download',
      actor,
      outcome: 'done',
      object: { kind: 'audit', id: 'audit', name: null },
      details: { format, filter: asked },
    });
    return {
      name: `audit-${this.clock.isoNow().slice(0, 19).replace(/[-:]/g, '').replace('T', '-')}.${format}`,
      contentType: CONTENT_TYPES[format],
      parts: this.parts(filter, format),
    };
  }

  /** Sends a file as fast as its receiver takes it; a failure on the way destroys `target`. Never rejects. */
  async send(file: AuditFile, target: Writable): Promise<void> {
    try {
      await pipeline(Readable.from(file.parts, { objectMode: true, highWaterMark: 1 }), target);
    } catch (failure) {
      target.destroy();
      const code = failure instanceof Error && 'code' in failure ? String(failure.code) : '';
      if (!GONE.has(code)) this.logger.error({ err: failure }, 'an export of the audit was cut off');
    }
  }

  private async *parts(filter: AuditFilter, format: AuditFormat): AsyncGenerator<string> {
    if (format === 'csv') yield auditCsvHead();
    const line = format === 'csv' ? auditCsvRow : (entry: object) => `${JSON.stringify(entry)}\n`;
    for await (const entries of this.queries.entries(filter)) yield entries.map(line).join('');
  }
}
