import type { BROWSER_EVENTS } from '#libs/events';

export type BrowserEventName = (typeof BROWSER_EVENTS)[number];

/** What a live stream reports: whether it is open, and each event with its payload as JSON. */
export type LiveSignal =
  | { readonly kind: 'connected' }
  | { readonly kind: 'disconnected' }
  | { readonly kind: 'event'; readonly name: BrowserEventName; readonly data: string };

export type LiveListener = (signal: LiveSignal) => void;

/** A page's end of the live stream, which it may share with other tabs. */
export interface LiveStream {
  /** Retries a broken stream at once. */
  reopen(): void;
  /** Stops listening; the stream ends with its last listener. */
  close(): void;
}

export type OpenLiveStream = (listener: LiveListener) => LiveStream;
