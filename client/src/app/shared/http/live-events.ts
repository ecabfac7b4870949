import { DOCUMENT } from '@angular/common';
import { DestroyRef, inject, Service, signal } from '@angular/core';
import { defer, filter, map, Subject } from 'rxjs';
import type { Observable } from 'rxjs';
import { BROWSER_EVENTS } from '#libs/events';
import type { EventMap } from '#libs/events';
import { EVENT_SOURCE_FACTORY } from './event-source-factory';

export type BrowserEventName = (typeof BROWSER_EVENTS)[number];

interface LiveEvent {
  name: BrowserEventName;
  payload: unknown;
}

const FIRST_RETRY_MS = 1_000;
const LAST_RETRY_MS = 15_000;
/** A browser keeps six connections to one host: a tab out of sight gives its stream back. */
const HIDDEN_MS = 60_000;

/**
 * What happens in the workbench, as it happens (`GET /api/events`). The stream opens with the first listener and comes
 * back by itself; what was missed meanwhile is not told again, so listeners reload when `isConnected` turns true.
 */
@Service()
export class LiveEvents {
  private readonly document = inject(DOCUMENT);
  private readonly open = inject(EVENT_SOURCE_FACTORY);
  private readonly events = new Subject<LiveEvent>();
  private readonly connected = signal(false);
  private source: EventSource | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private retryMs = FIRST_RETRY_MS;
  private isWanted = false;

  readonly isConnected = this.connected.asReadonly();

  constructor() {
    const onVisibility = (): void => this.followVisibility();
    this.document.addEventListener('visibilitychange', onVisibility);
    inject(DestroyRef).onDestroy(() => {
      this.document.removeEventListener('visibilitychange', onVisibility);
      this.disconnect();
    });
  }

  /** The payloads of one event, from now on. */
  on<N extends BrowserEventName>(name: N): Observable<EventMap[N]> {
    return defer(() => {
      this.isWanted = true;
      this.connect();
      return this.events.pipe(
        filter((event) => event.name === name),
        map((event) => event.payload as EventMap[N]),
      );
    });
  }

  /** Opens a stream that broke at once, in place of waiting for its turn. */
  reopen(): void {
    this.retryMs = FIRST_RETRY_MS;
    if (!this.document.hidden) this.connect();
  }

  private connect(): void {
    if (this.source || !this.isWanted) return;
    clearTimeout(this.timer);
    const source = this.open('/api/events');
    this.source = source;
    source.onopen = (): void => {
      this.retryMs = FIRST_RETRY_MS;
      this.connected.set(true);
    };
    source.onerror = (): void => this.retry();
    for (const name of BROWSER_EVENTS) {
      source.addEventListener(name, (event: MessageEvent<string>) => this.receive(name, event.data));
    }
  }

  private receive(name: BrowserEventName, data: string): void {
    try {
      this.events.next({ name, payload: JSON.parse(data) as unknown });
    } catch {
      // A cut-off line is no event; the next reload brings what it would have said.
    }
  }

  /** EventSource gives up for good after an answer that is no stream, so the retries are our own. */
  private retry(): void {
    this.disconnect();
    this.timer = setTimeout(() => this.connect(), this.retryMs);
    this.retryMs = Math.min(LAST_RETRY_MS, this.retryMs * 2);
  }

  private disconnect(): void {
    clearTimeout(this.timer);
    this.source?.close();
    this.source = null;
    this.connected.set(false);
  }

  private followVisibility(): void {
    clearTimeout(this.timer);
    if (this.document.hidden) this.timer = setTimeout(() => this.disconnect(), HIDDEN_MS);
    else this.connect();
  }
}
