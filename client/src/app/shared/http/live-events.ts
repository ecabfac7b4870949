import { DOCUMENT } from '@angular/common';
import { DestroyRef, inject, Service, signal } from '@angular/core';
import { defer, filter, map, Subject } from 'rxjs';
import type { Observable } from 'rxjs';
import type { BriefEventMap } from '#libs/events';
import type { BrowserEventName, LiveSignal, LiveStream } from './live/live-signal';
import { LIVE_STREAM_FACTORY } from './live/live-stream-factory';

export type { BrowserEventName } from './live/live-signal';

interface LiveEvent {
  name: BrowserEventName;
  payload: unknown;
}

/** A tab that stays out of sight for so long stops listening. */
const HIDDEN_MS = 60_000;

/**
 * What happens in the workbench, as it happens (`GET /api/events`), over one stream for all tabs of a browser. It opens
 * with the first listener and comes back by itself; what was missed for too long is not sent again, so listeners reload
 * when `isConnected` turns true. A page that is left, also into the back-forward cache, gives its part of the stream back.
 */
@Service()
export class LiveEvents {
  private readonly document = inject(DOCUMENT);
  private readonly open = inject(LIVE_STREAM_FACTORY);
  private readonly events = new Subject<LiveEvent>();
  private readonly connected = signal(false);
  private stream: LiveStream | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private isWanted = false;

  readonly isConnected = this.connected.asReadonly();

  constructor() {
    const page = this.document.defaultView;
    const stops = [
      listen(this.document, 'visibilitychange', () => this.followVisibility()),
      listen(page, 'pagehide', () => this.disconnect()),
      listen(page, 'pageshow', () => this.followVisibility()),
    ];
    inject(DestroyRef).onDestroy(() => {
      for (const stop of stops) stop();
      this.disconnect();
    });
  }

  /** The payloads of one event, from now on. */
  on<N extends BrowserEventName>(name: N): Observable<BriefEventMap[N]> {
    return defer(() => {
      this.isWanted = true;
      this.connect();
      return this.events.pipe(
        filter((event) => event.name === name),
        map((event) => event.payload as BriefEventMap[N]),
      );
    });
  }

  /** Retries a broken stream at once. */
  reopen(): void {
    if (this.stream !== null) this.stream.reopen();
    else if (!this.document.hidden) this.connect();
  }

  private connect(): void {
    if (this.stream !== null || !this.isWanted) return;
    this.stream = this.open((signal) => this.receive(signal));
  }

  private receive(signal: LiveSignal): void {
    if (signal.kind !== 'event') {
      this.connected.set(signal.kind === 'connected');
      return;
    }
    try {
      this.events.next({ name: signal.name, payload: JSON.parse(signal.data) as unknown });
    } catch {
      // A truncated line is no event; the next reload brings what it held.
    }
  }

  private disconnect(): void {
    clearTimeout(this.timer);
    this.stream?.close();
    this.stream = null;
    this.connected.set(false);
  }

  private followVisibility(): void {
    clearTimeout(this.timer);
    if (this.document.hidden) this.timer = setTimeout(() => this.disconnect(), HIDDEN_MS);
    else this.connect();
  }
}

function listen(target: EventTarget | null, name: string, listener: () => void): () => void {
  target?.addEventListener(name, listener);
  return () => target?.removeEventListener(name, listener);
}
