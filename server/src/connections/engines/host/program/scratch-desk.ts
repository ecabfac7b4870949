import type { DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { inNativeSlot } from '../../duckdb/native-slots.js';
import type { HostRequest } from '../protocol.js';

type Request<Op extends HostRequest['op']> = Extract<HostRequest, { op: Op }>;

interface ScratchConnection {
  readonly connection: DuckDBConnection;
  last: Promise<unknown>;
  isDropped: boolean;
  readonly dropped: Promise<void>;
  readonly drop: () => void;
}

/** Serves the workbench's own statements in one DuckDB in memory; each connection keeps tables of its own. */
export class ScratchDesk {
  private instance: Promise<DuckDBInstance> | null = null;
  private readonly connections = new Map<number, ScratchConnection>();

  async open({ scratch, options }: Request<'scratch'>): Promise<void> {
    this.instance ??= createInstance(options);
    const connection = await (await this.instance).connect();
    let drop: () => void = () => undefined;
    const dropped = new Promise<void>((resolve) => (drop = resolve));
    this.connections.set(scratch, { connection, last: Promise.resolve(), isDropped: false, dropped, drop });
  }

  /** Statements of one connection run one after another. */
  async query({ scratch, sql }: Request<'query'>): Promise<unknown> {
    const held = this.connections.get(scratch);
    if (held === undefined) throw new Error('The connection is closed.');
    const rows = held.last.then(() => rowsOf(held, sql));
    held.last = rows.catch(() => undefined);
    return rows;
  }

  interrupt({ scratch }: Request<'interrupt'>): void {
    this.connections.get(scratch)?.connection.interrupt();
  }

  async drop({ scratch }: Request<'drop'>): Promise<void> {
    const held = this.connections.get(scratch);
    this.connections.delete(scratch);
    if (held === undefined) return;
    held.isDropped = true;
    held.drop();
    held.connection.interrupt();
    await held.last;
    held.connection.closeSync();
  }

  async closeAll(): Promise<void> {
    await Promise.all([...this.connections.keys()].map((scratch) => this.drop({ op: 'drop', id: 0, scratch })));
    (await this.instance?.catch(() => null))?.closeSync();
  }
}

async function createInstance(options: Readonly<Record<string, string>>): Promise<DuckDBInstance> {
  const { DuckDBInstance: Instance } = await import('@duckdb/node-api');
  return Instance.create(':memory:', { ...options });
}

async function rowsOf(held: ScratchConnection, sql: string): Promise<unknown> {
  const answer = await inNativeSlot(
    async () => (await held.connection.runAndReadAll(sql)).getRowsJson(),
    () => !held.isDropped,
    held.dropped,
  );
  if (answer === null) throw new Error('The connection is closed.');
  return answer;
}
