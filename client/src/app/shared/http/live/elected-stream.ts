import type { LiveListener, LiveSignal, LiveStream, OpenLiveStream } from './live-signal';

const NAME = 'live-events';

type Broadcast = LiveSignal | { readonly kind: 'joined' } | { readonly kind: 'reopen' };

/**
 * One live stream for all tabs where there is no shared worker: the tab that gets the lock opens the stream and
 * broadcasts what arrives; when it goes, the lock makes the next tab the leader.
 */
export function openElectedStream(listener: LiveListener, open: OpenLiveStream, locks: LockManager): LiveStream {
  const channel = new BroadcastChannel(NAME);
  const left = new AbortController();
  let stream: LiveStream | null = null;
  let isConnected = false;
  const lead = (): Promise<void> => {
    stream = open((signal) => {
      if (signal.kind !== 'event') isConnected = signal.kind === 'connected';
      channel.postMessage(signal);
      listener(signal);
    });
    return new Promise((resolve) => left.signal.addEventListener('abort', () => resolve()));
  };
  channel.onmessage = ({ data }: MessageEvent<Broadcast>): void => {
    if (data.kind === 'reopen') stream?.reopen();
    else if (data.kind !== 'joined') listener(data);
    else if (isConnected) channel.postMessage({ kind: 'connected' });
  };
  channel.postMessage({ kind: 'joined' });
  locks.request(NAME, { signal: left.signal }, lead).catch(() => undefined);
  return {
    reopen: () => (stream === null ? channel.postMessage({ kind: 'reopen' }) : stream.reopen()),
    close: () => {
      stream?.close();
      if (stream !== null) channel.postMessage({ kind: 'disconnected' });
      channel.close();
      left.abort();
    },
  };
}
