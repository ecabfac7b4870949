import { Injectable } from '@nestjs/common';
import type { Actor } from '#libs/access';
import type { AuditAction } from '#libs/audit';
import { EventBus } from '../platform/index.js';
import type { ChangeSetRecord } from './storage/change-set.entity.js';

type Details = Readonly<Record<string, string | number | boolean | null>>;

/** Publishes what happens to change sets, for browsers and for the audit. */
@Injectable()
export class ChangeNotes {
  constructor(private readonly bus: EventBus) {}

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
}
