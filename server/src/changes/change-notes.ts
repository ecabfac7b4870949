import { Injectable } from '@nestjs/common';
import type { Actor } from '#libs/access';
import type { AuditAction } from '#libs/audit';
import { nameInTitle } from '#libs/notifications';
import { ConnectionsQueries } from '../connections/index.js';
import { EventBus } from '../platform/index.js';
import type { ChangeSetRecord } from './storage/change-set.entity.js';

type Details = Readonly<Record<string, string | number | boolean | null>>;

/** Publishes what happens to change sets, for browsers and for the audit. */
@Injectable()
export class ChangeNotes {
  constructor(
    private readonly bus: EventBus,
    private readonly connections: ConnectionsQueries,
  ) {}

  /** Browsers read it anew. */
  changed(connectionId: string, changeId: string): void {
    this.bus.publish('change.changed', { connection_id: connectionId, change_id: changeId });
  }

  /** What is written down, with the hashes of what it does and of what it did. */
  performed(action: AuditAction, actor: Actor, record: ChangeSetRecord, details: Details = {}): void {
    this.bus.publish('action.performed', {
      action,
      actor,
      outcome: 'done',
      object: { kind: 'change_set', id: record.id, name: record.title },
      details: { connection_id: record.connectionId, hash: record.hash, ...details },
    });
    this.changed(record.connectionId, record.id);
  }

  /** Notifies channels of a step, inside of the transaction that keeps it. */
  announce(step: AnnouncedStep, by: string, record: ChangeSetRecord, message: string): void {
    const { id, connectionId, title, hash, author } = record;
    const connectionName = this.connections.nameOf(connectionId) ?? connectionId;
    this.bus.publish(step, {
      ...{ connection_id: connectionId, connection_name: connectionName, change_id: id, hash, author: author.name, by },
      ...{ title: `${nameInTitle(title)} on ${connectionName} was ${step.replace('change.', '')}`, message },
    });
  }
}

type AnnouncedStep = 'change.proposed' | 'change.applied' | 'change.refused' | 'change.undone';
