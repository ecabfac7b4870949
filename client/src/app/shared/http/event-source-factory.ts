import { InjectionToken } from '@angular/core';

/** Opens the browser's end of a stream of server-sent events. */
export const EVENT_SOURCE_FACTORY = new InjectionToken<(url: string) => EventSource>('EVENT_SOURCE_FACTORY', {
  providedIn: 'root',
  factory: () => (url) => new EventSource(url),
});
