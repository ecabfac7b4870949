import type { LiveListener, LiveSignal, LiveStream } from './live-signal';
import type { TabMessage } from './serve-tab';

/** Joins the live stream of the shared worker. The lock shows the worker that this tab lives. */
export function openSharedStream(listener: LiveListener): LiveStream {
  const worker = new SharedWorker(new URL('./live-events.worker', import.meta.url), { type: 'module' });
  const send = (message: TabMessage): void => worker.port.postMessage(message);
  const lock = `live-events-tab-${crypto.randomUUID()}`;
  const released = new AbortController();
  const held = new Promise<void>((resolve) => {
    released.signal.addEventListener('abort', () => resolve());
  });
  worker.port.onmessage = ({ data }: MessageEvent<LiveSignal>): void => listener(data);
  void navigator.locks.request(lock, () => {
    if (!released.signal.aborted) send({ kind: 'join', lock });
    return held;
  });
  return {
    reopen: () => send({ kind: 'reopen' }),
    close: () => {
      worker.port.onmessage = null;
      send({ kind: 'leave' });
      worker.port.close();
      released.abort();
    },
  };
}
