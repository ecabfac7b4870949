import { Controller, Sse } from '@nestjs/common';
import type { MessageEvent, OnModuleDestroy } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Observable, ReplaySubject, interval, map, merge, takeUntil } from 'rxjs';
import type { Actor } from '#libs/access';
import { BROWSER_EVENTS } from '#libs/events';
import { ConnectionAccess } from '../connections/index.js';
import { Allow, CurrentActor, EventBus, whenRevoked, PersonLimit } from '../platform/index.js';
import { payloadFor } from './audience.js';
import type { MaySee } from './audience.js';

/** Proxies close a stream that is silent for a minute. */
const HEARTBEAT_MS = 25_000;

@ApiTags('Platform')
@Controller('api/events')
@Allow('read')
export class LiveEventsController implements OnModuleDestroy {
  /** Remembers that it has happened: a browser that comes back while the server stops is sent away at once. */
  private readonly stopped = new ReplaySubject<void>(1);
  private readonly maySee: MaySee;

  constructor(
    private readonly bus: EventBus,
    access: ConnectionAccess,
  ) {
    this.maySee = (actor, connectionId) => access.maySee(actor, connectionId);
  }

  /** The browser's live stream: an event of the same name for each of `BROWSER_EVENTS` that concerns the one who asks. */
  @Sse()
  @PersonLimit('streams')
  stream(@CurrentActor() actor: Actor): Observable<MessageEvent> {
    const heartbeat = interval(HEARTBEAT_MS).pipe(map(() => ({ type: 'heartbeat', data: '' })));
    const end = merge(this.stopped, whenRevoked(this.bus, actor));
    return merge(this.events(actor), heartbeat).pipe(takeUntil(end));
  }

  onModuleDestroy(): void {
    this.stopped.next();
  }

  private events(actor: Actor): Observable<MessageEvent> {
    return new Observable((subscriber) => {
      const stops = BROWSER_EVENTS.map((name) =>
        this.bus.subscribe(name, (payload) => {
          const data = payloadFor(actor, payload, this.maySee);
          if (data !== null) subscriber.next({ type: name, data });
        }),
      );
      subscriber.next({ type: 'hello', data: '' });
      return () => stops.forEach((stop) => stop());
    });
  }
}
