import { Inject, Injectable } from '@nestjs/common';
import type { Actor, JobWork } from '#libs/access';
import type { SavedQuery } from '#libs/api';
import type { FieldChoice } from '#libs/forms';
import { ConnectionAccess, ConnectionsQueries } from '../../connections/index.js';
import { Problem, TextThreads, WORKBENCH_CONFIG } from '../../platform/index.js';
import type { WorkbenchConfig } from '../../platform/index.js';
import {
  SavedQueriesService,
  SavedQueryListService,
  WriteCheck,
  keptStatements,
  noticesOf,
} from '../../studio/index.js';
import type { JobContext, JobKind } from '../job-kind.js';
import { JobFailure } from '../job-kind.js';
import { countText } from '../runs/run-words.js';
import { DatabaseWork, loggingSink } from './database-work.js';
import { querySettings } from './query-settings.js';
import type { QuerySettings } from './query-settings.js';
import { fileNameFault, resultFile, saveResult } from './saved-result.js';

const LEFT_OPEN = 'The SQL leaves a transaction open, so its changes were not kept. End it with COMMIT.';

/** Runs SQL on a connection; the rows of its last statement can be kept as a file. */
@Injectable()
export class QueryKind implements JobKind<QuerySettings> {
  readonly name = 'query';
  readonly order = 40;
  readonly label = 'Query';
  readonly icon = 'square-terminal';
  readonly settings = querySettings;
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
    private readonly saved: SavedQueriesService,
    private readonly lists: SavedQueryListService,
  ) {}

  /** The saved queries of `owner`, each offered for its connection. */
  async choices(owner: Actor): Promise<Record<string, FieldChoice[]>> {
    const own = (await this.lists.names(owner)).filter(({ is_own: isOwn }) => isOwn);
    const choices = own.map(({ id, name, connection_id }) => ({ value: id, label: name, connection_id }));
    return { query_id: choices };
  }

  async check(actor: Actor, connectionId: string | null, settings: QuerySettings, owner: Actor): Promise<void> {
    if (connectionId === null) return;
    const sql = await this.textOf(owner, connectionId, settings);
    const { dialect } = await this.connections.connector(actor, connectionId);
    await keptStatements(this.threads, sql, dialect, keptText(settings));
    if (settings.read_only || this.levels.mayWrite(actor, connectionId)) return;
    if (!this.levels.mayChange(actor, connectionId))
      throw new Problem('forbidden', 'You have no right to write on this connection. Ask an administrator.');
    throw new Problem('writes-need-review', this.work.writeRefusal(connectionId));
  }

  async judge(
    actor: Actor,
    connectionId: string | null,
    settings: QuerySettings,
    owner: Actor,
  ): Promise<readonly string[]> {
    refuseFileName(settings);
    if (connectionId === null) return [];
    const connection = this.connections.get(actor, connectionId);
    if (!settings.read_only && !connection.read_only) return [];
    const verdict = await this.writes.verdict(actor, connectionId, await this.textOf(owner, connectionId, settings));
    const ofText = { pointer: '/settings/sql', advice: 'Allow writes (read_only: false) or change the SQL.' };
    const ofQuery = { pointer: '/settings/query_id', advice: 'A job that runs a saved query can only read.' };
    return noticesOf(verdict, { connection, ...(settings.query_id === undefined ? ofText : ofQuery) });
  }

  workOf({ read_only: isReadOnly }: QuerySettings): JobWork {
    return isReadOnly ? 'read-data' : 'write-data';
  }

  describe({ save_results_as: saveAs, read_only: isReadOnly, keep_last: keepLast, source }: QuerySettings): string {
    const kept = saveAs === null ? 'keeps no result' : `saved as ${saveAs}, keep last ${keepLast}`;
    if (source === 'saved') return `runs a saved query, ${kept}`;
    return isReadOnly ? kept : `may write, ${kept}`;
  }

  keepLast({ keep_last: keepLast }: QuerySettings): number {
    return keepLast;
  }

  async run(context: JobContext<QuerySettings>): Promise<void> {
    const { settings, connectionId } = context;
    if (connectionId === null) throw new JobFailure('The job has no connection.');
    const sql = await this.textToRun(context, connectionId);
    const opened = await this.work.open(context, connectionId, settings.read_only);
    try {
      // A saved query may have been edited since the job was.
      const statements = await keptStatements(this.threads, sql, opened.connector.dialect, keptText(settings));
      const last = statements.length - 1;
      for (const [index, { sql }] of statements.entries()) {
        if (index === last && settings.save_results_as !== null) await this.save(context, opened, sql);
        else await this.plain(context, opened.session, sql, index + 1);
      }
      // The end of the session undoes what is open; what only reads loses nothing.
      if (!settings.read_only && (await opened.session.transaction()) !== 'none') throw new JobFailure(LEFT_OPEN);
    } finally {
      await opened.session.release();
    }
  }

  /** Only a query of the job's owner: what another person writes must not run with the owner's rights. */
  private async savedQuery(owner: Actor, connectionId: string, id: string): Promise<SavedQuery> {
    const query = await this.saved.get(owner, id);
    if (!query.is_own)
      throw new Problem('forbidden', 'A job can run only saved queries of its owner. Choose another query.');
    if (query.connection_id === connectionId) return query;
    const errors = [{ pointer: '/settings/query_id', detail: `${query.name} belongs to another connection` }];
    throw new Problem('validation-failed', `${query.name} belongs to another connection.`, { errors });
  }

  private async textOf(owner: Actor, connectionId: string, { sql, query_id: id }: QuerySettings): Promise<string> {
    return id === undefined ? (sql ?? '') : (await this.savedQuery(owner, connectionId, id)).sql;
  }

  private async textToRun(context: JobContext<QuerySettings>, connectionId: string): Promise<string> {
    const { actor, settings } = context;
    if (settings.query_id === undefined) return settings.sql ?? '';
    const { name, version, sql } = await this.savedQuery(actor, connectionId, settings.query_id).catch(inWords);
    context.log(`Saved query ${name}, version ${version}`);
    return sql;
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

/** Only of a job that is made or changed: one that has such a name still runs. */
function refuseFileName({ save_results_as: saveAs }: QuerySettings): void {
  const fault = saveAs === null ? null : fileNameFault(saveAs);
  if (fault === null) return;
  const detail = `Save results as ${fault}`;
  throw new Problem('validation-failed', detail, { errors: [{ pointer: '/settings/save_results_as', detail }] });
}

function keptText({ query_id: id }: QuerySettings) {
  return { pointer: id === undefined ? '/settings/sql' : '/settings/query_id', subject: 'Jobs' };
}

function inWords(error: unknown): never {
  if (error instanceof Problem && error.code === 'query-not-found')
    throw new JobFailure('The saved query no longer exists. Choose another one.', { cause: error });
  throw error;
}
