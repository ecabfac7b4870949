import type { LiveListener, LiveStream, OpenLiveStream } from './live-signal';

/** One live stream for many listeners: opened with the first, closed with the last. */
export class StreamHub {
  private readonly listeners = new Set<LiveListener>();
  private stream: LiveStream | null = null;
  private isConnected = false;

  constructor(private readonly open: OpenLiveStream) {}

  /** Adds a listener, which first hears whether the stream is open. */
  join(listener: LiveListener): void {
    this.listeners.add(listener);
    if (this.isConnected) listener({ kind: 'connected' });
    this.stream ??= this.open((signal) => {
      if (signal.kind !== 'event') this.isConnected = signal.kind === 'connected';
      for (const one of [...this.listeners]) one(signal);
    });
  }

  leave(listener: LiveListener): void {
    this.listeners.delete(listener);
    if (this.listeners.size > 0) return;
    this.stream?.close();
    this.stream = null;
    this.isConnected = false;
  }

  reopen(): void {
    this.stream?.reopen();
  }
}
