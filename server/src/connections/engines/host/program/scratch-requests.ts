import type { DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { inNativeSlot } from '../../duckdb/native-slots.js';
import { literal } from '../../duckdb/open-database.js';
import { Utf8Copies } from '../../files/folder/reading/utf8-copies.js';
import type { FileNotes, HostRequest, ScratchPlace } from '../protocol.js';
import { approvedQuery } from './approved-query.js';
import { viewOfFile } from './view-of-file.js';

type Request<Op extends HostRequest['op']> = Extract<HostRequest, { op: Op }>;

interface ScratchConnection {
  readonly connection: DuckDBConnection;
  last: Promise<unknown>;
  isDropped: boolean;
  readonly dropped: Promise<void>;
  readonly drop: () => void;
}

/** Serves the workbench's own statements in one DuckDB; in memory each connection keeps tables of its own. */
export class ScratchRequests {
  private instance: Promise<DuckDBInstance> | null = null;
  private copies: Promise<Utf8Copies> | null = null;
  private readonly connections = new Map<number, ScratchConnection>();

  async open({ scratch, options, place }: Request<'scratch'>): Promise<void> {
    this.instance ??= createInstance(options, place ?? null);
    const connection = await (await this.instance).connect();
    let drop: () => void = () => undefined;
    const dropped = new Promise<void>((resolve) => (drop = resolve));
    this.connections.set(scratch, { connection, last: Promise.resolve(), isDropped: false, dropped, drop });
  }

  async query({ scratch, sql }: Request<'query'>): Promise<unknown> {
    const held = this.held(scratch);
    return inOrder(held, () => rowsOf(held, sql));
  }

  /**
   * Makes a view of a file, which is read whole before; answers with how it is read. Copies are in
   * the working folder, which no statement leaves. Throws why the file cannot be read.
   */
  async file({ scratch, name, file }: Request<'file'>, signal: AbortSignal): Promise<FileNotes> {
    const held = this.held(scratch);
    return inOrder(held, async () => {
      const copies = await (this.copies ??= Utf8Copies.create(process.cwd()));
      const { view, ...notes } = await viewOfFile(held.connection, copies, { name, file }, signal);
      await rowsOf(held, view);
      return notes;
    });
  }

  /** Makes a table or a view of a query that a person wrote. Throws what the guard or the engine says. */
  async define({ scratch, name, sql, as }: Request<'define'>): Promise<void> {
    const held = this.held(scratch);
    await inOrder(held, async () => {
      const query = await approvedQuery(held.connection, sql);
      await rowsOf(held, `CREATE ${as} "${name.replaceAll('"', '""')}" AS ${query}`);
    });
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

  private held(scratch: number): ScratchConnection {
    const held = this.connections.get(scratch);
    if (held === undefined) throw new Error('The connection is closed.');
    return held;
  }
}

/** Statements of one connection run one after another. */
async function inOrder<T>(held: ScratchConnection, work: () => Promise<T>): Promise<T> {
  const done = held.last.then(work);
  held.last = done.catch(() => undefined);
  return done;
}

async function createInstance(
  options: Readonly<Record<string, string>>,
  place: ScratchPlace | null,
): Promise<DuckDBInstance> {
  const { DuckDBInstance: Instance } = await import('@duckdb/node-api');
  if (place !== null) process.chdir(place.folder);
  const instance = await Instance.create(place?.file ?? ':memory:', { ...options });
  if (place !== null && place.readable !== null) await lock(instance, process.cwd(), place.readable);
  return instance;
}

/** No SQL reaches a file but those that are named, or the working folder; nothing of that can be undone. */
async function lock(instance: DuckDBInstance, folder: string, files: readonly string[]): Promise<void> {
  const connection = await instance.connect();
  try {
    await connection.run(`SET allowed_directories = [${literal(folder)}]`);
    if (files.length > 0) await connection.run(`SET allowed_paths = [${files.map(literal).join(', ')}]`);
    await connection.run('SET enable_external_access = false');
    await connection.run('SET lock_configuration = true');
  } finally {
    connection.closeSync();
  }
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
