/**
 * The shared worker that holds the live stream of all tabs of this browser: a browser allows six HTTP/1.1 connections to
 * one origin, so a stream per tab would leave none for requests.
 */
import { serveTab } from './serve-tab';
import { ReconnectingSource } from './reconnecting-source';
import { StreamHub } from './stream-hub';

const hub = new StreamHub((listener) => new ReconnectingSource((url) => new EventSource(url), listener));

addEventListener('connect', (event) => {
  for (const port of (event as MessageEvent).ports) serveTab(port, hub);
});
