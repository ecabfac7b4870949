import { createReadStream } from 'node:fs';
import { PassThrough } from 'node:stream';
import type { Readable } from 'node:stream';
import type { ServerLogin } from '../../../connections/index.js';
import { JobFailure } from '../../job-kind.js';
import type { JobContext } from '../../job-kind.js';
import type { BackupFormat } from './backup-check.js';
import { passFileIn } from './client-environment.js';
import { toolIn } from './client-tools.js';
import type { ClientTools } from './client-tools.js';
import type { ProofDatabase } from './proof-databases.js';
import { RestorableDump, isUnderstood } from './restorable-dump.js';
import { runProgram } from './run-program.js';
import type { ProgramRun } from './run-program.js';

/** What a proof works on. */
export interface ProofWork {
  readonly context: JobContext;
  readonly tools: ClientTools;
  /** The major version of the server. */
  readonly server: number;
  readonly env: Record<string, string>;
  readonly login: ServerLogin;
  readonly format: BackupFormat;
  readonly path: string;
}

/** How a program has ended, and the first lines that it complained of. */
interface Ended {
  readonly code: number | string;
  readonly errors: readonly string[];
}

/** Comments are left out, since those on subscriptions need these. */
const READING = ['--exit-on-error', '--no-owner', '--no-privileges', '--no-subscriptions', '--no-comments'];
const MOST_ERRORS = 5;

/** Restores a backup into a database made for it. Throws `JobFailure` with what the programs say. */
export async function restoreDump(work: ProofWork, database: ProofDatabase): Promise<void> {
  const { format, server, tools } = work;
  if (format === 'plain') {
    refuseFailure(await write(work, database, () => createReadStream(work.path)));
  } else if (isUnderstood(server, tools.major)) {
    const { parameters, ...access } = await accessTo(work, database);
    const paths = [{ path: work.path, isWritable: false }];
    refuseFailure(
      await run(work, 'pg_restore', { parameters: [...parameters, ...READING, work.path], ...access, paths }),
    );
  } else {
    await restoreAsText(work, database);
  }
}

/** Where the server would refuse what `pg_restore` sends it, `psql` sends what was made of it. */
async function restoreAsText(work: ProofWork, database: ProofDatabase): Promise<void> {
  const text = new PassThrough();
  // Each program is asked for its own reason.
  text.on('error', () => undefined);
  const reading = run(work, 'pg_restore', {
    parameters: ['--file=-', ...READING, work.path],
    env: { LC_MESSAGES: 'C' },
    paths: [{ path: work.path, isWritable: false }],
    server: null,
    output: text,
  }).catch((error: unknown) => {
    text.destroy(error instanceof Error ? error : undefined);
    throw error;
  });
  const writing = write(work, database, () => text).finally(() => text.destroy());
  await Promise.allSettled([reading, writing]);
  refuseFailure(await writing);
  refuseFailure(await reading);
}

async function write(work: ProofWork, database: ProofDatabase, source: () => Readable): Promise<Ended> {
  const { parameters, ...access } = await accessTo(work, database);
  return run(work, 'psql', {
    parameters: [...parameters, '--no-psqlrc', '--quiet', '--set=ON_ERROR_STOP=1', '--file=-'],
    ...access,
    paths: [],
    input: () => [source(), new RestorableDump(work.server)],
  });
}

/** How a program reaches the database. */
async function accessTo(
  { env, login }: ProofWork,
  { name, isReadOnly }: ProofDatabase,
): Promise<Pick<ProgramRun, 'parameters' | 'env' | 'server'>> {
  // Poolers may refuse options, so they are only given where they are needed.
  const options: Record<string, string> = isReadOnly ? { PGOPTIONS: '-c default_transaction_read_only=off' } : {};
  // The password file names the database that was dumped; another one is meant here.
  const PGPASSFILE = await passFileIn(env.HOME ?? '', 'pgpass-proof', login, name);
  return {
    parameters: ['--no-password', `--dbname=${name}`],
    env: { ...env, ...options, PGPASSFILE },
    server: login.endpoint ?? login,
  };
}

async function run(
  { tools, context }: ProofWork,
  name: 'pg_restore' | 'psql',
  how: Omit<ProgramRun, 'file' | 'context' | 'onLine'>,
): Promise<Ended> {
  const errors: string[] = [];
  const onLine = (line: string) => {
    if (errors.length < MOST_ERRORS) errors.push(line);
  };
  return { code: await runProgram({ ...how, file: toolIn(tools, name), context, onLine }), errors };
}

function refuseFailure({ code, errors }: Ended): void {
  if (code !== 0) throw new JobFailure(`The backup does not restore: ${errors.join(' ') || `ended with ${code}`}`);
}
