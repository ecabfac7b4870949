import { readFileSync, readdirSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';

const CLIENT = new URL('../client/src/', import.meta.url);
/** The places that share one live stream between tabs, by decision 0024. */
const SHARING = ['app/shared/http/event-source-factory.ts', 'app/shared/http/live/live-events.worker.ts'];
/** Reads the answer to one request of a person, and ends with it. */
const ANSWERS = ['app/studio/copilot/event-stream.ts'];

const STREAMS = [
  /\bnew\s+(?:\w+\s*\.\s*)*(?:EventSource|WebSocket|WebSocketStream)\b/,
  /\.(?:getReader|pipeThrough|pipeTo)\s*\(/,
  /\bfor\s+await\s*\([^;{]*\.body\b/,
];

/** Whether a source opens a connection that stays: an event stream, a web socket, or an answer read piece by piece. */
function opensStream(source: string): boolean {
  return STREAMS.some((stream) => stream.test(source));
}

describe('the one live stream of a browser', () => {
  it('is opened in one place', () => {
    const files = readdirSync(CLIENT, { recursive: true, encoding: 'utf8' });
    const sources = files.filter((name) => name.endsWith('.ts') && !name.endsWith('.spec.ts'));
    const opening = sources.filter((name) => opensStream(readFileSync(new URL(name, CLIENT), 'utf8')));
    expect(opening.sort()).toEqual([...SHARING, ...ANSWERS].sort());
  });

  it.each([
    "const events = new EventSource('/api/events');",
    "const socket = new  WebSocket('wss://host/live');",
    "const reader = (await fetch('/api/studio/runs/r1/events')).body?.getReader();",
    'const lines = answer.body.pipeThrough(new TextDecoderStream());',
    "const events = new globalThis.EventSource('/api/events');",
    'await answer.body.pipeTo(new WritableStream({ write: take }));',
    "for await (const piece of (await fetch('/api/studio/runs/r1/events')).body!) take(piece);",
  ])('notices a planted %s', (planted) => {
    expect(opensStream(planted)).toBe(true);
  });

  it('allows types and short requests', () => {
    expect(opensStream("let source: EventSource | null = null; await fetch('/api/health');")).toBe(false);
  });
});
