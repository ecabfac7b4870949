import { createWriteStream } from 'node:fs';
import type { WriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Inject, Injectable } from '@nestjs/common';
import { COPY_DIALECT } from '#libs/dialects';
import type { PipelineInput } from '#libs/pipelines';
import { withoutTerminator } from '#libs/sql';
import { tooLargeText } from '../connections/index.js';
import type { WorkDatabase } from '../connections/index.js';
import { Problem, WORKBENCH_CONFIG } from '../platform/index.js';
import type { WorkbenchConfig } from '../platform/index.js';
import { DatabaseWork, JobFailure, countText, saveResult } from '../scheduler/index.js';
import type { WorkContext } from '../scheduler/index.js';
import { copiedRows } from './copied-rows.js';
import type { CopiedRows } from './copied-rows.js';

/** Where an input is brought, and how DuckDB gets it from there. */
export interface FetchedInput {
  readonly load: (process: WorkDatabase) => Promise<void>;
}

type QueryInput = PipelineInput & { readonly kind: 'query' };

/**
 * Brings the rows of a query into the working folder, few in memory at a time. Where the engine copies whole results, that
 * is the quick way; what does not fit it (rows longer than DuckDB reads, a date without end) goes row by row.
 */
@Injectable()
export class QueryInputs {
  constructor(
    private readonly work: DatabaseWork,
    @Inject(WORKBENCH_CONFIG) private readonly config: WorkbenchConfig,
  ) {}

  /** Throws `connection-not-found`, and `JobFailure` with the database's words. */
  async bring(context: WorkContext, input: QueryInput, folder: string, place: number): Promise<FetchedInput> {
    const copied = await this.copied(context, input, folder, place);
    if (copied === null) return this.asRows(context, input, folder, place);
    return {
      load: async (process) => {
        if (await fits(process, copied)) {
          const [count] = await process.run(`SELECT count(*) FROM "${input.name}"`);
          context.log(`${input.name}: ${countText(Number(count?.[0]), 'row')}`);
          return;
        }
        context.signal.throwIfAborted();
        await process.run(`DROP TABLE IF EXISTS "${input.name}"`);
        await (await this.asRows(context, input, folder, place)).load(process);
      },
    };
  }

  private async copied(
    context: WorkContext,
    { name, connection_id: connectionId, sql }: QueryInput,
    folder: string,
    place: number,
  ): Promise<CopiedRows | null> {
    if (connectionId === null) throw new Problem('connection-not-found');
    const file = `in-${place}.csv`;
    const { resultMaxBytes: maxBytes } = this.config;
    const into = createWriteStream(join(folder, file), { mode: 0o600, highWaterMark: 1024 * 1024 });
    // The copy says what is wrong with it; without a listener before it begins, that would end the workbench.
    into.on('error', () => undefined);
    into.on('drain', () => {
      if (into.bytesWritten > maxBytes) into.destroy(new JobFailure(tooLargeText(maxBytes)));
    });
    const outcome = await this.written(context, connectionId, sql, into);
    const rows = outcome?.status === 'succeeded' ? copiedRows(name, file, outcome.columns) : null;
    if (rows !== null) return rows;
    await rm(join(folder, file), { force: true });
    return null;
  }

  /** Copies into a file, which is closed then: a query that is refused has not begun to write. */
  private async written(context: WorkContext, connectionId: string, sql: string, into: WriteStream) {
    try {
      return await this.work.copy(context, connectionId, withoutTerminator(sql, COPY_DIALECT), into);
    } finally {
      await closed(into);
    }
  }

  private async asRows(
    context: WorkContext,
    { name, connection_id: connectionId, sql }: QueryInput,
    folder: string,
    place: number,
  ): Promise<FetchedInput> {
    if (connectionId === null) throw new Problem('connection-not-found');
    const opened = await this.work.open(context, connectionId, true);
    try {
      const target = { folder, format: 'parquet', maxBytes: this.config.resultMaxBytes, connectionId } as const;
      const { path, rows } = await saveResult(context, this.work, opened, sql, target);
      await rename(path, join(folder, `in-${place}.parquet`));
      context.log(`${name}: ${countText(rows, 'row')}`);
    } finally {
      await opened.session.release();
    }
    const view = `CREATE VIEW "${name}" AS SELECT * FROM read_parquet('in-${place}.parquet')`;
    return {
      load: async (process) => {
        await process.run(view);
      },
    };
  }
}

async function closed(file: WriteStream): Promise<void> {
  if (file.closed) return;
  const closing = new Promise<void>((resolve) => file.once('close', () => resolve()));
  file.destroy();
  await closing;
}

/** Makes the table; false where a value does not fit its column. */
async function fits(process: WorkDatabase, { create, measured }: CopiedRows): Promise<boolean> {
  try {
    await process.run(create);
    for (const { ask, alter } of measured) {
      const type = (await process.run(ask))[0]?.[0];
      if (typeof type === 'string') await process.run(alter(type));
    }
    return true;
  } catch {
    return false;
  }
}
