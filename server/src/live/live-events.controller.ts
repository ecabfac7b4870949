import { randomUUID } from 'node:crypto';
import { Controller, Headers, Query, Res, Sse } from '@nestjs/common';
import type { MessageEvent, OnModuleDestroy } from '@nestjs/common';
import { ApiQuery, ApiTags } from '@nestjs/swagger';
import { Observable, ReplaySubject, Subject, interval, map, merge, takeUntil } from 'rxjs';
import type { Actor } from '#libs/access';
import { BROWSER_EVENTS } from '#libs/events';
import { ConnectionAccess } from '../connections/index.js';
import { Allow, CurrentActor, EventBus, PersonLimit, closeUnread, whenRevoked } from '../platform/index.js';
import type { EventResponse } from '../platform/index.js';
import { payloadFor } from './audience.js';
import type { MaySee } from './audience.js';
import { KEPT_EVENTS, RecentEvents } from './recent-events.js';
import type { RecentEvent } from './recent-events.js';

/** Proxies close a stream that is silent for a minute. */
const HEARTBEAT_MS = 25_000;
/** A reader that is further behind could not resume either. */
const MAX_UNREAD = KEPT_EVENTS;

@ApiTags('Platform')
@Controller('api/events')
@Allow('read')
export class LiveEventsController implements OnModuleDestroy {
  /** Replays the end of the server: a browser that comes back while the server stops gets a stream that ends at once. */
  private readonly stopped = new ReplaySubject<void>(1);
  private readonly recent = new RecentEvents(randomUUID().slice(0, 8));
  private readonly arrivals = new Subject<RecentEvent>();
  private readonly unsubscribe: readonly (() => void)[];
  private readonly maySee: MaySee;

  constructor(
    private readonly bus: EventBus,
    access: ConnectionAccess,
  ) {
    this.maySee = (actor, connectionId) => access.maySee(actor, connectionId);
    this.unsubscribe = BROWSER_EVENTS.map((name) =>
      bus.subscribe(name, (payload) => this.arrivals.next(this.recent.add(name, payload))),
    );
  }

  /**
   * The browser's live stream: an event of the same name for each of `BROWSER_EVENTS` that concerns the caller. It starts
   * with `hello`, whose `resumed` is true when the stream goes on after the event with the id in the header
   * `Last-Event-ID` or in the parameter `last_event_id`; false means that events may have been missed. A reader that
   * leaves too many events unread is disconnected.
   */
  @Sse()
  @PersonLimit('streams')
  @ApiQuery({ name: 'last_event_id', type: String, required: false })
  stream(
    @CurrentActor() actor: Actor,
    @Res() response: EventResponse,
    @Headers('last-event-id') lastEventId?: string,
    @Query('last_event_id') lastId?: string,
  ): Observable<MessageEvent> {
    const heartbeat = interval(HEARTBEAT_MS).pipe(map(() => ({ id: this.recent.lastId, type: 'heartbeat', data: '' })));
    const end = merge(this.stopped, whenRevoked(this.bus, actor));
    const events = merge(this.events(actor, lastEventId ?? lastId ?? null), heartbeat);
    return events.pipe(takeUntil(end), closeUnread(response, MAX_UNREAD));
  }

  onModuleDestroy(): void {
    for (const unsubscribe of this.unsubscribe) unsubscribe();
    this.stopped.next();
  }

  private events(actor: Actor, lastId: unknown): Observable<MessageEvent> {
    return new Observable((subscriber) => {
      const send = ({ id, name, payload, data }: RecentEvent): void => {
        const own = payloadFor(actor, payload, this.maySee);
        if (own !== null) subscriber.next({ id, type: name, data: own === payload ? data : own });
      };
      const known = typeof lastId === 'string' ? lastId : '';
      const missed = this.recent.since(known);
      const id = missed === null ? this.recent.lastId : known;
      subscriber.next({ id, type: 'hello', data: { resumed: missed !== null } });
      missed?.forEach(send);
      return this.arrivals.subscribe(send);
    });
  }
}
