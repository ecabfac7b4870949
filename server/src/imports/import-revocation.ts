import { Injectable } from '@nestjs/common';
import { isRevoked } from '#libs/access';
import type { EventMap } from '#libs/events';
import { ConnectionAccess } from '../connections/index.js';
import { OnBusEvent } from '../platform/index.js';
import type { ImportRecord } from './import-record.js';
import { ImportRegistry } from './import-registry.js';

/** Stops the imports of those who may no longer write, and removes the files of those whose access has ended. */
@Injectable()
export class ImportRevocation {
  constructor(
    private readonly access: ConnectionAccess,
    private readonly registry: ImportRegistry,
  ) {}

  /** Removes all of a person, or the files that a token sent; stops what a token started with the files of others. */
  @OnBusEvent('access.revoked')
  async removeRevoked(revoked: EventMap['access.revoked']): Promise<void> {
    const all = this.registry.all();
    for (const record of all) if (record.status === 'importing' && isRevoked(record.worker, revoked)) record.cancel();
    const lost = all.filter(({ origin }) => isRevoked(origin.actor, revoked));
    await Promise.all(lost.map((record) => this.registry.remove(record)));
  }

  /** Stops what the one who started it may not do any more. */
  @OnBusEvent('connection.access_changed')
  stopOn({ connection_id: connectionId }: EventMap['connection.access_changed']): void {
    for (const record of this.registry.all()) {
      const isOn = record.status === 'importing' && record.targetId === connectionId;
      if (isOn && !this.mayGoOn(record, connectionId)) record.cancel();
    }
  }

  private mayGoOn({ worker, request }: ImportRecord, connectionId: string): boolean {
    return request?.as_change === true
      ? this.access.mayChange(worker, connectionId)
      : this.access.mayWrite(worker, connectionId);
  }

  /** Stops what a person imports on a connection whose sessions they end. */
  @OnBusEvent('connection.sessions_reset')
  reset({ owner_id: userId, connection_id: connectionId }: EventMap['connection.sessions_reset']): void {
    for (const { origin, status, targetId, abort } of this.registry.all()) {
      const isOn = status === 'importing' && targetId === connectionId;
      if (isOn && origin.actor.userId === userId) abort.abort(new Error('The import was cancelled.'));
    }
  }
}
