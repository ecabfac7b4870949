import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { HIDDEN_ERROR, mayReadJobData } from '#libs/access';
import type { Actor } from '#libs/access';
import { mayQuoteRows, readConnectionsOf } from '#libs/notifications';
import { ConnectionAccess } from '../connections/index.js';
import { State } from '../platform/index.js';
import { EventRecord } from './outbox/outbox.entity.js';

/** What people may read of the messages of events, some of which quote rows of databases. */
@Injectable()
export class EventMessages {
  constructor(
    private readonly state: State,
    private readonly access: ConnectionAccess,
  ) {}

  /** The messages of events by their ids, as `actor` may read them now. */
  async of(
    actor: Actor,
    events: readonly Pick<EventRecord, 'id' | 'event' | 'message'>[],
  ): Promise<ReadonlyMap<string, string>> {
    const quoting = events.filter(({ event }) => mayQuoteRows(event));
    const readable = await this.readable(actor, quoting);
    const hidden = new Set(quoting.flatMap(({ id }) => (readable.has(id) ? [] : [id])));
    return new Map(events.map(({ id, message }) => [id, hidden.has(id) ? HIDDEN_ERROR : message]));
  }

  /** Whether `actor` may read an event of that context whose message quotes rows. */
  mayReadRows(actor: Actor, context: Readonly<Record<string, unknown>>): boolean {
    return mayReadJobData(actor) && readConnectionsOf(context).every((id) => this.access.maySee(actor, id));
  }

  /** Those of which `actor` may still see every connection that was read. */
  private async readable(actor: Actor, events: readonly Pick<EventRecord, 'id'>[]): Promise<ReadonlySet<string>> {
    if (events.length === 0 || !mayReadJobData(actor)) return new Set();
    const contexts = await this.state.manager.find(EventRecord, {
      select: { id: true, context: true },
      where: { id: In(events.map(({ id }) => id)) },
    });
    const isReadable = ({ context }: EventRecord): boolean =>
      this.mayReadRows(actor, JSON.parse(context) as Record<string, unknown>);
    return new Set(contexts.filter(isReadable).map(({ id }) => id));
  }
}
