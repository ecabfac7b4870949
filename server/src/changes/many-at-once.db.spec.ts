import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import type { ChangeSetDetails, ChangeSetList } from '#libs/api';
import type { ProblemDocument } from '#libs/problem';
import { sizeOf } from '../faults/testing/rounds.js';
import { ChangesApp, editsOf } from './testing/changes-app.js';
import type { Asker } from './testing/changes-app.js';

const ROWS = sizeOf(2_000, 10_000);
const PEOPLE = 40;
const ASKERS: readonly Asker[] = ['ann', 'bob', 'eve', 'root'];
const MOST_DRAFTS = 500;
/** On a busy machine. */
const POLL_MS = 10_000;

let app: ChangesApp;
beforeAll(async () => {
  app = await ChangesApp.start();
  await app.database.execute(`
    CREATE TABLE numbers (id integer PRIMARY KEY, n text);
    INSERT INTO numbers SELECT i, 'old' FROM generate_series(1, ${ROWS}) AS i`);
});
afterAll(() => app.stop());
beforeEach(() => app.deleteDrafts());

it('forty people who follow a change set and the list hold up neither its apply nor each other', async () => {
  const { update } = editsOf('numbers');
  const items = Array.from({ length: ROWS }, (_, at) => update({ id: String(at + 1) }, { n: 'old' }, { n: 'new' }));
  const draft = await app.create(items, 'ann', 'guarded');
  const ready = await app.step(draft.id, 'rehearse');
  await app.step(draft.id, 'propose', { hash: ready.hash });
  await app.step(draft.id, 'approve', { hash: ready.hash, effect_hash: ready.rehearsal?.effect_hash }, 'root');
  let isOver = false;
  const seenStates = new Set<string>();
  const longest: number[] = [];
  const follow = async (person: number): Promise<void> => {
    const asker = ASKERS[person % ASKERS.length] ?? 'ann';
    let last = 'approved';
    do {
      const startedAtMs = performance.now();
      const change = await app.ask<ChangeSetDetails>('GET', `/api/changes/${draft.id}`, undefined, asker);
      const list = await app.ask<ChangeSetList>('GET', '/api/changes?limit=50', undefined, asker);
      longest.push(performance.now() - startedAtMs);
      seenStates.add(change.state);
      // What was seen as applied is not seen as anything else afterwards.
      if (last === 'applied') expect(change.state).toBe('applied');
      last = change.state;
      expect(list.items.some(({ id }) => id === draft.id)).toBe(true);
    } while (!isOver);
    expect((await app.ask<ChangeSetDetails>('GET', `/api/changes/${draft.id}`, undefined, asker)).state).toBe(
      'applied',
    );
  };
  const following = Array.from({ length: PEOPLE }, (_, person) => follow(person));
  const applied = await app.apply(ready);
  isOver = true;
  await Promise.all(following);
  expect([applied.status, applied.body.state]).toEqual([200, 'applied']);
  expect(seenStates.has('approved')).toBe(true);
  expect(Math.max(...longest)).toBeLessThan(POLL_MS);
  expect(await app.cells("SELECT count(*) FROM numbers WHERE n = 'new'")).toEqual([[String(ROWS)]]);
});

it('one person has up to five hundred drafts, which the list shows once each', async () => {
  const make = () =>
    app.send<ChangeSetDetails & ProblemDocument>('POST', '/api/changes', {
      connection_id: 'pg',
      items: [{ kind: 'statement', sql: 'DELETE FROM numbers' }],
    });
  const made = new Set<string>();
  while (made.size < MOST_DRAFTS - 5) made.add((await make()).body.id);
  // The last ones at once: no more than there is room for.
  const answers = await Promise.all(Array.from({ length: 20 }, make));
  for (const { status, body } of answers) if (status === 201) made.add(body.id);
  expect(made.size).toBe(MOST_DRAFTS);
  const refused = answers.find(({ status }) => status !== 201);
  expect([refused?.status, refused?.body.code, refused?.body.detail]).toEqual([
    429,
    'person-limit',
    expect.stringContaining('Apply some, or delete'),
  ]);
  const listed: string[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const query = `state=draft&limit=200${cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`}`;
    const page: ChangeSetList = await app.ask('GET', `/api/changes?${query}`);
    listed.push(...page.items.map(({ id }) => id));
    cursor = page.next_cursor;
  }
  expect(listed.length).toBe(MOST_DRAFTS);
  expect(new Set(listed)).toEqual(made);
});

it('two thousand comments at once leave five hundred', async () => {
  const { id } = await app.create([{ kind: 'statement', sql: 'DELETE FROM numbers' }]);
  const total = sizeOf(520, 2_000);
  const statuses = new Map<number, number>();
  for (let start = 0; start < total; start += 40) {
    const some = Array.from({ length: 40 }, () => app.send('POST', `/api/changes/${id}/comments`, { text: 'x' }));
    for (const { status } of await Promise.all(some)) statuses.set(status, (statuses.get(status) ?? 0) + 1);
  }
  expect(statuses).toEqual(
    new Map([
      [201, 500],
      [409, total - 500],
    ]),
  );
  expect((await app.ask<ChangeSetDetails>('GET', `/api/changes/${id}`)).comments.length).toBe(500);
});
