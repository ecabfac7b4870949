import { Injectable } from '@nestjs/common';
import type { Actor } from '#libs/access';
import type { Cell } from '#libs/api';
import { dialectOf } from '#libs/dialects';
import { needsDatabase, sridOfText } from '#libs/geo';
import { ConnectFailure, ConnectionsQueries, SessionSlots, problemOfConnectFailure } from '../../connections/index.js';
import type { Session } from '../../connections/index.js';
import { Problem } from '../../platform/index.js';
import { Transformer } from './transformer.js';

const TIMEOUT_MS = 30_000;

/** Finds where geometries of a kept result lie on the earth, with the help of the database that they came from. */
@Injectable()
export class PositionsService {
  constructor(
    private readonly connections: ConnectionsQueries,
    private readonly slots: SessionSlots,
  ) {}

  /**
   * The geometries of some cells as their database transforms them to WGS 84, null for each that it does not; the
   * query that they came from is not run again. Throws `connection-not-found`, `cannot-transform` where there is no
   * PostGIS, and what kept the database from being reached.
   */
  async transform(
    actor: Actor,
    connectionId: string,
    cells: readonly Cell[],
    isGone: AbortSignal,
  ): Promise<(string | null)[]> {
    const places = cells.flatMap((cell, place) => (cell !== null && needsDatabase(sridOfText(cell)) ? [place] : []));
    const items = cells.map((): string | null => null);
    if (places.length === 0) return items;
    const connector = await this.connections.connector(actor, connectionId);
    const texts = places.map((place) => (cells[place] ?? '').replace(/^(?:\\x|0x)/i, ''));
    const signal = AbortSignal.any([isGone, AbortSignal.timeout(TIMEOUT_MS)]);
    if (!dialectOf(connector.dialect).sessions.hasPostgis)
      throw new Problem('cannot-transform', 'Only a Postgres connection with PostGIS transforms coordinates.');
    const claim = { actor, connectionId, purpose: 'once', signal } as const;
    const session = await this.slots.openSession(claim, connector, { isReadOnly: true }).catch(asProblem);
    const transformed = await transform(session, texts, signal);
    places.forEach((place, index) => (items[place] = transformed[index] ?? null));
    return items;
  }
}

function asProblem(error: unknown): never {
  throw error instanceof ConnectFailure ? problemOfConnectFailure(error) : error;
}

async function transform(session: Session, texts: readonly string[], signal: AbortSignal) {
  try {
    return await new Transformer(session, signal).transform(texts);
  } finally {
    await session.release();
  }
}
