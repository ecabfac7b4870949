import { Controller, Sse } from '@nestjs/common';
import type { MessageEvent, OnModuleDestroy } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Observable, ReplaySubject, interval, map, merge, takeUntil } from 'rxjs';
import { BROWSER_EVENTS } from '#libs/events';
import { EventBus } from '../events/event-bus.js';

/** Proxies close a stream that is silent for a minute. */
const HEARTBEAT_MS = 25_000;

@ApiTags('Platform')
@Controller('api/events')
export class LiveEventsController implements OnModuleDestroy {
  /** Remembers that it has happened: a browser that comes back while the server stops is sent away at once. */
  private readonly stopped = new ReplaySubject<void>(1);

  constructor(private readonly bus: EventBus) {}

  /** The browser's live stream: an event of the same name for each of `BROWSER_EVENTS`. */
  @Sse()
  stream(): Observable<MessageEvent> {
    const heartbeat = interval(HEARTBEAT_MS).pipe(map(() => ({ type: 'heartbeat', data: '' })));
    return merge(this.events(), heartbeat).pipe(takeUntil(this.stopped));
  }

  onModuleDestroy(): void {
    this.stopped.next();
  }

  private events(): Observable<MessageEvent> {
    return new Observable((subscriber) => {
      const stops = BROWSER_EVENTS.map((name) =>
        this.bus.subscribe(name, (payload) => subscriber.next({ type: name, data: payload })),
      );
      subscriber.next({ type: 'hello', data: '' });
      return () => stops.forEach((stop) => stop());
    });
  }
}
