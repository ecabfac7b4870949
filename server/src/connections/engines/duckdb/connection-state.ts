import type { ConnectionHealth } from '#libs/api';
import type { ConnectorContext } from '../connector.js';

/** The health of a connection that is one file or folder, and who is notified when it changes. */
export class ConnectionState {
  private current: ConnectionHealth = { state: 'idle', last_error: null, latency_ms: null, checked_at: null };

  constructor(private readonly context: ConnectorContext) {}

  health(): ConnectionHealth {
    return { ...this.current };
  }

  connecting(): void {
    this.change({ ...this.current, state: 'connecting' });
  }

  /** Opened, or answered, `startedAt` being milliseconds since the epoch. */
  healthy(startedAt: number): void {
    this.change({
      state: 'healthy',
      last_error: null,
      latency_ms: this.context.now() - startedAt,
      checked_at: this.time(),
    });
  }

  failed(message: string): void {
    this.change({ state: 'failed', last_error: message, latency_ms: null, checked_at: this.time() });
  }

  idle(): void {
    this.change({ ...this.current, state: 'idle', last_error: null });
  }

  private time(): string {
    return new Date(this.context.now()).toISOString();
  }

  private change(next: ConnectionHealth): void {
    const before = this.current;
    this.current = next;
    const isSame =
      before.state === next.state && before.last_error === next.last_error && before.latency_ms === next.latency_ms;
    if (!isSame) this.context.onHealthChanged({ ...next });
  }
}
