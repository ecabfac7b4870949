import { tap } from 'rxjs';
import type { MonoTypeOperatorFunction } from 'rxjs';

/** The response that a stream of events is written to. */
export interface EventResponse {
  /** True while the reader has not taken what was written before. */
  readonly writableNeedDrain: boolean;
  destroy(): unknown;
}

/** Closes the connection of a reader that leaves more than `maxUnread` events unread: they would pile up in memory. */
export function closeUnread<T>(response: EventResponse, maxUnread: number): MonoTypeOperatorFunction<T> {
  let unread = 0;
  return tap(() => {
    unread = response.writableNeedDrain ? unread + 1 : 0;
    if (unread > maxUnread) response.destroy();
  });
}
