import { mkdtemp, chmod, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findPostgresInstallations, LocalCluster } from '../../../../platform/local-postgres/index.js';

const FIRST_PORT = 26_500;
const PORTS = 4_000;
const USER = 'postgres';
const PASSWORD = 'only-for-tests';
const SETTINGS = { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off', timezone: 'UTC' };

/** A server of its own, for tests that stop it or need other settings. */
export class TestCluster {
  #port: number;

  private constructor(
    readonly cluster: LocalCluster,
    private readonly folder: string,
    readonly settings: Readonly<Record<string, string>>,
    port: number,
  ) {
    this.#port = port;
  }

  static async create(settings: Readonly<Record<string, string>> = {}): Promise<TestCluster> {
    const installation = (await findPostgresInstallations()).find(({ hasPgDump }) => hasPgDump);
    if (!installation) throw new Error('These tests need a PostgreSQL server.');
    const folder = await mkdtemp(join(tmpdir(), 'workbench-engine-test-'));
    await chmod(folder, 0o755);
    const cluster = new LocalCluster({ installation, dataFolder: join(folder, 'data') });
    await cluster.init({ user: USER, password: PASSWORD, isThrowAway: true });
    return new TestCluster(cluster, folder, settings, FIRST_PORT + (process.pid % PORTS));
  }

  get dataFolder(): string {
    return this.cluster.dataFolder;
  }

  get url(): string {
    return `postgres://${USER}:${PASSWORD}@127.0.0.1:${this.#port}/postgres`;
  }

  /** Starts the server on the port it had before, if it had one. */
  async start(): Promise<void> {
    this.#port = await this.cluster.start({ port: this.#port, settings: { ...SETTINGS, ...this.settings } });
  }

  stop(): Promise<void> {
    return this.cluster.stop();
  }

  async dispose(): Promise<void> {
    await this.cluster.remove();
    await rm(this.folder, { recursive: true, force: true });
  }
}
