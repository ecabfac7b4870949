import { Injectable } from '@nestjs/common';
import type { Actor } from '#libs/access';
import type { Connection } from '#libs/api';
import {
  ConnectFailure,
  ConnectionAccess,
  ConnectionsQueries,
  RunningRequests,
  SessionSlots,
  engineDescription,
  problemOfConnectFailure,
} from '../connections/index.js';
import type { CatalogReader, CatalogReading, Rehearsal, TablesUse, UnchangedCatalog } from '../connections/index.js';
import { Problem } from '../platform/index.js';

/** Longest time that a reading may take. */
const READING_TIMEOUT_MS = 180_000;

/** A rehearsal takes the locks that the migration would take: it must not keep others waiting for long. */
const REHEARSAL_LIMITS = { lockTimeoutMs: 3_000, statementTimeoutMs: 60_000 };

/** How a catalog is read. */
interface ReadingOrder {
  /** The fingerprint of a catalog that need not be read again; null for none. */
  readonly known: string | null;
  /** As in `CatalogReader`. */
  readonly use?: TablesUse;
  /** Aborts when the caller no longer waits for the reading. */
  readonly isGone?: AbortSignal | undefined;
}

/** Where catalogs are read from. */
@Injectable()
export class CatalogSource {
  constructor(
    private readonly connections: ConnectionsQueries,
    private readonly access: ConnectionAccess,
    private readonly requests: RunningRequests,
    private readonly slots: SessionSlots,
  ) {}

  /** The connection, which has to be a relational database. Throws `connection-not-found`, `not-relational`. */
  relational(actor: Actor, connectionId: string): Connection {
    const connection = this.connections.get(actor, connectionId);
    if (connection.capabilities.catalog) return connection;
    const detail = `Schema Watch and Data Contracts are for relational databases; ${connection.name} is ${engineDescription(connection.kind)} and is skipped.`;
    throw new Problem('not-relational', detail);
  }

  /** Reads the whole catalog, unless it is known already. Throws what `relational` does and why it cannot be read. */
  async read(
    actor: Actor,
    connectionId: string,
    { known, use, isGone }: ReadingOrder,
  ): Promise<CatalogReading | UnchangedCatalog> {
    this.relational(actor, connectionId);
    const limit = AbortSignal.timeout(READING_TIMEOUT_MS);
    const signal = isGone === undefined ? limit : AbortSignal.any([isGone, limit]);
    return this.asking(actor, connectionId, (reader) => reader.readCatalog(signal, known, use));
  }

  /**
   * The connection, which has to be a relational database that `actor` may change. Throws `connection-not-found`,
   * `forbidden`, `not-relational`, `connection-read-only`, `writes-need-review`.
   */
  writable(actor: Actor, connectionId: string): Connection {
    const connection = this.relational(actor, connectionId);
    this.access.require(actor, connectionId, 'write');
    if (connection.read_only) throw new Problem('connection-read-only');
    if (connection.writes === 'review') throw new Problem('writes-need-review');
    return connection;
  }

  /**
   * Runs statements in a transaction that is rolled back, and reads the catalog before and after them. What runs is
   * cancelled when `isGone` is aborted, and with the right to write. Throws what `writable` does and why the database cannot
   * be reached.
   */
  async rehearse(
    actor: Actor,
    connectionId: string,
    statements: readonly string[],
    isGone: AbortSignal,
  ): Promise<Rehearsal> {
    this.writable(actor, connectionId);
    const limit = AbortSignal.any([isGone, AbortSignal.timeout(READING_TIMEOUT_MS)]);
    const claim = { actor, connectionId, isReadOnly: false, purpose: 'once' as const };
    return this.requests.run(claim, limit, async (signal) => {
      const rehearsal = this.asking(actor, connectionId, (reader) =>
        reader.rehearse(statements, REHEARSAL_LIMITS, signal),
      );
      try {
        return await rehearsal;
      } finally {
        // The right may be what it was cancelled for.
        if (signal.aborted) this.slots.requireAccess(claim, false);
      }
    });
  }

  private async asking<T>(actor: Actor, connectionId: string, ask: (reader: CatalogReader) => Promise<T>): Promise<T> {
    const { catalogReader } = await this.connections.connector(actor, connectionId);
    if (catalogReader === undefined) throw new Problem('not-relational');
    try {
      return await ask(catalogReader);
    } catch (error) {
      throw error instanceof ConnectFailure ? problemOfConnectFailure(error) : error;
    }
  }
}
