import { Backoff } from '#libs/async';
import { BROWSER_EVENTS } from '#libs/events';
import { apiUrl } from '../api-url';
import type { LiveListener, LiveStream } from './live-signal';

const RETRIES = { firstMs: 1_000, longestMs: 15_000 };

/**
 * A server-sent event stream that comes back after each failure, later each time, and resumes after the last event that
 * it received. EventSource itself gives up for good after an answer that is no stream.
 */
export class ReconnectingSource implements LiveStream {
  private source: EventSource | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private readonly backoff = new Backoff(RETRIES);
  private lastEventId = '';

  constructor(
    private readonly open: (url: string) => EventSource,
    private readonly listener: LiveListener,
  ) {
    this.connect();
  }

  reopen(): void {
    this.backoff.reset();
    if (this.source === null) this.connect();
  }

  close(): void {
    clearTimeout(this.timer);
    this.source?.close();
    this.source = null;
  }

  private connect(): void {
    clearTimeout(this.timer);
    const source = this.open(apiUrl('/api/events', { query: { last_event_id: this.lastEventId || null } }));
    this.source = source;
    source.onopen = (): void => {
      this.backoff.reset();
      this.listener({ kind: 'connected' });
    };
    source.onerror = (): void => this.retry();
    for (const name of ['hello', 'heartbeat']) {
      source.addEventListener(name, (event: MessageEvent<string>) => this.note(event));
    }
    for (const name of BROWSER_EVENTS) {
      source.addEventListener(name, (event: MessageEvent<string>) => {
        this.note(event);
        this.listener({ kind: 'event', name, data: event.data });
      });
    }
  }

  private note({ lastEventId }: MessageEvent<string>): void {
    if (lastEventId !== '') this.lastEventId = lastEventId;
  }

  private retry(): void {
    this.close();
    this.listener({ kind: 'disconnected' });
    this.timer = setTimeout(() => this.connect(), this.backoff.next());
  }
}
