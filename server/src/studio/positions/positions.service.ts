import { Injectable } from '@nestjs/common';
import type { Actor } from '#libs/access';
import type { PositionsPage } from '#libs/api';
import { dialectOf } from '#libs/dialects';
import { needsDatabase, sridOfText } from '#libs/geo';
import { ConnectFailure, ConnectionsQueries, SessionSlots, problemOfConnectFailure } from '../../connections/index.js';
import type { Session } from '../../connections/index.js';
import { Problem } from '../../platform/index.js';
import { RunsService } from '../runs.service.js';
import { Transformer } from './transformer.js';

const TIMEOUT_MS = 30_000;

/** Finds where geometries of a kept result lie on the earth, with the help of the database that they came from. */
@Injectable()
export class PositionsService {
  constructor(
    private readonly runs: RunsService,
    private readonly connections: ConnectionsQueries,
    private readonly slots: SessionSlots,
  ) {}

  /**
   * The geometries of some rows of a column, as the database transforms them; the run's query is not run again. Throws
   * `run-not-found`, `not-found`, `connection-not-found`, `cannot-transform` where there is no PostGIS, and what kept the
   * database from being reached.
   */
  async page(
    actor: Actor,
    at: { runId: string; statement: number; column: number; offset: number; limit: number },
    isGone: AbortSignal,
  ): Promise<PositionsPage> {
    const { surroundings } = this.runs.find(actor, at.runId);
    const { rows } = await this.runs.rows(actor, at.runId, at.statement, at.offset, at.limit);
    const cells = rows.map((row) => row[at.column] ?? null);
    const places = cells.flatMap((cell, place) => (cell !== null && needsDatabase(sridOfText(cell)) ? [place] : []));
    const items = cells.map((): string | null => null);
    if (places.length === 0) return { offset: at.offset, items };
    const connector = await this.connections.connector(actor, surroundings.connectionId);
    const texts = places.map((place) => (cells[place] ?? '').replace(/^(?:\\x|0x)/i, ''));
    const signal = AbortSignal.any([isGone, AbortSignal.timeout(TIMEOUT_MS)]);
    if (!dialectOf(connector.dialect).sessions.hasPostgis)
      throw new Problem('cannot-transform', 'Only a Postgres connection with PostGIS transforms coordinates.');
    const claim = { actor, connectionId: surroundings.connectionId, purpose: 'once', signal } as const;
    const session = await this.slots.openSession(claim, connector, { isReadOnly: true }).catch(asProblem);
    const transformed = await transform(session, texts, signal);
    places.forEach((place, index) => (items[place] = transformed[index] ?? null));
    return { offset: at.offset, items };
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
