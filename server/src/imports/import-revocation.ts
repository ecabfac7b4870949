import { Injectable } from '@nestjs/common';
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

  /** Removes all of a person, or what a token began. */
  @OnBusEvent('access.revoked')
  async removeRevoked({ user_id, token_id, session_id }: EventMap['access.revoked']): Promise<void> {
    const isAll = token_id === null && session_id === null;
    const isLost = ({ origin: { actor } }: ImportRecord) =>
      isAll ? actor.userId === user_id : token_id !== null && actor.tokenId === token_id;
    await Promise.all(
      this.registry
        .all()
        .filter(isLost)
        .map((record) => this.registry.remove(record)),
    );
  }

  /** Stops what its person may not do any more. */
  @OnBusEvent('connection.access_changed')
  stopOn({ connection_id: connectionId }: EventMap['connection.access_changed']): void {
    for (const record of this.registry.all()) {
      const isOn = record.status === 'importing' && record.targetId === connectionId;
      if (isOn && !this.access.mayWrite(record.origin.actor, connectionId)) record.cancel();
    }
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
