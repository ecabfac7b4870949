import { randomBytes } from 'node:crypto';
import { chmod, chown, mkdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isThere } from '../files/if-missing.js';
import { freePort, isPortFree } from './free-port.js';
import type { PostgresInstallation } from './installation.js';
import { program } from './installation.js';
import { LocalPostgresError } from './local-postgres-error.js';
import { findPostmaster, removeStalePostmasterFile, signalProcess } from './postmaster.js';
import { runTool } from './run-tool.js';
import type { ServerProcess } from './server-process.js';
import { startServerProcess } from './server-process.js';
import type { SystemUser } from './run-tool.js';
import { firstClosedFolder, isRoot, postgresUser } from './system-user.js';

export interface LocalClusterOptions {
  readonly installation: PostgresInstallation;
  readonly dataFolder: string;
}

export interface InitOptions {
  /** Name and password of the superuser. */
  readonly user: string;
  readonly password: string;
  /** Skips waiting for the disk; for clusters that are thrown away. */
  readonly isThrowAway?: boolean;
  readonly signal?: AbortSignal;
}

export interface StartOptions {
  /** Where to look for a free port; a free one is taken as it is. */
  readonly port: number;
  /** Server settings, e.g. `{ fsync: 'off' }`. */
  readonly settings?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

const FAST_STOP_MS = 10_000;
const IMMEDIATE_STOP_MS = 3_000;
const LOCALES = ['C.UTF-8', 'C'];
const PORT_ATTEMPTS = 5;
const POLL_MS = 15;
/** What a server says whose predecessor was killed while a process of its own still ends. */
const ORPHAN_LIVES = 'pre-existing shared memory block';
/** Such a process may be at work that it does not interrupt. */
const ORPHAN_MS = 20_000;
const ORPHAN_POLL_MS = 200;

/**
 * A Postgres server of our own: one data folder, reachable through the loopback address only, password required.
 * The server is a process of its own, so it outlives a workbench that was killed; the next `start` takes it over.
 */
export class LocalCluster {
  readonly dataFolder: string;
  readonly #installation: PostgresInstallation;
  #server: ServerProcess | null = null;

  constructor(options: LocalClusterOptions) {
    this.dataFolder = resolve(options.dataFolder);
    this.#installation = options.installation;
  }

  /** Whether the data folder holds a cluster. */
  isInitialised(): Promise<boolean> {
    return isThere(join(this.dataFolder, 'PG_VERSION'));
  }

  /** Makes the data folder: UTF-8, passwords by SCRAM. The folder must not exist or be empty. */
  async init(options: InitOptions): Promise<void> {
    const user = await this.#prepareFolder();
    const passwordFile = join(tmpdir(), `workbench-${randomBytes(12).toString('hex')}`);
    await writeFile(passwordFile, `${options.password}\n`, { mode: 0o600, flag: 'wx' });
    try {
      if (user) await chown(passwordFile, user.uid, user.gid);
      await this.#initWithFirstKnownLocale(options, passwordFile, user);
    } finally {
      await rm(passwordFile, { force: true });
    }
  }

  /**
   * Starts the server and returns the port it listens on, as soon as it accepts connections. A server that already
   * runs on the data folder is taken over with the port it has; leftovers of a crash are cleared away.
   */
  async start(options: StartOptions): Promise<number> {
    const running = await findPostmaster(this.dataFolder);
    if (running?.isReady) return running.port;
    if (running) await this.stop();
    await removeStalePostmasterFile(this.dataFolder);
    const user = await this.#ownerOfFolder();
    const deadline = Date.now() + ORPHAN_MS;
    for (let port = options.port, attempt = 1; ;) {
      port = await freePort(port);
      const server = startServerProcess({
        ...options,
        installation: this.#installation,
        dataFolder: this.dataFolder,
        port,
        user,
      });
      this.#server = server;
      try {
        await server.ready;
        return port;
      } catch (error) {
        this.#server = null;
        const isOrphaned = error instanceof LocalPostgresError && error.message.includes(ORPHAN_LIVES);
        if (isOrphaned && Date.now() < deadline) {
          await sleep(ORPHAN_POLL_MS);
          continue;
        }
        if (attempt === PORT_ATTEMPTS || (await isPortFree(port))) throw error;
        port++;
        attempt++;
      }
    }
  }

  /** Stops the server: open transactions are rolled back, sessions are ended. Does nothing when none runs. */
  async stop(): Promise<void> {
    if (process.platform === 'win32') await this.#stopByTool();
    else {
      const isGone = (await this.#endBy('SIGINT', FAST_STOP_MS)) || (await this.#endBy('SIGQUIT', IMMEDIATE_STOP_MS));
      if (!isGone) await this.#endBy('SIGKILL', IMMEDIATE_STOP_MS);
    }
    this.#server = null;
  }

  /** Kills the server as a crash would; the next start recovers. */
  async kill(): Promise<void> {
    await this.#endBy('SIGKILL', IMMEDIATE_STOP_MS);
    this.#server = null;
  }

  /** Whether a server runs on the data folder. */
  async isRunning(): Promise<boolean> {
    return (await findPostmaster(this.dataFolder)) !== null;
  }

  /** Stops the server and deletes the data folder. */
  async remove(): Promise<void> {
    await this.stop();
    await rm(this.dataFolder, { recursive: true, force: true, maxRetries: 5 });
  }

  /** Sends a signal and waits for the end; true when no server runs any more. */
  async #endBy(signal: NodeJS.Signals, timeoutMs: number): Promise<boolean> {
    const pid = await this.#findPid();
    if (pid === null) return true;
    signalProcess(pid, signal);
    const deadline = Date.now() + timeoutMs;
    while ((await this.#findPid()) === pid) {
      if (Date.now() > deadline) return false;
      await sleep(POLL_MS);
    }
    return true;
  }

  async #findPid(): Promise<number | null> {
    return this.#server?.pid ?? (await findPostmaster(this.dataFolder))?.pid ?? null;
  }

  async #stopByTool(): Promise<void> {
    const seconds = String(FAST_STOP_MS / 1000);
    const control = join(this.#installation.binFolder, program('pg_ctl'));
    await runTool(control, ['stop', '-D', this.dataFolder, '-m', 'fast', '-w', '-t', seconds]);
  }

  async #initWithFirstKnownLocale(options: InitOptions, passwordFile: string, user: SystemUser | null): Promise<void> {
    let complaint = '';
    for (const locale of LOCALES) {
      const parameters = [
        ...['-D', this.dataFolder, '-U', options.user, `--pwfile=${passwordFile}`, '-A', 'scram-sha-256'],
        ...['-E', 'UTF8', `--locale=${locale}`, '--lc-messages=C', ...(options.isThrowAway ? ['--no-sync'] : [])],
      ];
      const tool = join(this.#installation.binFolder, program('initdb'));
      const result = await runTool(tool, parameters, { user, signal: options.signal });
      if (result.exitCode === 0) return;
      complaint = result.stderr.trim().split('\n').at(-1) ?? '';
      if (options.signal?.aborted) throw new LocalPostgresError('stopped', 'Making the cluster was stopped.');
      if (!/locale/i.test(result.stderr)) break;
    }
    throw new LocalPostgresError('init-failed', `initdb could not make the cluster: ${complaint}`);
  }

  /** Makes the data folder and gives it to the user that Postgres will run as. */
  async #prepareFolder(): Promise<SystemUser | null> {
    const user = await postgresUser();
    await mkdir(this.dataFolder, { recursive: true });
    if (user) {
      await failWhenClosed(dirname(this.dataFolder), user);
      await chown(this.dataFolder, user.uid, user.gid);
    }
    await chmod(this.dataFolder, 0o700);
    return user;
  }

  /** A cluster is run by the owner of its folder; only root may do that for another user. */
  async #ownerOfFolder(): Promise<SystemUser | null> {
    const { uid, gid } = await stat(this.dataFolder);
    if (!isRoot()) {
      if (process.getuid === undefined || uid === process.getuid()) return null;
      throw new LocalPostgresError('not-our-folder', `The folder ${this.dataFolder} belongs to another user.`);
    }
    const user = { uid, gid };
    await failWhenClosed(dirname(this.dataFolder), user);
    await failWhenClosed(this.#installation.binFolder, user);
    return user;
  }
}

async function failWhenClosed(folder: string, user: SystemUser): Promise<void> {
  const closed = await firstClosedFolder(folder, user);
  if (closed === null) return;
  throw new LocalPostgresError(
    'folder-out-of-reach',
    `Postgres does not run as root, and the user it runs as (number ${String(user.uid)}) may not enter ${closed}.`,
  );
}
