import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Actor } from '#libs/access';
import type { TablePosition, TablePositions } from '#libs/api';
import { mergePositions } from '#libs/explore';
import { ConnectionAccess, ConnectionsQueries } from '../../connections/index.js';
import { Clock, State } from '../../platform/index.js';
import { PositionRecord } from './position.entity.js';

/** Keeps where each person moved the tables of a diagram. Each method throws `connection-not-found`. */
@Injectable()
export class PositionsService {
  constructor(
    private readonly connections: ConnectionsQueries,
    private readonly access: ConnectionAccess,
    private readonly state: State,
    private readonly clock: Clock,
  ) {}

  /** The tables that the person moved; the others stand where the layout puts them. */
  async list(actor: Actor, connectionId: string): Promise<TablePositions> {
    this.connections.get(actor, connectionId);
    return { items: await read(this.state.manager, actor, connectionId) };
  }

  /** Takes positions of some tables, and leaves those of others. */
  async change(actor: Actor, connectionId: string, { items }: TablePositions): Promise<TablePositions> {
    this.connections.get(actor, connectionId);
    return this.state.transactionFor(actor, async (manager) => {
      await this.access.requireInTransaction(actor, connectionId, 'query');
      const merged = mergePositions(await read(manager, actor, connectionId), items);
      const positions = JSON.stringify(merged);
      const record = { ownerId: actor.userId, connectionId, positions, updatedAt: this.clock.isoNow() };
      await manager.upsert(PositionRecord, record, ['ownerId', 'connectionId']);
      return { items: merged };
    });
  }

  /** Forgets where the person moved tables. */
  async reset(actor: Actor, connectionId: string): Promise<void> {
    this.connections.get(actor, connectionId);
    await this.state.transactionFor(actor, async (manager) => {
      await manager.delete(PositionRecord, { ownerId: actor.userId, connectionId });
    });
  }
}

async function read(
  manager: EntityManager,
  { userId: ownerId }: Actor,
  connectionId: string,
): Promise<TablePosition[]> {
  const record = await manager.findOneBy(PositionRecord, { ownerId, connectionId });
  return record === null ? [] : (JSON.parse(record.positions) as TablePosition[]);
}
