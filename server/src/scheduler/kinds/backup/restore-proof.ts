import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { diffCatalogs } from '#libs/catalog';
import type { Catalog } from '#libs/catalog';
import { ConnectionsQueries } from '../../../connections/index.js';
import type { ServerLogin } from '../../../connections/index.js';
import { SchemaWatchService } from '../../../schema-watch/index.js';
import { JobFailure } from '../../job-kind.js';
import type { JobContext } from '../../job-kind.js';
import { countText } from '../../runs/run-words.js';
import { DatabaseWork, loggingSink } from '../database-work.js';
import type { BackupFormat } from './backup-check.js';
import { toolIn } from './client-tools.js';
import { passFileIn } from './client-environment.js';
import type { ClientTools } from './client-tools.js';
import { runProgram } from './run-program.js';

/** What a proof works on. */
export interface ProofWork {
  readonly context: JobContext;
  readonly tools: ClientTools;
  readonly env: Record<string, string>;
  readonly login: ServerLogin;
  readonly format: BackupFormat;
  readonly path: string;
}

/** Restores a backup into a database made for it on the same server and compares its catalog with the live one. */
@Injectable()
export class RestoreProof {
  constructor(
    private readonly work: DatabaseWork,
    private readonly connections: ConnectionsQueries,
    private readonly watch: SchemaWatchService,
  ) {}

  /** Throws `JobFailure` where the backup does not restore, or restores to something else. The database is gone afterwards. */
  async run(work: ProofWork): Promise<void> {
    const { context, login } = work;
    const database = `workbench_proof_${randomBytes(6).toString('hex')}`;
    context.log(`restoring into ${database}`);
    await this.statement(work, `CREATE DATABASE ${database} TEMPLATE template0`);
    try {
      await this.restore(work, database);
      const live = await this.watch.read(context.actor, login.id);
      const restored = await this.connections.readCatalogApart(context.actor, login.id, database, context.signal);
      refuseDifferences(live, restored);
      context.log(`verified: ${countText(restored.tables.length, 'table')} restored without differences`);
    } finally {
      await this.statement(
        { ...work, context: { ...context, signal: AbortSignal.timeout(30_000) } },
        `DROP DATABASE IF EXISTS ${database} WITH (FORCE)`,
      );
    }
  }

  private async statement({ context, login }: ProofWork, sql: string): Promise<void> {
    const { session } = await this.work.open(context, login.id, false);
    try {
      await this.work.run(context, session, sql, loggingSink(context));
    } finally {
      await session.release();
    }
  }

  private async restore({ tools, env, path, format, context, login }: ProofWork, database: string): Promise<void> {
    const errors: string[] = [];
    const isPlain = format === 'plain';
    // The password file names the database that was dumped; any is meant here.
    const parameters = isPlain
      ? ['--no-psqlrc', '--quiet', '--no-password', '--set=ON_ERROR_STOP=1', `--dbname=${database}`, `--file=${path}`]
      : ['--no-password', '--exit-on-error', '--no-owner', '--no-privileges', `--dbname=${database}`, path];
    const code = await runProgram({
      file: toolIn(tools, isPlain ? 'psql' : 'pg_restore'),
      parameters,
      env: { ...env, PGPASSFILE: await passFileIn(env.HOME ?? '', 'pgpass-proof', login, database) },
      context,
      paths: [{ path, isWritable: false }],
      server: login.endpoint ?? login,
      onLine: (line) => {
        if (errors.length < 5) errors.push(line);
      },
    });
    if (code !== 0) throw new JobFailure(`The backup does not restore: ${errors.join(' ') || `ended with ${code}`}`);
  }
}

function refuseDifferences(live: Catalog, restored: Catalog): void {
  const [first, ...others] = diffCatalogs(live, restored);
  if (first === undefined) return;
  const more = others.length === 0 ? '' : ` and ${others.length} more differences`;
  throw new JobFailure(`The restored backup differs from the database: ${first.summary}${more}`);
}
