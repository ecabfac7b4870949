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
      query.andWhere('e.bellNumber < :before', { before: placeOf(cursor) });
    }
    const found = await query.getMany();
    const readNumber = await this.readNumber(actor);
    const page = found.slice(0, limit);
    const last = page.at(-1);
    const messages = await this.messages.of(actor, page);
    return {
      items: page.map((record) => itemOf(record, messages.get(record.id) ?? '', readNumber)),
      unread_count: await this.unread(actor, readNumber),
      next_cursor: found.length > limit && last !== undefined ? String(numberOf(last)) : null,
    };
  }

  /** Marks everything up to the item `upTo` as read; what came since stays unread. Throws `not-found`. */
  async markRead(actor: Actor, upTo: string): Promise<void> {
    const item = await this.visible(actor).andWhere('e.id = :upTo', { upTo }).getOne();
    if (item === null)
      throw new Problem('not-found', 'The notification was not found. It may have been deleted; reload the list.');
    const readNumber = numberOf(item);
    await this.state.transactionFor(actor, async (manager) => {
      if (readNumber > (await this.readNumber(actor))) {
        await manager.upsert(InboxMarkRecord, { userId: actor.userId, readNumber }, ['userId']);
      }
      // Other browsers of the same person count less, too.
      this.events.publish('notifications.bell_rang', { owner_id: actor.userId });
    });
  }

  private async readNumber({ userId }: Actor): Promise<number> {
    return (await this.state.manager.findOneBy(InboxMarkRecord, { userId }))?.readNumber ?? 0;
  }

  private async unread(actor: Actor, readNumber: number): Promise<number> {
    const query = this.visible(actor).select('e.id').andWhere('e.bellNumber > :readNumber', { readNumber });
    return (await query.limit(MAX_COUNT).getMany()).length;
  }

  private visible(actor: Actor): SelectQueryBuilder<EventRecord> {
    const query = this.state.manager
      .createQueryBuilder(EventRecord, 'e')
      .select(['e.id', 'e.event', 'e.title', 'e.message', 'e.path', 'e.bellNumber', 'e.occurredAt'])
      .where('e.isInBell = :isInBell', { isInBell: true })
      .andWhere('(e.ownerId IS NULL OR e.ownerId = :userId)', { userId: actor.userId })
      // In the order in which they were written: what is reported late is new all the same.
      .orderBy('e.bellNumber', 'DESC');
    // What is about no connection counts as one without a name, to which no token is limited.
    restrictToVisible(query, "COALESCE(e.connection_id, '')", this.access.visibleTo(actor));
    return query;
  }
}

function itemOf(record: EventRecord, message: string, readNumber: number): InboxItem {
  const { id, event, title, path, occurredAt } = record;
  const isKnown = isNotificationEvent(event);
  return {
    ...{ id, event, label: isKnown ? EVENT_LABELS[event] : 'Channel disabled', title },
    ...{ message: cut(message, MAX_MESSAGE), path, tone: isKnown ? toneOf(event) : 'bad' },
    ...{ occurred_at: occurredAt, is_read: numberOf(record) <= readNumber },
  };
}

function numberOf({ bellNumber }: EventRecord): number {
  return bellNumber ?? 0;
}

function placeOf(cursor: string): number {
  if (/^\d{1,15}$/.test(cursor)) return Number(cursor);
  const errors = [{ pointer: '/cursor', detail: 'The cursor is not one of this list.' }];
  throw new Problem('validation-failed', undefined, { errors });
}
