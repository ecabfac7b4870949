import type { LiveListener, LiveSignal, LiveStream } from './live-signal';
import { newId } from '../../ids/new-id';
import type { TabMessage } from './serve-tab';
import { webLocks } from './web-locks';

/** Joins the live stream of the shared worker. */
export function openSharedStream(listener: LiveListener): LiveStream {
  const worker = new SharedWorker(new URL('./live-events.worker', import.meta.url), { type: 'module' });
  const send = (message: TabMessage): void => worker.port.postMessage(message);
  worker.port.onmessage = ({ data }: MessageEvent<LiveSignal>): void => listener(data);
  const release = holdLock((lock) => send({ kind: 'join', lock }));
  return {
    reopen: () => send({ kind: 'reopen' }),
    close: () => {
      worker.port.onmessage = null;
      send({ kind: 'leave' });
      worker.port.close();
      release();
    },
  };
}

/** Holds a lock that shows that this tab lives, until the returned function is called; `held` is called with its name. */
function holdLock(held: (lock: string | null) => void): () => void {
  const locks = webLocks();
  if (locks === null) {
    held(null);
    return () => undefined;
  }
  const lock = `live-events-tab-${newId()}`;
  const released = new AbortController();
  const end = new Promise<void>((resolve) => {
    released.signal.addEventListener('abort', () => resolve());
  });
  void locks.request(lock, () => {
    if (!released.signal.aborted) held(lock);
    return end;
  });
  return () => released.abort();
}
