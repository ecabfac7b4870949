import { Inject, Injectable } from '@nestjs/common';
import { z } from 'zod';
import type { Actor, JobWork } from '#libs/access';
import { ConnectionAccess, ConnectionsQueries } from '../../connections/index.js';
import { Problem, TextThreads, WORKBENCH_CONFIG } from '../../platform/index.js';
import type { WorkbenchConfig } from '../../platform/index.js';
import { WriteCheck, noticesOf, runStatements } from '../../studio/index.js';
import type { JobContext, JobKind } from '../job-kind.js';
import { JobFailure } from '../job-kind.js';
import { countText } from '../runs/run-words.js';
import { DatabaseWork, loggingSink } from './database-work.js';
import { resultFile, saveResult } from './saved-result.js';
import { count, flag, text, textOrNull } from './setting-schemas.js';

export interface QuerySettings {
  readonly sql: string;
  /** Runs in a session in which the engine itself refuses writes. */
  readonly read_only: boolean;
  /** A file name whose ending says the format, or a format; null keeps nothing. */
  readonly save_results_as: string | null;
  /** How many runs keep their file. */
  readonly keep_last: number;
}

const DEFAULT_KEEP_LAST = 30;

const settings = z.strictObject({
  sql: text(1_000_000, { label: 'SQL', field: 'sql', missing: 'Enter the SQL to run.' }),
  read_only: flag(true, {
    ...{ label: 'Allow writes', inverted: true },
    offer: { code: 'writes-not-allowed', text: 'This job can only read. Allow writes, or change the SQL.' },
  }),
  save_results_as: textOrNull(100, {
    ...{ label: 'Save results as', field: 'path', width: 'half' },
    help: 'report.csv, .json, .ndjson or .parquet',
  }),
  keep_last: count<number>(DEFAULT_KEEP_LAST, 1, 10_000, {
    ...{ label: 'Keep last', help: `Default: ${DEFAULT_KEEP_LAST}`, width: 'half' },
  }),
});

/** Runs SQL on a connection; the rows of its last statement can be kept as a file. */
@Injectable()
export class QueryKind implements JobKind<QuerySettings> {
  readonly name = 'query';
  readonly order = 40;
  readonly label = 'Query';
  readonly icon = 'square-terminal';
  readonly settings = settings;
  readonly access = 'query';
  readonly suggestedCron = '0 7 * * 1';
  readonly defaultTimeoutS = 3600;
  readonly defaultMissed = 'skip';

  constructor(
    private readonly work: DatabaseWork,
    private readonly connections: ConnectionsQueries,
    private readonly levels: ConnectionAccess,
    @Inject(WORKBENCH_CONFIG) private readonly config: WorkbenchConfig,
    private readonly threads: TextThreads,
    private readonly writes: WriteCheck,
  ) {}

  async check(actor: Actor, connectionId: string | null, { sql, read_only: isReadOnly }: QuerySettings): Promise<void> {
    if (connectionId === null) return;
    const { dialect } = await this.connections.connector(actor, connectionId);
    await runStatements(this.threads, sql, dialect);
    if (isReadOnly || this.levels.mayWrite(actor, connectionId)) return;
    if (!this.levels.mayChange(actor, connectionId)) throw new Problem('forbidden', 'You may not write here.');
    throw new Problem('writes-need-review', this.work.writeRefusal(connectionId));
  }

  async judge(
    actor: Actor,
    connectionId: string | null,
    { sql, read_only: isReadOnly }: QuerySettings,
  ): Promise<readonly string[]> {
    if (connectionId === null) return [];
    const connection = this.connections.get(actor, connectionId);
    if (!isReadOnly && !connection.read_only) return [];
    const advice = 'Allow writes (read_only: false) or change the SQL.';
    const verdict = await this.writes.verdict(actor, connectionId, sql);
    return noticesOf(verdict, { connection, pointer: '/settings/sql', advice });
  }

  workOf({ read_only: isReadOnly }: QuerySettings): JobWork {
    return isReadOnly ? 'read-data' : 'write-data';
  }

  describe({ save_results_as: saveAs, read_only: isReadOnly, keep_last: keepLast }: QuerySettings): string {
    const kept = saveAs === null ? 'keeps no result' : `saved as ${saveAs}, keep last ${keepLast}`;
    return isReadOnly ? kept : `may write, ${kept}`;
  }

  keepLast({ keep_last: keepLast }: QuerySettings): number {
    return keepLast;
  }

  async run(context: JobContext<QuerySettings>): Promise<void> {
    const { settings, connectionId } = context;
    if (connectionId === null) throw new JobFailure('The job has no connection.');
    const opened = await this.work.open(context, connectionId, settings.read_only);
    try {
      const statements = await this.threads.run('splitStatements', settings.sql, opened.connector.dialect);
      const last = statements.length - 1;
      for (const [index, { sql }] of statements.entries()) {
        if (index === last && settings.save_results_as !== null) await this.save(context, opened, sql);
        else await this.plain(context, opened.session, sql, index + 1);
      }
    } finally {
      await opened.session.release();
    }
  }

  private async plain(
    context: JobContext<QuerySettings>,
    session: Parameters<DatabaseWork['run']>[1],
    sql: string,
    place: number,
  ): Promise<void> {
    let rows = 0;
    const changed = await this.work.run(
      context,
      session,
      sql,
      loggingSink(context, () => (rows += 1)),
    );
    context.log(
      `Statement ${place}: ${changed === null ? countText(rows, 'row') : `${countText(changed, 'row')} changed`}`,
    );
  }

  private async save(
    context: JobContext<QuerySettings>,
    opened: Parameters<typeof saveResult>[2],
    sql: string,
  ): Promise<void> {
    const { settings, connectionId, jobName } = context;
    const { name, format } = resultFile(settings.save_results_as ?? 'csv', jobName);
    const folder = await context.workFolder();
    const file = { folder, format, maxBytes: this.config.resultMaxBytes, connectionId: connectionId ?? '' };
    const { path, rows } = await saveResult(context, this.work, opened, sql, file);
    await context.keep(path, name, { rows, format });
    context.log(`${countText(rows, 'row')} saved as ${name}`);
  }
}
