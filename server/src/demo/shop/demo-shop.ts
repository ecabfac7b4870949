import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { LocalCluster, freePort, isPortFree, isThere, postgresUser } from '../../platform/index.js';
import type { PostgresInstallation } from '../../platform/index.js';
import type { DemoRecord } from '../demo-record.js';
import { readRecord, writeRecord } from '../demo-record.js';
import type { ServerSearch } from './find-server.js';
import { chooseServer, serverFor } from './find-server.js';
import { loadShop } from './load-shop.js';
import type { ShopContent } from './load-shop.js';
import { isOwnDataFolder, shopPlace } from './shop-place.js';

/** The shop's server as it is to be run. */
export interface ShopPlan {
  readonly record: DemoRecord;
  readonly server: PostgresInstallation;
}

const FIRST_PORT = 15_432;
const SUPERUSER = 'postgres';
const SETTINGS = {
  cluster_name: 'data-workbench-demo',
  jit: 'off',
  log_min_messages: 'warning',
  max_connections: '60',
  max_wal_senders: '0',
  shared_buffers: '64MB',
  timezone: 'UTC',
  wal_level: 'minimal',
};

/** The record of a shop that nobody has seen yet. */
export type UnfilledRecord = DemoRecord & { readonly state: 'loading' };

/** The demo's Postgres: where it lives, on which port, and that it is filled exactly once. */
export class DemoShop {
  #cluster: LocalCluster | null = null;

  constructor(
    readonly home: string,
    readonly recordFile: string,
    readonly search: ServerSearch,
  ) {}

  /**
   * Plans a shop from nothing and notes that it is not filled yet. What an earlier attempt has left is deleted, its port
   * kept if possible; another folder that is there stays. Null when no server is to be had.
   */
  async planNew(earlier: UnfilledRecord | null): Promise<ShopPlan | null> {
    const user = await postgresUser();
    const place = await shopPlace(this.home, user);
    const server = await chooseServer(this.search, user, place);
    if (server === null) return null;
    if (earlier && isOwnDataFolder(this.home, earlier.dataFolder))
      await new LocalCluster({ installation: server, dataFolder: earlier.dataFolder }).remove();
    const dataFolder = await freeFolder(join(place, 'postgres'));
    const record: DemoRecord = {
      state: 'loading',
      port: await freePort(earlier?.port ?? FIRST_PORT),
      previousPort: earlier?.port ?? null,
      dataFolder,
      binFolder: server.binFolder,
      postgresMajor: server.major,
      hasPostgis: server.hasPostgis,
    };
    await writeRecord(this.recordFile, record);
    return { record, server };
  }

  /** Plans another start of a shop that is filled, on the port it had unless another program has taken that. */
  async planAgain(record: DemoRecord): Promise<ShopPlan | null> {
    const user = await postgresUser();
    const server = await serverFor(record, this.search, user, await shopPlace(this.home, user));
    if (server === null) return null;
    const cluster = new LocalCluster({ installation: server, dataFolder: record.dataFolder });
    const hasPort = (await cluster.isRunning()) || (await isPortFree(record.port));
    const port = hasPort ? record.port : await freePort(FIRST_PORT);
    return { record: await this.#withPort({ ...record, binFolder: server.binFolder }, port), server };
  }

  /**
   * Makes the cluster, fills it, and notes that it is filled as the very last thing. While it is being filled it listens
   * on a port that no connection knows: half a shop must not be seen. Returns the port.
   */
  async load(plan: ShopPlan, content: ShopContent, signal: AbortSignal): Promise<number> {
    const { record, server } = plan;
    this.#cluster = new LocalCluster({ installation: server, dataFolder: record.dataFolder });
    const superuserPassword = randomBytes(24).toString('base64url');
    await this.#cluster.init({ user: SUPERUSER, password: superuserPassword, signal });
    const port = await this.#cluster.start({ port: record.port + 1, settings: SETTINGS, signal });
    const access = { port, superuser: SUPERUSER, superuserPassword, ...content, hasPostgis: record.hasPostgis };
    await loadShop(access, signal);
    await this.#cluster.stop();
    const filled = { ...record, state: 'ready' as const };
    await writeRecord(this.recordFile, filled);
    return this.start({ record: filled, server }, signal);
  }

  /** Starts the server of a shop that is filled. Returns the port, another one if its own was taken at the last moment. */
  async start({ record, server }: ShopPlan, signal: AbortSignal): Promise<number> {
    this.#cluster = new LocalCluster({ installation: server, dataFolder: record.dataFolder });
    const port = await this.#cluster.start({ port: record.port, settings: SETTINGS, signal });
    await this.#withPort(record, port);
    return port;
  }

  /** Stops the server if it runs. */
  async stop(): Promise<void> {
    await this.#cluster?.stop();
  }

  /** To be called once all connections lead to the port of the record: another server may have the one before it. */
  async forgetPreviousPort(): Promise<void> {
    const record = await readRecord(this.recordFile);
    if (record !== null && record.previousPort !== null)
      await writeRecord(this.recordFile, { ...record, previousPort: null });
  }

  /** The old port stays known until the configuration file has the new one for certain. */
  async #withPort(record: DemoRecord, port: number): Promise<DemoRecord> {
    if (port === record.port) return record;
    const changed = { ...record, port, previousPort: record.port };
    await writeRecord(this.recordFile, changed);
    return changed;
  }
}

/** The path, or the first of `path-2`, `path-3`, … that nothing has. */
async function freeFolder(path: string): Promise<string> {
  for (let number = 1; ; number++) {
    const folder = number === 1 ? path : `${path}-${number}`;
    if (!(await isThere(folder))) return folder;
  }
}
