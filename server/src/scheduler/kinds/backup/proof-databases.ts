import { Injectable } from '@nestjs/common';
import type { Session } from '../../../connections/index.js';
import type { JobContext } from '../../job-kind.js';
import { expectedFailure } from '../../runs/run-verdict.js';
import { DatabaseWork, loggingSink } from '../database-work.js';

const PREFIX = 'workbench_proof_';
const DROP_LIMIT_MS = 30_000;
const READ_ONLY = 'default_transaction_read_only';

/** Settings of the current database, and of the current role in it, which go first. */
const SETTINGS_SQL = `
  SELECT pg_catalog.unnest(s.setconfig)
    FROM pg_catalog.pg_db_role_setting s JOIN pg_catalog.pg_database d ON d.oid = s.setdatabase
   WHERE d.datname = pg_catalog.current_database()
     AND (s.setrole = 0 OR pg_catalog.pg_get_userbyid(s.setrole) = current_user)
   ORDER BY s.setrole`;

/** A database that a backup is restored into. */
export interface ProofDatabase {
  readonly name: string;
  /** Whether sessions there write only once they ask for it. */
  readonly isReadOnly: boolean;
}

/** Creates and drops the databases of proofs. Each is named after its run. */
@Injectable()
export class ProofDatabases {
  constructor(private readonly work: DatabaseWork) {}

  /** Creates the database of a run, with the settings of the one that was dumped. Throws `JobFailure`. */
  async create(context: JobContext, connectionId: string): Promise<ProofDatabase> {
    const name = nameOf(context.runId);
    return this.inSession(context, connectionId, async (session, isReadOnly) => {
      context.log(`restoring into ${name}`);
      await this.run(context, session, `CREATE DATABASE ${name} TEMPLATE template0`);
      await this.copySettings(context, session, name);
      return { name, isReadOnly };
    });
  }

  /** Drops it, also after the end of its run. */
  async drop(context: JobContext, connectionId: string, { name }: ProofDatabase): Promise<void> {
    const ending = { ...context, signal: AbortSignal.timeout(DROP_LIMIT_MS) };
    const drop = (session: Session) => this.run(ending, session, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    await this.inSession(ending, connectionId, drop).catch(warn(context, `could not remove ${name}`));
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

function warn(context: JobContext, text: string): (error: unknown) => void {
  return (error) => context.log(`${text}: ${expectedFailure(error) ?? 'unknown reason'}`, 'warn');
}

function quoted(text: string): string {
  return `E'${text.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
}

function identifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
