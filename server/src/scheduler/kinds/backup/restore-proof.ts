import { Injectable } from '@nestjs/common';
import { diffCatalogs } from '#libs/catalog';
import type { Catalog } from '#libs/catalog';
import { ConnectionsQueries, noopSink } from '../../../connections/index.js';
import type { ServerLogin, Session } from '../../../connections/index.js';
import { SchemaWatchService } from '../../../schema-watch/index.js';
import { JobFailure } from '../../job-kind.js';
import type { JobContext } from '../../job-kind.js';
import { countText } from '../../runs/run-words.js';
import { DatabaseWork } from '../database-work.js';
import { FOREIGN_CODE_SQL, foreignCode } from './foreign-code.js';
import { ProofDatabases } from './proof-databases.js';
import { restoreDump } from './restore-dump.js';
import type { ProofWork } from './restore-dump.js';

/** The settings of a job that say how its backups are proven. */
export interface ProofSettings {
  /** Whether what other roles have written may run with the rights of the connection's role. */
  readonly trusts_roles: boolean;
}

interface ProofStart {
  readonly context: JobContext<ProofSettings>;
  readonly login: ServerLogin;
}

/** What a dump and the catalog that it is compared with have in common. */
export interface ProofBasis {
  /** The name of a snapshot, which is there until `release`. */
  readonly snapshot: string;
  /** The catalog as the snapshot sees it. */
  readonly catalog: Catalog;
  release(): Promise<void>;
}

/**
 * Restores a backup into a database made for it on the same server and compares its catalog with the one that the dump has
 * seen: both read in one snapshot, so that what others change meanwhile is no difference.
 */
@Injectable()
export class RestoreProof {
  constructor(
    private readonly work: DatabaseWork,
    private readonly connections: ConnectionsQueries,
    private readonly watch: SchemaWatchService,
    private readonly databases: ProofDatabases,
  ) {}

  /** Exports a snapshot for the dump and reads the catalog in it. Throws `JobFailure` and `Problem`. */
  async begin({ context, login }: ProofStart): Promise<ProofBasis> {
    const { session } = await this.work.open(context, login.id, false);
    const release = () => session.release();
    try {
      await this.work.run(context, session, 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY', noopSink);
      await this.work.run(context, session, 'SET LOCAL idle_in_transaction_session_timeout = 0', noopSink);
      await this.judgeForeignCode(context, session);
      const [row] = await this.work.rows(context, session, 'SELECT pg_catalog.pg_export_snapshot()');
      const snapshot = row?.[0] ?? '';
      const catalog = await this.connections.readCatalogApart(context.actor, login.id, { snapshot }, context.signal);
      return { snapshot, catalog, release };
    } catch (error) {
      await release();
      throw error;
    }
  }

  /** Code of other roles is not run with the rights of the connection's role. Throws `JobFailure`. */
  private async judgeForeignCode(context: JobContext<ProofSettings>, session: Session): Promise<void> {
    if (context.settings.trusts_roles) return;
    const [row = []] = await this.work.rows(context, session, FOREIGN_CODE_SQL);
    const reason = foreignCode(row);
    if (reason !== null) throw new JobFailure(reason);
  }

  /** Throws `JobFailure` where the backup does not restore, or restores to something else. The database is gone afterwards. */
  async run(work: ProofWork, { catalog }: ProofBasis): Promise<void> {
    const { context, login } = work;
    const database = await this.databases.create(context, login.id);
    try {
      await restoreDump(work, database);
      const of = { database: database.name };
      const restored = await this.connections.readCatalogApart(context.actor, login.id, of, context.signal);
      await this.refuseDifferences(work, catalog, restored);
      context.log(`verified: ${countText(restored.tables.length, 'table')} restored without differences`);
    } finally {
      await this.databases.drop(context, login.id, database);
    }
  }

  /**
   * The server prints definitions as they are at the time, whatever the snapshot: what was altered while the dump began
   * may differ from either reading, and only what differs from both counts.
   */
  private async refuseDifferences({ context, login }: ProofWork, seen: Catalog, restored: Catalog): Promise<void> {
    const differences = diffCatalogs(seen, restored);
    if (differences.length === 0) return;
    const now = diffCatalogs(await this.watch.read(context.actor, login.id), restored);
    const still = new Set(now.map(({ summary }) => summary));
    const [first, ...others] = differences.filter(({ summary }) => still.has(summary));
    if (first === undefined) return;
    const more = others.length === 0 ? '' : ` and ${others.length} more differences`;
    throw new JobFailure(`The restored backup differs from the database: ${first.summary}${more}`);
  }
}
