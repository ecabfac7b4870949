import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { noopSink } from '../../../connections/index.js';
import type { Session } from '../../../connections/index.js';
import { Instance, State } from '../../../platform/index.js';
import type { JobContext } from '../../job-kind.js';
import { JobRunRecord, isOpen } from '../../runs/job-run.entity.js';
import { expectedFailure } from '../../runs/run-verdict.js';
import { DatabaseWork, loggingSink } from '../database-work.js';
import { LOCALE_SQL, localeClauses } from './proof-locale.js';

const PREFIX = 'workbench_proof_';
/** The id of a run without its hyphens. */
const RUN_ID = /^(.{8})(.{4})(.{4})(.{4})(.{12})$/;
const DROP_LIMIT_MS = 30_000;
const READ_ONLY = 'default_transaction_read_only';

/** Databases of this role that are named like those of proofs and that no session uses, with their comments. */
export const UNUSED_SQL = `
  SELECT d.datname, pg_catalog.shobj_description(d.oid, 'pg_database') FROM pg_catalog.pg_database d
   WHERE d.datname::pg_catalog.text ~ '^${PREFIX}[0-9a-f]{32}$' AND pg_catalog.pg_get_userbyid(d.datdba) = current_user
     AND NOT EXISTS (SELECT FROM pg_catalog.pg_stat_activity a WHERE a.datid = d.oid)`;

/** Settings of the current database, and of the current role in it, which go first. */
export const SETTINGS_SQL = `
  SELECT pg_catalog.unnest(s.setconfig)
    FROM pg_catalog.pg_db_role_setting s JOIN pg_catalog.pg_database d ON d.oid = s.setdatabase
   WHERE d.datname = pg_catalog.current_database()
     AND (s.setrole = 0::pg_catalog.oid OR pg_catalog.pg_get_userbyid(s.setrole) = current_user)
   ORDER BY s.setrole`;

/** A database that a backup is restored into. */
export interface ProofDatabase {
  readonly name: string;
  /** Whether sessions there write only once they ask for it. */
  readonly isReadOnly: boolean;
}

/** Creates and drops the databases of proofs. Each is named after its run, so that it is known whose it is. */
@Injectable()
export class ProofDatabases {
  constructor(
    private readonly work: DatabaseWork,
    private readonly state: State,
    private readonly instance: Instance,
  ) {}

  /** Creates the database of a run, with the encoding, locale and settings of the one that was dumped. Throws `JobFailure`. */
  async create(context: JobContext, connectionId: string): Promise<ProofDatabase> {
    const name = nameOf(context.runId);
    const created = this.inSession(context, connectionId, async (session, isReadOnly) => {
      await this.removeLeftovers(context, session);
      context.log(`restoring into ${name}`);
      const [locale = []] = await this.work.rows(context, session, LOCALE_SQL);
      const clauses = localeClauses(locale, quoted);
      await this.run(context, session, `CREATE DATABASE ${name} TEMPLATE template0 ${clauses}`);
      await this.run(context, session, `COMMENT ON DATABASE ${name} IS ${quoted(this.mark())}`);
      await this.copySettings(context, session, name);
      return { name, isReadOnly };
    });
    return created.catch(async (error: unknown) => {
      await this.drop(context, connectionId, { name });
      throw error;
    });
  }

  /** Drops it, also after the end of its run; what cannot be dropped is left to the next proof. */
  async drop(context: JobContext, connectionId: string, { name }: Pick<ProofDatabase, 'name'>): Promise<void> {
    const ending = { ...context, signal: AbortSignal.timeout(DROP_LIMIT_MS) };
    const sql = `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`;
    const drop = (session: Session) => this.work.run(ending, session, sql, noopSink);
    await this.inSession(ending, connectionId, drop).catch(warn(context, `could not remove ${name}`));
  }

  /**
   * Drops the databases of runs that have ended without it, such as those of a process that was killed. A run that goes on
   * may be at work in another process, and one that this workbench does not know is another one's, unless the database
   * has the mark of this state directory: then its job was deleted.
   */
  private async removeLeftovers(context: JobContext, session: Session): Promise<void> {
    const unused = await this.work.rows(context, session, UNUSED_SQL);
    const ids = unused.map(([name]) => runIdOf(name ?? ''));
    const { manager } = this.state;
    const known = await manager.findBy(JobRunRecord, { id: In(ids) });
    const going = await manager.findBy(JobRunRecord, { id: In(ids), status: isOpen() });
    const [isKnown, isGoing] = [idsOf(known), idsOf(going)];
    for (const [index, [name, comment]] of unused.entries()) {
      const id = ids[index] ?? '';
      if (isGoing.has(id) || !(isKnown.has(id) || comment === this.mark())) continue;
      await this.run(context, session, `DROP DATABASE IF EXISTS ${name}`).then(
        () => context.log(`removed ${name}, which an earlier run left`),
        warn(context, `could not remove ${name}`),
      );
    }
  }

  private mark(): string {
    return `data-workbench/${this.instance.home}`;
  }

  /** Checks and functions may need them. One that the role may not set is left out. */
  private async copySettings(context: JobContext, session: Session, database: string): Promise<void> {
    for (const [setting] of await this.work.rows(context, session, SETTINGS_SQL)) {
      const [name = '', ...value] = (setting ?? '').split('=');
      if (name === READ_ONLY) continue;
      // Lists are stored as they are written, so only the setting itself can be copied.
      const sql = `DO LANGUAGE plpgsql ${quoted(`BEGIN
        PERFORM pg_catalog.set_config(${quoted(name)}, ${quoted(value.join('='))}, true);
        ALTER DATABASE ${database} SET ${name.split('.').map(identifier).join('.')} FROM CURRENT;
      END`)}`;
      await this.run(context, session, sql).catch(warn(context, `could not copy the setting ${name}`));
    }
  }

  private async inSession<T>(
    context: JobContext,
    connectionId: string,
    use: (session: Session, isReadOnly: boolean) => Promise<T>,
  ): Promise<T> {
    const { session } = await this.work.open(context, connectionId, false);
    try {
      const [row] = await this.work.rows(context, session, `SHOW ${READ_ONLY}`);
      const isReadOnly = row?.[0] === 'on';
      if (isReadOnly) await this.run(context, session, `SET ${READ_ONLY} = off`);
      return await use(session, isReadOnly);
    } finally {
      await session.release();
    }
  }

  private async run(context: JobContext, session: Session, sql: string): Promise<void> {
    await this.work.run(context, session, sql, loggingSink(context));
  }
}

function nameOf(runId: string): string {
  return PREFIX + runId.replaceAll('-', '');
}

function runIdOf(name: string): string {
  return name.slice(PREFIX.length).replace(RUN_ID, '$1-$2-$3-$4-$5');
}

function idsOf(runs: readonly JobRunRecord[]): Set<string> {
  return new Set(runs.map(({ id }) => id));
}

function warn(context: JobContext, text: string): (error: unknown) => void {
  return (error) => context.log(`${text}: ${expectedFailure(error) ?? 'unknown reason'}`, 'warn');
}

function quoted(text: string): string {
  return `E'${text.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
}

function identifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
