import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { OnModuleInit } from '@nestjs/common';
import { MoreThan } from 'typeorm';
import type { EntityManager } from 'typeorm';
import { NOTIFICATION_EVENTS, contextOf, isChangeEvent, isJobEvent, pathOf } from '#libs/notifications';
import type { NotificationEvent, NotificationPayload } from '#libs/notifications';
import { Clock, EventBus, State } from '../../platform/index.js';
import { Directory } from '../directory.js';
import { DeliveryWorker } from './delivery-worker.js';
import { insertDeliveries, insertEvent } from './outbox-rows.js';
import { DeliveryRecord } from './outbox.entity.js';
import type { DeliveryFields, NewEvent } from './outbox.entity.js';
import { Routing } from './routing.js';
import type { Route } from './routing.js';

const MINUTE_MS = 60_000;

/**
 * Writes down what happened and whom to notify, inside the transaction that made it true: a crash at any later moment loses
 * nothing, and what was rolled back is reported to no one.
 */
@Injectable()
export class Outbox implements OnModuleInit {
  constructor(
    private readonly state: State,
    private readonly events: EventBus,
    private readonly clock: Clock,
    private readonly directory: Directory,
    private readonly routing: Routing,
    private readonly worker: DeliveryWorker,
  ) {}

  onModuleInit(): void {
    for (const name of NOTIFICATION_EVENTS) this.events.onBeforeCommit(name, (payload) => this.record(name, payload));
  }

  private async record(event: NotificationEvent, payload: NotificationPayload): Promise<void> {
    const isInBell = belongsInBell(event, payload);
    await this.state.transaction(async (manager) => {
      // While this transaction writes, no other one removes a channel.
      const routes = this.routing.routesOf(event, payload, await this.directory.current());
      if (routes.length === 0 && !isInBell) return;
      const record = this.recordOf(event, payload, isInBell);
      await insertEvent(manager, record);
      await insertDeliveries(manager, await this.deliveriesOf(manager, record.id, routes));
      if (isInBell) this.events.publish('notifications.bell_rang', bellOf(record));
      this.state.afterCommit(() => this.worker.wake());
    });
  }

  private recordOf(event: NotificationEvent, payload: NotificationPayload, isInBell: boolean): NewEvent {
    const context = contextOf(payload);
    const occurredAt = 'occurred_at' in payload ? payload.occurred_at : undefined;
    return {
      ...{ id: randomUUID(), event, title: payload.title, message: payload.message },
      ...{ context: JSON.stringify(context), path: pathOf({ event, context }) },
      connectionId: payload.connection_id,
      ownerId: 'owner_id' in payload ? payload.owner_id : null,
      ...{ isInBell, occurredAt: occurredAt ?? this.clock.isoNow() },
    };
  }

  private async deliveriesOf(
    manager: EntityManager,
    eventId: string,
    routes: readonly Route[],
  ): Promise<DeliveryFields[]> {
    const now = this.clock.now();
    const deliveries: DeliveryFields[] = [];
    for (const { channel, digestMinutes, digestKey } of routes) {
      const dueAt = digestKey === null ? now : await this.windowOf(manager, digestKey, digestMinutes, now);
      const fresh = { state: 'pending', attempts: 0, leadId: null, finishedAt: null, openRecipients: null } as const;
      deliveries.push({ id: randomUUID(), eventId, channelId: channel.id, ...fresh, digestKey, createdAt: now, dueAt });
    }
    return deliveries;
  }

  /** The end of the window that is open, or of a new one. */
  private async windowOf(manager: EntityManager, digestKey: string, minutes: number, now: number): Promise<number> {
    const open = await manager.findOne(DeliveryRecord, {
      select: { id: true, dueAt: true },
      where: { digestKey, state: 'pending', attempts: 0, dueAt: MoreThan(now) },
    });
    return open === null ? now + minutes * MINUTE_MS : open.dueAt;
  }
}

/** The bell rings for changes of schemas and for contracts, and for jobs whose own settings ask for it. */
function belongsInBell(event: NotificationEvent, payload: NotificationPayload): boolean {
  if (isChangeEvent(event)) return false;
  if (!isJobEvent(event)) return true;
  return event.startsWith('scheduler.') && 'notify' in payload && payload.notify;
}

function bellOf({ ownerId, connectionId }: NewEvent): { owner_id: string } | { connection_id: string } {
  return ownerId === null ? { connection_id: connectionId ?? '' } : { owner_id: ownerId };
}
