import { mkdir, open, rename } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { Inject, Injectable } from '@nestjs/common';
import { z } from 'zod';
import type { JobWork } from '#libs/access';
import { ConnectionsQueries } from '../../../connections/index.js';
import type { ServerLogin } from '../../../connections/index.js';
import { Instance, State, WORKBENCH_CONFIG, errorCode, fieldMeta } from '../../../platform/index.js';
import type { WorkbenchConfig } from '../../../platform/index.js';
import { JobFailure } from '../../job-kind.js';
import type { JobContext, JobKind } from '../../job-kind.js';
import { expectedFailure } from '../../runs/run-verdict.js';
import { PARTIAL_PREFIX } from '../../outputs/output-store.js';
import { DatabaseWork } from '../database-work.js';
import { fileWord } from '../saved-result.js';
import { count, flag, oneOf, optionalText } from '../setting-schemas.js';
import { bytesOf, checkBackup } from './backup-check.js';
import type { BackupFormat } from './backup-check.js';
import { openDestination, placeOfDestination } from './backup-folder.js';
import { clientEnvironment } from './client-environment.js';
import { clientFor, toolIn } from './client-tools.js';
import type { ClientTools } from './client-tools.js';
import { expectedBytes, lastBytes, refuseFullDisk } from './disk-room.js';
import { RestoreProof } from './restore-proof.js';
import type { ProofBasis, ProofSettings } from './restore-proof.js';
import type { ProofWork } from './restore-dump.js';
import { runProgram } from './run-program.js';

export interface BackupSettings extends ProofSettings {
  /** A folder inside of an allowed one; a relative one lies in the first of those. */
  readonly destination: string;
  readonly format: BackupFormat;
  /** How many backups are kept; null keeps all. */
  readonly keep_last: number | null;
  /** Restores each backup into a database made for it and compares the catalogs. */
  readonly proof: boolean;
}

/** The major version of a server, and how large the database is. */
interface ServerFacts {
  readonly server: number;
  readonly databaseBytes: number;
}

interface DumpWork {
  readonly tools: ClientTools;
  readonly login: ServerLogin;
  readonly env: Record<string, string>;
  readonly partial: string;
  /** The bytes of the last backup like it, by which it is known about how far this one is. */
  readonly before: number | null;
  /** What the dump is compared with; null for nothing. */
  readonly basis: ProofBasis | null;
}

const ENDINGS: Readonly<Record<BackupFormat, string>> = { custom: '.dump', plain: '.sql', directory: '' };
const FORMATS: Readonly<Record<BackupFormat, string>> = {
  custom: 'Custom (compressed)',
  plain: 'Plain SQL',
  directory: 'Directory',
};
export const FACTS_SQL = `
  SELECT pg_catalog.current_setting('server_version_num'), pg_catalog.pg_database_size(pg_catalog.current_database())`;
const LOOK_EVERY_MS = 1000;
/** `pg_dump` gives up on a lock after this. */
const LOCK_WAIT_MS = 60_000;

/** Settings whose destination is inside of one of `folders`. */
const settingsWithin = (folders: readonly string[]) =>
  z.strictObject({
    destination: optionalText(1000)
      .transform((destination) => destination.trim())
      .refine((destination) => placeOfDestination(destination, folders) !== null, {
        error: 'must be inside of a folder for backups (WORKBENCH_BACKUPS)',
      })
      .meta(
        fieldMeta({
          ...{ label: 'Destination', field: 'path', order: 1 },
          help: 'Folder inside the backup folder. Default: the connection ID.',
        }),
      ),
    format: oneOf<BackupFormat>(FORMATS, 'custom', { label: 'Format', width: 'half' }),
    keep_last: count<number | null>(null, 1, 10_000, {
      ...{ label: 'Keep last', help: 'Leave empty to keep all.', initial: 7, width: 'half' },
    }),
    proof: flag(false, { label: 'Verify each backup with a test restore', order: 2 }),
    trusts_roles: flag(false, {
      label: 'Trust the roles of the database',
      help: 'The test restore runs their functions and checks with the rights of the connection.',
      ...{ order: 3, shown_if: { field: 'proof', is: [true] } },
    }),
  });

/** Dumps a database with `pg_dump`. A file has its name only once it was read back in full. */
@Injectable()
export class BackupKind implements JobKind<BackupSettings> {
  readonly name = 'backup';
  readonly order = 10;
  readonly label = 'Backup';
  readonly icon = 'archive';
  readonly settings: JobKind<BackupSettings>['settings'];
  readonly access = 'write';
  readonly needs = { capability: 'backup', refusal: 'Backups are for Postgres connections.' } as const;
  readonly suggestedCron = '0 2 * * *';
  readonly defaultTimeoutS = 12 * 3600;
  readonly defaultMissed = 'once';
  readonly events = { success: 'core.backup.completed', error: 'core.backup.failed' } as const;
  readonly eventTitles = {
    ...{ success: 'Backup completed', error: 'Backup failed', cancelled: 'Backup cancelled' },
  } as const;

  constructor(
    private readonly work: DatabaseWork,
    private readonly connections: ConnectionsQueries,
    private readonly proof: RestoreProof,
    private readonly state: State,
    private readonly instance: Instance,
    @Inject(WORKBENCH_CONFIG) private readonly config: WorkbenchConfig,
  ) {
    this.settings = settingsWithin(config.backupFolders);
  }

  /** A proof makes a database on the server. */
  workOf({ proof }: BackupSettings): JobWork {
    return proof ? 'write-data' : 'read-data';
  }

  describe({ format, keep_last: keepLast, proof }: BackupSettings): string {
    const kept = keepLast === null ? 'keep all' : `keep last ${keepLast}`;
    return `${format} format, ${kept}${proof ? ', verified by a test restore' : ''}`;
  }

  keepLast({ keep_last: keepLast }: BackupSettings): number | null {
    return keepLast;
  }

  async run(context: JobContext<BackupSettings>): Promise<void> {
    const { settings, connectionId, actor } = context;
    if (connectionId === null) throw new JobFailure('The job has no connection.');
    const login = await this.connections.postgresLogin(actor, connectionId);
    const { server, databaseBytes } = await this.serverFacts(context, connectionId);
    const tools = await clientFor(server, this.config.pgBinDir);
    const folder = await openDestination(settings.destination || connectionId, this.config.backupFolders);
    const name = fileNameOf(login, settings.format, context);
    const [partial, path] = [join(folder, `${PARTIAL_PREFIX}${context.runId}`), join(folder, name)];
    const before = await lastBytes(this.state.manager, context, settings.format);
    await refuseFullDisk(folder, before === null ? null : expectedBytes(settings.format, before, databaseBytes));
    await context.reserve([partial, path]);
    await createPrivate(partial, settings.format);
    const env = await clientEnvironment(login, await context.workFolder(), this.instance);
    context.log(`pg_dump ${tools.version}, format ${settings.format}`);
    // What is wrong with it is reported once there is a backup.
    const basis = settings.proof ? this.proof.begin({ context, login }) : null;
    const held = await basis?.catch(() => null);
    await this.dump(context, { tools, login, env, partial, before, basis: held ?? null });
    context.log('verifying the backup');
    const checked = await checkBackup(partial, settings.format, tools, context);
    await rename(partial, path);
    const details = { format: settings.format, client: tools.version, server, proven: false };
    const output = { path, name, ...checked, details: { ...details, lacks_proof: settings.proof } };
    await context.keepNow(output);
    context.log(`${name} is complete, SHA-256 ${checked.sha256}`);
    if (basis === null) return;
    await this.prove({ context, tools, server, env, login, format: settings.format, path }, basis);
    context.keepInPlace({ ...output, details: { ...details, proven: true, lacks_proof: false } });
  }

  /** Throws `JobFailure` with why the backup, which is kept, was not verified. */
  private async prove(work: ProofWork, basis: Promise<ProofBasis>): Promise<void> {
    try {
      await this.proof.run(work, await basis);
    } catch (error) {
      const reason = expectedFailure(error);
      if (reason === null) throw error;
      throw new JobFailure(`The backup is kept, but was not verified: ${reason}`, { cause: error });
    }
  }

  private async dump(
    context: JobContext<BackupSettings>,
    { tools, login, env, partial, before, basis }: DumpWork,
  ): Promise<void> {
    const looking = setInterval(() => {
      void bytesOf(partial).then((done) => {
        const total = before === null || done > before ? null : before;
        if (done > 0) context.progress({ done, total, unit: 'bytes' });
      });
    }, LOOK_EVERY_MS);
    const errors: string[] = [];
    try {
      const code = await runProgram({
        file: toolIn(tools, 'pg_dump'),
        parameters: [
          `--format=${context.settings.format}`,
          `--file=${partial}`,
          ...['--no-password', '--verbose', `--lock-wait-timeout=${LOCK_WAIT_MS}`],
          ...(basis === null ? [] : [`--snapshot=${basis.snapshot}`]),
        ],
        ...{ env, context, server: login.endpoint ?? login },
        paths: [{ path: partial, isWritable: true }],
        onLine: (line) => {
          const text = line.replace(/^pg_dump: /, '');
          // It has a transaction of its own by then.
          if (text.startsWith('reading ')) void basis?.release();
          const level = levelOf(text);
          if (level === 'error') errors.push(text.replace(/^error: /, ''));
          if (level !== 'info' || /^dumping contents|^saving|^creating|^reading schemas/.test(text))
            context.log(text, level);
        },
      });
      if (code !== 0) throw new JobFailure(errors.slice(0, 3).join(' ') || `pg_dump ended with ${code}.`);
    } finally {
      clearInterval(looking);
      await basis?.release();
    }
  }

  private async serverFacts(context: JobContext, connectionId: string): Promise<ServerFacts> {
    const { session } = await this.work.open(context, connectionId, true);
    try {
      const [row] = await this.work.rows(context, session, FACTS_SQL);
      return { server: Math.floor(Number(row?.[0]) / 10_000), databaseBytes: Number(row?.[1]) };
    } finally {
      await session.release();
    }
  }
}

/** Lines of `pg_dump` name objects, too, which may be called `ERROR`. */
export function levelOf(line: string): 'error' | 'warn' | 'info' {
  if (/^(?:error|fatal):|(?:^|: )(?:FATAL|ERROR):/.test(line)) return 'error';
  return line.startsWith('warning:') ? 'warn' : 'info';
}

function fileNameOf(login: ServerLogin, format: BackupFormat, { startedAt, runId }: JobContext): string {
  const stamp = new Date(startedAt).toISOString().slice(0, 19).replace('T', '-').replaceAll(':', '');
  return `${fileWord(login.id)}-${fileWord(login.database)}-${stamp}-${runId.slice(0, 8)}${ENDINGS[format]}`;
}

/** pg_dump would create it readable by others; of an empty file or folder it keeps the permissions. */
async function createPrivate(path: string, format: BackupSettings['format']): Promise<void> {
  try {
    if (format === 'directory') await mkdir(path, { mode: 0o700 });
    else await (await open(path, 'wx', 0o600)).close();
  } catch (error) {
    throw new JobFailure(`could not open output file "${basename(path)}": ${errorCode(error) ?? 'unknown reason'}`);
  }
}
