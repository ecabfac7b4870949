import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SYSTEM_ACTOR } from '#libs/access';
import type { Actor } from '#libs/access';
import { EventBus } from '../platform/index.js';
import { TestWorkbench } from '../platform/testing/test-workbench.js';
import { LiveEventsController } from './live-events.controller.js';
import { LiveModule } from './live.module.js';

interface Received {
  readonly id: string;
  readonly type: string;
  readonly data: string;
}

let workbench: TestWorkbench;

beforeAll(async () => {
  workbench = await TestWorkbench.start({ features: [LiveModule] });
});
afterAll(() => workbench.stop());

/** Opens the stream and reads until `count` events have arrived. */
async function read(count: number, path = '/api/events', headers: Record<string, string> = {}): Promise<Received[]> {
  const stop = new AbortController();
  const answer = await fetch(new URL(path, await workbench.app.getUrl()), { headers, signal: stop.signal });
  const events: Received[] = [];
  let rest = '';
  for await (const piece of answer.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    const blocks = (rest + piece).split('\n\n');
    rest = blocks.pop() ?? '';
    events.push(...blocks.map(parse).filter(({ type }) => type !== ''));
    if (events.length >= count) break;
  }
  stop.abort();
  return events;
}

function parse(block: string): Received {
  const field = (name: string): string => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1] ?? '';
  return { id: field('id'), type: field('event'), data: field('data') };
}

function publish(): void {
  workbench.app.get(EventBus).publish('connections.changed', { connection_ids: [] });
}

it('serves 1,000 streams without a warning of leaking listeners', async () => {
  const warnings: string[] = [];
  const note = ({ name, message }: Error) => warnings.push(`${name}: ${message}`);
  process.on('warning', note);
  const controller = workbench.app.get(LiveEventsController, { strict: false });
  const actor: Actor = { ...SYSTEM_ACTOR, userId: 'someone' };
  const response = { writableNeedDrain: false, destroy: () => undefined };
  let received = 0;
  const streams = Array.from({ length: 1_000 }, () =>
    controller.stream(actor, response).subscribe(({ type }) => (received += type === 'connections.changed' ? 1 : 0)),
  );
  publish();
  await new Promise((resolve) => setImmediate(resolve));
  await new Promise((resolve) => setImmediate(resolve));
  for (const stream of streams) stream.unsubscribe();
  process.off('warning', note);
  expect([received, warnings]).toEqual([1_000, []]);
});

describe('the live stream', () => {
  it('greets with a place from which it can be resumed', async () => {
    const [hello] = await read(1);
    expect(hello).toMatchObject({ type: 'hello', data: '{"resumed":false}' });
    expect(hello?.id).toMatch(/^[0-9a-f]{8}\.\d+$/);
  });

  it.each([
    ['the header', (id: string) => [undefined, { 'Last-Event-ID': id }] as const],
    ['the parameter', (id: string) => [`/api/events?last_event_id=${id}`, {}] as const],
  ])('sends what was missed since the id in %s, once and in order', async (_, request) => {
    const [hello] = await read(1);
    publish();
    publish();
    const [path, headers] = request(hello?.id ?? '');
    const events = await read(3, path, headers);
    expect(events.map(({ type }) => type)).toEqual(['hello', 'connections.changed', 'connections.changed']);
    expect(events[0]).toMatchObject({ id: hello?.id, data: '{"resumed":true}' });
    expect(new Set(events.map(({ id }) => id)).size).toBe(3);
  });

  it.each([
    ['of another process', 'ffffffff.1'],
    ['that is no id', 'x;drop'],
  ])('says that events may have been missed after an id %s', async (_, id) => {
    const [hello] = await read(1, `/api/events?last_event_id=${id}`);
    expect(hello?.data).toBe('{"resumed":false}');
  });
});
