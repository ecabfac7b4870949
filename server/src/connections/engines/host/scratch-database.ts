import { EngineHost } from './engine-host.js';
import type { HostPath } from '../../../platform/index.js';
import { OwnHost } from './own-host.js';
import { identityOf } from '../source-state.js';

/** What a scratch database is made with. */
export interface ScratchSettings {
  /** Options of the DuckDB instance. */
  readonly options: Readonly<Record<string, string>>;
  /** The files and folders that its statements name. */
  readonly paths: readonly HostPath[];
  /** Milliseconds without a statement after which its process ends, with its tables. */
  readonly idleMs?: number;
}

/** A DuckDB in memory, in a host of its own, for statements that the workbench writes itself. */
export class ScratchDatabase {
  private readonly connections = new Set<ScratchConnection>();
  private readonly own: OwnHost;
  private pathIdentities: string | null = null;

  constructor(private readonly settings: ScratchSettings) {
    this.own = new OwnHost(
      () => EngineHost.start({ purpose: 'sorting', paths: settings.paths, idleMs: settings.idleMs ?? Infinity }),
      () => this.lost(),
    );
  }

  /** A connection with temporary tables of its own. Rejects where the engine cannot be used. */
  async connect(): Promise<ScratchConnection> {
    await this.leaveReplacedPaths();
    const host = await this.own.host();
    const id = host.nextId();
    await host.client.call({ op: 'scratch', scratch: id, options: this.settings.options });
    const connection: ScratchConnection = new ScratchConnection(host, id, () => this.connections.delete(connection));
    this.connections.add(connection);
    return connection;
  }

  /** Ends the process and everything in it. Never rejects. */
  close(): Promise<void> {
    return this.stop();
  }

  /** A confined process keeps the folders that it was given, also when a disk is mounted in their place. */
  private async leaveReplacedPaths(): Promise<void> {
    const identities = await Promise.all(this.settings.paths.map(({ path }) => identityOf(path)));
    const now = identities.join();
    const before = this.pathIdentities;
    this.pathIdentities = now;
    if (before !== null && before !== now) await this.stop();
  }

  private async stop(): Promise<void> {
    this.lost();
    await this.own.close();
  }

  private lost(): void {
    for (const connection of [...this.connections]) connection.lose();
  }
}

/** A connection to a scratch database; its statements run one after another. */
export class ScratchConnection {
  private closing: Promise<void> | null = null;

  constructor(
    private readonly host: EngineHost,
    private readonly id: number,
    private readonly onEnd: () => void,
  ) {}

  /** True once its tables are gone: it was closed, or its process has ended. */
  get isClosed(): boolean {
    return this.closing !== null;
  }

  /** The rows of a statement, as JSON has them. Rejects with what the engine says, and once it is closed. */
  async rows(sql: string): Promise<unknown[][]> {
    if (this.isClosed) throw new Error('The connection is closed.');
    return (await this.host.client.call({ op: 'query', scratch: this.id, sql })) as unknown[][];
  }

  /** Interrupts what runs and drops its tables. Never rejects. */
  close(): Promise<void> {
    if (this.closing !== null) return this.closing;
    const dropping = this.host.client.call({ op: 'drop', scratch: this.id });
    this.closing = dropping.then(
      () => undefined,
      () => undefined,
    );
    this.onEnd();
    return this.closing;
  }

  /** Its process has ended or is about to. */
  lose(): void {
    this.closing ??= Promise.resolve();
    this.onEnd();
  }
}
