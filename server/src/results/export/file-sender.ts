import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Inject, Injectable } from '@nestjs/common';
import type { Response } from 'express';
import { PinoLogger } from 'nestjs-pino';
import type { ExportFormat } from '#libs/api';
import { SheetLimit } from '#libs/results';
import type { TextStyle } from '#libs/results';
import { Problem, WORKBENCH_CONFIG, WorkFolders, errorCode } from '../../platform/index.js';
import type { WorkbenchConfig } from '../../platform/index.js';
import { completeSource } from './complete-source.js';
import { exportName } from './export-name.js';
import type { ExportRecord } from './export-record.js';
import type { OpenedSource } from './export-source.js';
import { writeParquet } from './parquet-file.js';
import { textFile } from './text-file.js';
import { workbookFile } from './workbook-file.js';

const CONTENT_TYPES: Record<ExportFormat, string> = {
  csv: 'text/csv; charset=utf-8; header=present',
  'csv-excel': 'text/csv; charset=utf-8; header=present',
  json: 'application/json; charset=utf-8',
  ndjson: 'application/x-ndjson; charset=utf-8',
  parquet: 'application/vnd.apache.parquet',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

/** What a browser that closes its connection leaves behind; nothing to log. */
const GONE = new Set(['ERR_STREAM_PREMATURE_CLOSE', 'ECONNRESET', 'EPIPE', 'ABORT_ERR']);

/** Writes the file of an export into a response, and keeps the record of how far it is. */
@Injectable()
export class FileSender {
  constructor(
    private readonly workFolders: WorkFolders,
    private readonly logger: PinoLogger,
    @Inject(WORKBENCH_CONFIG) private readonly config: WorkbenchConfig,
  ) {
    logger.setContext(FileSender.name);
  }

  /**
   * Sends the file. Throws the `Problem` that keeps it from being written while nothing has been sent; what fails later
   * destroys the response, so that a client does not take a part for the whole.
   */
  async send(record: ExportRecord, response: Response): Promise<void> {
    record.status = 'running';
    response.once('close', () => {
      // A response that a failure has destroyed has not been left by its reader.
      if (!response.writableFinished && response.errored === null) record.cancel();
    });
    let source: OpenedSource | null = null;
    try {
      source = completeSource(await record.source.open(record.signal));
      record.rowCount = source.rowCount;
      await this.write(record, source, response);
      record.status = 'succeeded';
    } catch (failure) {
      this.fail(record, failure, response);
    } finally {
      await source?.close();
    }
  }

  private async write(record: ExportRecord, source: OpenedSource, response: Response): Promise<void> {
    const { style, format } = record;
    setHeaders(response, source, format);
    if (format === 'parquet') {
      await this.writeParquet(record, source, response);
      return;
    }
    const onRows = (count: number): void => void (record.rows += count);
    if (format === 'xlsx') {
      const pieces = await workbookFile(source, onRows);
      await pipeline(counted(pieces, record), response, { signal: record.signal });
      return;
    }
    const parts = textFile(source, { ...style, format } satisfies TextStyle, onRows);
    // A pipeline destroys the response where its source fails, and with it the place for the reason.
    const first = await parts.next();
    await pipeline(counted(startingWith(first, parts), record), response, { signal: record.signal });
  }

  private async writeParquet(record: ExportRecord, source: OpenedSource, response: Response): Promise<void> {
    if (source.columns.length === 0) throw new Problem('nothing-to-export', 'A Parquet file needs a column.');
    const folder = await this.workFolders.create('export');
    try {
      const { path, bytes, rows } = await writeParquet(source, folder, {
        signal: record.signal,
        maxBytes: this.config.resultMaxBytes,
      });
      record.rows = rows;
      record.rowCount = rows;
      response.setHeader('Content-Length', bytes);
      await pipeline(counted(createReadStream(path), record), response, { signal: record.signal });
    } finally {
      await this.workFolders.remove(folder);
    }
  }

  /** Reports the failure where someone still reads the answer. */
  private fail(record: ExportRecord, failure: unknown, response: Response): void {
    const code = failure instanceof Error && 'code' in failure ? String(failure.code) : '';
    record.status = record.signal.aborted ? 'cancelled' : 'failed';
    if (record.status === 'failed') {
      const problem = problemOf(failure);
      record.error = problem.detail ?? problem.message;
      if (!(failure instanceof Problem) && !GONE.has(code))
        this.logger.error({ err: failure }, 'an export was cut off');
      if (!response.headersSent && !response.destroyed) {
        for (const name of response.getHeaderNames()) if (name.startsWith('content-')) response.removeHeader(name);
        throw problem;
      }
    }
    response.destroy();
  }
}

function setHeaders(response: Response, source: OpenedSource, format: ExportFormat): void {
  const name = exportName({ ...source, format });
  response.setHeader('Content-Type', CONTENT_TYPES[format]);
  response.setHeader('Content-Disposition', `attachment; filename="${name}"`);
  response.setHeader('Cache-Control', 'no-store');
}

async function* startingWith(first: IteratorResult<string>, rest: AsyncIterable<string>): AsyncGenerator<string> {
  if (first.done !== true) yield first.value;
  yield* rest;
}

function counted(parts: AsyncIterable<Buffer | string>, record: ExportRecord): Readable {
  async function* pieces(): AsyncGenerator<Buffer | string> {
    for await (const part of parts) {
      yield part;
      record.bytes += Buffer.byteLength(part);
    }
  }
  return Readable.from(pieces(), { objectMode: true, highWaterMark: 1 });
}

function problemOf(failure: unknown): Problem {
  if (failure instanceof Problem) return failure;
  if (failure instanceof SheetLimit) return new Problem('sheet-too-small', failure.message);
  const isFull = errorCode(failure) === 'ENOSPC' || /No space left/i.test(String(failure));
  if (isFull) return new Problem('no-room-to-export', 'The disk of the workbench is full.', { cause: failure });
  return new Problem('export-failed', undefined, { cause: failure });
}
