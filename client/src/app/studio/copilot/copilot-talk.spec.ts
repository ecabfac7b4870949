import { describe, expect, it } from '@jest/globals';
import type { CopilotEvent } from '#libs/api';
import { answerParts, sentLabel, withEvent } from './copilot-talk';
import type { CopilotEntry } from './copilot-talk';
import { postForEvents } from './event-stream';

const START: CopilotEntry = {
  request: { connection_id: 'shop', task: 'write', question: 'x' },
  ...{ text: '', phase: 'asking', sent: null, repair: null, offer: null, failure: null },
};
const after = (...events: CopilotEvent[]) => events.reduce(withEvent, START);

describe('an answer of the Copilot', () => {
  it('grows, and offers its SQL apart from its words', () => {
    const entry = after(
      { event: 'sent', tables: ['a'], level: 'names', tokens: 9 },
      { event: 'text', text: 'It counts.\n```sql\nSEL' },
      { event: 'text', text: 'ECT 1\n```' },
      { event: 'sql', sql: 'SELECT 1', problem: null, is_repaired: false },
      { event: 'done' },
    );
    expect(entry).toMatchObject({ phase: 'done', text: 'It counts.', offer: { sql: 'SELECT 1', problem: null } });
  });

  it('begins anew for a repair, and keeps what failed in words', () => {
    const repaired = after(
      { event: 'text', text: 'first' },
      { event: 'repair', problem: 'no x' },
      { event: 'text', text: 'second' },
    );
    expect(repaired).toMatchObject({ text: 'second', repair: 'no x' });
    expect(withEvent(repaired, { event: 'failed', code: 'provider-failed', detail: 'Half' })).toMatchObject({
      ...{ phase: 'failed', failure: 'Half', offer: null },
    });
  });

  it.each([
    ['a\n```sql\nb\n```\nc', ['text a', 'code b', 'text c']],
    ['a ```sql\nstill com', ['text a', 'code still com']],
    ['', []],
  ])('%j is shown in parts', (text, parts) => {
    expect(answerParts(text).map(({ kind, text: part }) => `${kind} ${part}`)).toEqual(parts);
  });

  it('says what was sent', () => {
    expect(sentLabel({ tables: ['a', 'b'], level: 'comments' })).toBe(
      '2 table definitions, names and comments. No rows.',
    );
    expect(sentLabel({ tables: ['a'], level: 'samples' })).toBe('1 table definition, with sample values.');
  });
});

describe('a stream of events', () => {
  const given = globalThis.fetch;
  const answering = (status: number, pieces: readonly string[]) => {
    globalThis.fetch = (() => {
      const encoded = pieces.map((piece) => new TextEncoder().encode(piece));
      const reader = { read: () => Promise.resolve({ done: encoded.length === 0, value: encoded.shift() }) };
      const headers = new Map([['content-type', 'x']]);
      const body = { getReader: () => reader };
      return Promise.resolve({ ok: status < 300, status, headers, body, text: () => Promise.resolve(pieces.join('')) });
    }) as unknown as typeof fetch;
  };
  const read = async () => {
    const events: unknown[] = [];
    const body = { connection_id: 'shop', task: 'write', question: '' } as const;
    const stop = new AbortController();
    await postForEvents('/api/copilot/sql', body, stop.signal, (event) => events.push(event)).finally(
      () => (globalThis.fetch = given),
    );
    return events;
  };

  it('is read wherever it is cut', async () => {
    answering(200, ['event: text\nda', 'ta: {"a":', '1}\n', '\ndata: {"a":2}\n\ndata: {"a"']);
    expect(await read()).toEqual([{ a: 1 }, { a: 2 }]);
  });

  it('that is a problem instead is one', async () => {
    answering(422, ['{"code":"copilot-off","status":422,"title":"T","detail":"Off"}']);
    await expect(read()).rejects.toMatchObject({ code: 'copilot-off', detail: 'Off' });
  });
});
