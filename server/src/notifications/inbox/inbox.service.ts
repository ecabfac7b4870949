import { Injectable } from '@nestjs/common';
import type { SelectQueryBuilder } from 'typeorm';
import type { Actor } from '#libs/access';
import type { Inbox, InboxItem } from '#libs/api';
import { EVENT_LABELS, cut, isNotificationEvent, toneOf } from '#libs/notifications';
import { ConnectionAccess, restrictToVisible } from '../../connections/index.js';
import { EventBus, Problem, State } from '../../platform/index.js';
import { EventMessages } from '../event-messages.js';
import { EventRecord } from '../outbox/outbox.entity.js';
import { InboxMarkRecord } from './inbox-mark.entity.js';

const MAX_COUNT = 100;
const MAX_MESSAGE = 500;

/** The bell: the events that a person may see, and up to where they have read. */
@Injectable()
export class InboxService {
  constructor(
    private readonly state: State,
    private readonly access: ConnectionAccess,
    private readonly events: EventBus,
    private readonly messages: EventMessages,
  ) {}

  /** The newest first, behind `cursor`; with how many are unread. Throws `validation-failed` for a made-up cursor. */
  async list(actor: Actor, limit: number, cursor: string | undefined): Promise<Inbox> {
    const query = this.visible(actor).limit(limit + 1);
    if (cursor !== undefined) {
      const { at, id } = placeOf(cursor);
      query.andWhere('(e.occurredAt < :at OR (e.occurredAt = :at AND e.id < :id))', { at, id });
    }
    const found = await query.getMany();
    const readUntil = await this.readUntil(actor);
    const page = found.slice(0, limit);
    const last = page.at(-1);
    const messages = await this.messages.of(actor, page);
    return {
      items: page.map((record) => itemOf(record, messages.get(record.id) ?? '', readUntil)),
      unread_count: await this.unread(actor, readUntil),
      next_cursor: found.length > limit && last !== undefined ? `${last.occurredAt}_${last.id}` : null,
    };
  }

  /** Marks everything up to the item `upTo` as read; what came since stays unread. Throws `not-found`. */
  async markRead(actor: Actor, upTo: string): Promise<void> {
    const item = await this.visible(actor).andWhere('e.id = :upTo', { upTo }).getOne();
    if (item === null)
      throw new Problem('not-found', 'The notification was not found. It may have been deleted; reload the list.');
    const readUntil = item.occurredAt;
    await this.state.transactionFor(actor, async (manager) => {
      if (readUntil > (await this.readUntil(actor))) {
        await manager.upsert(InboxMarkRecord, { userId: actor.userId, readUntil }, ['userId']);
      }
      // Other browsers of the same person count less, too.
      this.events.publish('notifications.bell_rang', { owner_id: actor.userId });
    });
  }

  private async readUntil({ userId }: Actor): Promise<string> {
    return (await this.state.manager.findOneBy(InboxMarkRecord, { userId }))?.readUntil ?? '';
  }

  private async unread(actor: Actor, readUntil: string): Promise<number> {
    const query = this.visible(actor).select('e.id').andWhere('e.occurredAt > :readUntil', { readUntil });
    return (await query.limit(MAX_COUNT).getMany()).length;
  }

  private visible(actor: Actor): SelectQueryBuilder<EventRecord> {
    const query = this.state.manager
      .createQueryBuilder(EventRecord, 'e')
      .select(['e.id', 'e.event', 'e.title', 'e.message', 'e.path', 'e.occurredAt'])
      .where('e.isInBell = :isInBell', { isInBell: true })
      .andWhere('(e.ownerId IS NULL OR e.ownerId = :userId)', { userId: actor.userId })
      .orderBy('e.occurredAt', 'DESC')
      .addOrderBy('e.id', 'DESC');
    // What is about no connection counts as one without a name, to which no token is limited.
    restrictToVisible(query, "COALESCE(e.connection_id, '')", this.access.visibleTo(actor));
    return query;
  }
}

function itemOf(record: EventRecord, message: string, readUntil: string): InboxItem {
  const { id, event, title, path, occurredAt } = record;
  const isKnown = isNotificationEvent(event);
  return {
    ...{ id, event, label: isKnown ? EVENT_LABELS[event] : 'Channel disabled', title },
    ...{ message: cut(message, MAX_MESSAGE), path, tone: isKnown ? toneOf(event) : 'bad' },
    ...{ occurred_at: occurredAt, is_read: occurredAt <= readUntil },
  };
}

function placeOf(cursor: string): { at: string; id: string } {
  const [at = '', id] = cursor.split('_');
  if (id !== undefined && !Number.isNaN(Date.parse(at))) return { at, id };
  const errors = [{ pointer: '/cursor', detail: 'The cursor is not one of this list.' }];
  throw new Problem('validation-failed', undefined, { errors });
}
