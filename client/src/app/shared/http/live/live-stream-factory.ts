import { inject, InjectionToken } from '@angular/core';
import { EVENT_SOURCE_FACTORY } from '../event-source-factory';
import { openElectedStream } from './elected-stream';
import type { LiveListener, LiveStream, OpenLiveStream } from './live-signal';
import { ReconnectingSource } from './reconnecting-source';
import { openSharedStream } from './shared-stream';
import { webLocks } from './web-locks';

/** Opens the live stream in the way that costs this browser the fewest connections. */
export const LIVE_STREAM_FACTORY = new InjectionToken<OpenLiveStream>('LIVE_STREAM_FACTORY', {
  providedIn: 'root',
  factory: () => {
    const openSource = inject(EVENT_SOURCE_FACTORY);
    const openOwn = (listener: LiveListener): LiveStream => new ReconnectingSource(openSource, listener);
    if (typeof SharedWorker === 'function') return openSharedStream;
    const locks = webLocks();
    if (locks === null || typeof BroadcastChannel !== 'function') return openOwn;
    return (listener) => openElectedStream(listener, openOwn, locks);
  },
});
