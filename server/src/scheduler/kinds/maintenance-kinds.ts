import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import type { JobWork } from '#libs/access';
import { ABORTED } from '#libs/async';
import { CATALOG_DIALECT } from '#libs/dialects';
import { readTableSpelling } from '#libs/catalog';
import { quoteIdentifier } from '#libs/sql';
import type { Session } from '../../connections/index.js';
import { JobFailure } from '../job-kind.js';
import type { CapabilityNeed, JobContext, JobKind } from '../job-kind.js';
import { DatabaseWork, loggingSink } from './database-work.js';
import { flag, names } from './setting-schemas.js';
import { SystemTableNotes } from './system-table-notes.js';

export interface VacuumSettings {
  /** `schema.table`, or `table` in the schema `public`; null is the whole database. */
  readonly tables: readonly string[] | null;
  readonly full: boolean;
  readonly analyze: boolean;
}

export interface AnalyzeSettings {
  readonly tables: readonly string[] | null;
}

const NEEDS: CapabilityNeed = { capability: 'vacuum', refusal: 'Maintenance is for Postgres connections.' };

const analyzeSettings = z.strictObject({
  tables: names({ label: 'Tables', help: 'One per line. Leave empty for the whole database.', rows: 3 }),
});
const vacuumSettings = analyzeSettings.extend({
  full: flag(false, { label: 'Full (rewrites and locks each table)', order: 2 }),
  analyze: flag(true, { label: 'Also run ANALYZE', order: 1 }),
});

const LOOK_EVERY_MS = 1000;

/** Tables, partitions left to their parents, that the role may work on; the largest last, so that much is done soon. */
export const TABLES = `
  SELECT n.nspname, c.relname
  FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
  WHERE c.relkind IN ('r', 'm', 'p') AND c.relpersistence <> 't'
  ORDER BY 1, 2`;

/** What a role usually may not work on, and need not. A name that another table has, too, says nothing. */
const SYSTEM_TABLES = `
  SELECT c.relname FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
  WHERE c.relkind <> 'v'
  GROUP BY c.relname HAVING pg_catalog.bool_and(n.nspname IN ('pg_catalog', 'pg_toast', 'information_schema'))`;

export const PROGRESS = (pid: string) => `
  SELECT p.phase, p.heap_blks_scanned + p.heap_blks_vacuumed, p.heap_blks_total * 2
  FROM pg_catalog.pg_stat_progress_vacuum p WHERE p.pid = ${pid}`;

/** Runs a command of maintenance for the whole database or for tables, one statement a call, outside of transactions. */
@Injectable()
export class Maintenance {
  constructor(private readonly work: DatabaseWork) {}

  async run(context: JobContext, command: string, tables: readonly string[] | null): Promise<void> {
    const { connectionId } = context;
    if (connectionId === null) throw new JobFailure('The job has no connection.');
    const { session, connector } = await this.work.open(context, connectionId, false);
    try {
      const targets = tables === null ? [null] : await this.targets(context, session, tables);
      const systemTables = await this.work.rows(context, session, SYSTEM_TABLES);
      const notes = new SystemTableNotes(new Set(systemTables.map(([name]) => name ?? '')));
      const sink = loggingSink({
        ...context,
        log: (text, level) => notes.take(text, level ?? 'info') || context.log(text, level),
      });
      const pid = (await this.work.rows(context, session, 'SELECT pg_backend_pid()'))[0]?.[0] ?? '0';
      const looking = new AbortController();
      const open = () => this.work.openSession({ ...context, signal: looking.signal }, connectionId, connector, false);
      const look = this.look(context, open, pid, looking.signal);
      try {
        for (const [index, target] of targets.entries()) {
          context.log(target === null ? `${command}, the whole database` : `${command} ${target}`);
          await this.work.run(context, session, target === null ? command : `${command} ${target}`, sink);
          if (targets.length > 1) context.progress({ done: index + 1, total: targets.length, unit: 'tables' });
        }
      } finally {
        for (const { text, level } of notes.lines()) context.log(text, level);
        looking.abort(ABORTED);
        await look;
      }
    } finally {
      await session.release();
    }
  }

  /** The tables as they are written in SQL. Throws `JobFailure` with those that are not there. */
  private async targets(context: JobContext, session: Session, tables: readonly string[]): Promise<string[]> {
    const found = new Map<string, string>();
    for (const [schema, name] of await this.work.rows(context, session, TABLES)) {
      const sql = `${quoteIdentifier(schema ?? '', CATALOG_DIALECT)}.${quoteIdentifier(name ?? '', CATALOG_DIALECT)}`;
      found.set(`${schema}.${name}`, sql);
      if (schema === 'public') found.set(name ?? '', sql);
    }
    const sqlOf = (table: string): string | undefined => found.get(table) ?? found.get(spelledName(table));
    const missing = tables.filter((table) => sqlOf(table) === undefined);
    if (missing.length > 0) throw new JobFailure(`These tables were not found: ${missing.join(', ')}.`);
    return tables.map((table) => sqlOf(table) ?? '');
  }

  /** Asks how far the other session is, until asked to stop. Not knowing is no failure of the run. */
  private async look(
    context: JobContext,
    open: () => Promise<Session>,
    pid: string,
    signal: AbortSignal,
  ): Promise<void> {
    await pause(LOOK_EVERY_MS, signal);
    if (signal.aborted) return;
    const session = await open().catch(() => null);
    if (session === null) return;
    const quiet = { ...context, signal, log: () => undefined };
    for (let isWanted = true; isWanted; isWanted = !isAborted(signal)) {
      const rows = await this.work.rows(quiet, session, PROGRESS(pid)).catch(() => []);
      const [, done, total] = rows[0] ?? [];
      if (Number(total ?? 0) > 0) {
        context.progress({ done: Number(done ?? 0), total: Number(total), unit: 'blocks' });
      }
      await pause(LOOK_EVERY_MS, signal);
    }
    await session.release();
  }
}

/** Frees the space of dead rows. */
@Injectable()
export class VacuumKind implements JobKind<VacuumSettings> {
  readonly name = 'vacuum';
  readonly order = 20;
  readonly label = 'Vacuum';
  readonly icon = 'brush-cleaning';
  readonly settings = vacuumSettings;
  readonly access = 'write';
  readonly needs = NEEDS;
  readonly suggestedCron = '30 3 * * 0';
  readonly defaultTimeoutS = 6 * 3600;
  readonly defaultMissed = 'skip';

  constructor(private readonly maintenance: Maintenance) {}

  workOf(): JobWork {
    return 'maintain';
  }

  describe({ tables, full, analyze }: VacuumSettings): string {
    return [tablesText(tables), ...(full ? ['full'] : []), ...(analyze ? ['with analyze'] : [])].join(', ');
  }

  run(context: JobContext<VacuumSettings>): Promise<void> {
    const { tables, full, analyze } = context.settings;
    const options = [...(full ? ['FULL'] : []), ...(analyze ? ['ANALYZE'] : [])];
    return this.maintenance.run(context, options.length === 0 ? 'VACUUM' : `VACUUM (${options.join(', ')})`, tables);
  }
}

/** Reads anew what the planner knows of tables. */
@Injectable()
export class AnalyzeKind implements JobKind<AnalyzeSettings> {
  readonly name = 'analyze';
  readonly order = 30;
  readonly label = 'Analyze';
  readonly icon = 'gauge';
  readonly settings = analyzeSettings;
  readonly access = 'write';
  readonly needs = NEEDS;
  readonly suggestedCron = '0 4 * * *';
  readonly defaultTimeoutS = 6 * 3600;
  readonly defaultMissed = 'once';

  constructor(private readonly maintenance: Maintenance) {}

  workOf(): JobWork {
    return 'maintain';
  }

  describe({ tables }: AnalyzeSettings): string {
    return tablesText(tables);
  }

  run(context: JobContext<AnalyzeSettings>): Promise<void> {
    return this.maintenance.run(context, 'ANALYZE', context.settings.tables);
  }
}

/** `"My Schema"."Weird Table"` as the catalog has it: `My Schema.Weird Table`. */
function spelledName(text: string): string {
  const { schema = null, table = text } = readTableSpelling(text) ?? {};
  return schema === null ? table : `${schema}.${table}`;
}

function tablesText(tables: readonly string[] | null): string {
  if (tables === null) return 'whole database';
  return tables.length <= 3
    ? tables.join(', ')
    : `${tables.slice(0, 2).join(', ')} and ${tables.length - 2} more tables`;
}

/** Asked of a function, since a check before an await says nothing of what is true behind it. */
function isAborted(signal: AbortSignal): boolean {
  return signal.aborted;
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    const stop = () => {
      clearTimeout(timer);
      resolve();
    };
    signal.addEventListener('abort', stop, { once: true });
  });
}
