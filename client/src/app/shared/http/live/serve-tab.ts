import type { LiveListener } from './live-signal';
import type { StreamHub } from './stream-hub';
import { webLocks } from './web-locks';

/** What a tab sends to the shared worker. `join` names a lock that the tab holds as long as it lives, or null. */
export type TabMessage =
  { readonly kind: 'join'; readonly lock: string | null } | { readonly kind: 'reopen' } | { readonly kind: 'leave' };

/**
 * Connects one tab with the hub until it leaves or is gone: a tab that crashes says nothing, but its lock is released.
 * Without a lock its port stays, and costs the stream nothing, until the last tab of the browser ends the worker.
 */
export function serveTab(port: MessagePort, hub: StreamHub): void {
  const listener: LiveListener = (signal) => port.postMessage(signal);
  const leave = (): void => {
    hub.leave(listener);
    port.close();
  };
  port.onmessage = ({ data }: MessageEvent<TabMessage>): void => {
    if (data.kind === 'reopen') hub.reopen();
    if (data.kind === 'leave') leave();
    if (data.kind !== 'join') return;
    hub.join(listener);
    if (data.lock !== null) void webLocks()?.request(data.lock, leave);
  };
}
