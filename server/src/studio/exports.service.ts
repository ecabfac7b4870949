import { Readable } from 'node:stream';
import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Injectable } from '@nestjs/common';
import { PinoLogger } from 'nestjs-pino';
import type { ExportFormat, ResultColumn } from '#libs/api';
import { resultWriter } from '#libs/results';
import type { ResultWriter } from '#libs/results';
import { Problem } from '../platform/index.js';
import { exportName } from './export-name.js';
import { RunStore } from './run-store.js';
import type { StatementCollector } from './statement-collector.js';

/** A result on its way out as a file. */
export interface ExportFile {
  readonly name: string;
  readonly contentType: string;
  readonly parts: AsyncIterable<string>;
}

const CONTENT_TYPES: Record<ExportFormat, string> = {
  csv: 'text/csv; charset=utf-8; header=present',
  json: 'application/json; charset=utf-8',
  ndjson: 'application/x-ndjson; charset=utf-8',
};

/** What a browser that closes its connection leaves behind; nothing to log. */
const GONE = new Set(['ERR_STREAM_PREMATURE_CLOSE', 'ECONNRESET', 'EPIPE']);

/** Writes kept results as files. The query never runs again, and no more than a piece of the result is in memory. */
@Injectable()
export class ExportsService {
  constructor(
    private readonly store: RunStore,
    private readonly logger: PinoLogger,
  ) {
    logger.setContext(ExportsService.name);
  }

  /**
   * A statement's whole result in a format. Throws `run-not-found`, `not-found`, `run-not-finished` while rows still
   * arrive, and `nothing-to-export` for a statement that returns no rows.
   */
  file(runId: string, statementIndex: number, format: ExportFormat): ExportFile {
    const run = this.store.get(runId);
    const statement = this.store.statement(runId, statementIndex);
    if (statement.status === 'running' || (statement.status === 'not_run' && !run.isOver))
      throw new Problem('run-not-finished', 'The result can be exported when all of its rows are there.');
    const columns = statement.resultColumns;
    if (columns === null) throw new Problem('nothing-to-export', 'The statement returns no rows.');
    const { connectionId, startedAt } = run.surroundings;
    return {
      name: exportName({ columns, connectionId, startedAt, isWhole: statement.status === 'succeeded', format }),
      contentType: CONTENT_TYPES[format],
      parts: parts(statement, columns, format),
    };
  }

  /** Sends a file as fast as its receiver takes it; a failure on the way destroys `target`. Never rejects. */
  async send(file: ExportFile, target: Writable): Promise<void> {
    try {
      await pipeline(Readable.from(file.parts, { objectMode: true, highWaterMark: 1 }), target);
    } catch (failure) {
      target.destroy();
      const code = failure instanceof Error && 'code' in failure ? String(failure.code) : '';
      if (!GONE.has(code)) this.logger.error({ err: failure }, 'an export was cut off');
    }
  }
}

async function* parts(
  statement: StatementCollector,
  columns: readonly ResultColumn[],
  format: ExportFormat,
): AsyncGenerator<string> {
  const writer = resultWriter(format, columns);
  if (writer.head !== '') yield writer.head;
  let isEmpty = true;
  for await (const rows of statement.batches()) {
    for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
      yield textOf(rows.slice(from, from + ROWS_AT_ONCE), writer, isEmpty);
      isEmpty = false;
    }
  }
  const foot = writer.foot(isEmpty);
  if (foot !== '') yield foot;
}

/** Rows that become one piece of the file. */
const ROWS_AT_ONCE = 250;

function textOf(rows: readonly (string | null)[][], writer: ResultWriter, isFirst: boolean): string {
  let text = '';
  for (const [index, row] of rows.entries()) text += writer.row(row, isFirst && index === 0);
  return text;
}
