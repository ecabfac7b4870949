import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { LOCAL_ACTOR } from '#libs/access';
import type { ConnectionGrant } from '#libs/access';
import type { ChangeSetDetails, ChangeSetList } from '#libs/api';
import type { ProblemDocument } from '#libs/problem';
import { ConnectionAccess } from '../connections/index.js';
import { EventBus, State } from '../platform/index.js';
import { ChangeSetRecord } from './storage/change-set.entity.js';
import { ChangesApp, editsOf, seen } from './testing/changes-app.js';
import type { Asker } from './testing/changes-app.js';

const people = editsOf('people');

let app: ChangesApp;
beforeAll(async () => (app = await ChangesApp.start()));
afterAll(() => app.stop());
beforeEach(async () => {
  await app.database.execute(`
    DROP TABLE IF EXISTS people;
    CREATE TABLE people (id integer PRIMARY KEY, name text, size integer);
    INSERT INTO people VALUES (1, 'Ann', 1)`);
  await grant({ subject: { kind: 'everybody' }, level: 'write' });
});

const grant = (...grants: ConnectionGrant[]) =>
  app.workbench.app.get(ConnectionAccess).change(LOCAL_ACTOR, 'pg', grants);
const names = async () => (await app.cells('SELECT name FROM people ORDER BY id')).map(([name]) => name);

async function proposed(asker: Asker = 'ann'): Promise<ChangeSetDetails> {
  const items = [people.update({ id: '1' }, { name: 'Ann' }, { name: 'Anna' })];
  const { id, hash } = await app.create(items, asker);
  return app.step(id, 'propose', { hash }, asker);
}

async function approved(): Promise<ChangeSetDetails> {
  const { id } = await proposed();
  const change = await app.step(id, 'rehearse', undefined, 'root');
  return app.step(id, 'approve', seen(change), 'root');
}

async function codeOf(asker: Asker, id: string, step: string, body: object): Promise<string> {
  const answer = await app.send<ProblemDocument>('POST', `/api/changes/${id}/${step}`, body, asker);
  return answer.status < 300 ? 'done' : answer.body.code;
}

describe('a proposal', () => {
  it('is approved by another person who may manage the connection, as it was rehearsed, and then applied', async () => {
    const change = await approved();
    expect(change).toMatchObject({ state: 'approved', decided_by: { name: expect.any(String), id: 'root' } });
    expect((await app.apply(change)).body).toMatchObject({ state: 'applied', applied_by: { id: 'ann' } });
    expect(await names()).toEqual(['Anna']);
  });

  it('is approved neither by its author nor by who may only write', async () => {
    const { id } = await proposed();
    const change = await app.step(id, 'rehearse');
    const codes = [];
    for (const asker of ['ann', 'bob', 'agent'] as const) codes.push(await codeOf(asker, id, 'approve', seen(change)));
    expect(codes).toEqual(['change-not-allowed', 'change-not-allowed', 'forbidden']);
  });

  it('is approved once, for the rehearsal that was looked at', async () => {
    const { id } = await proposed();
    const change = await app.step(id, 'rehearse', undefined, 'root');
    const other = { ...seen(change), effect_hash: '0'.repeat(64) };
    expect(await codeOf('root', id, 'approve', other)).toBe('changed-meanwhile');
    const codes = await Promise.all([1, 2, 3].map(() => codeOf('root', id, 'approve', seen(change))));
    expect(codes.filter((code) => code === 'done')).toHaveLength(1);
  });

  it('is refused with a reason, and edited to a draft again', async () => {
    const { id } = await proposed();
    const refused = await app.step(id, 'refuse', { reason: 'Not on a Friday.' }, 'root');
    expect(refused).toMatchObject({ state: 'refused', decision: 'Not on a Friday.' });
    expect(await codeOf('ann', id, 'apply', seen(refused))).toBe('change-not-allowed');
    const edit = { title: 'On Monday', version: refused.version };
    expect(await app.ask('PUT', `/api/changes/${id}`, edit)).toMatchObject({ state: 'draft', decision: null });
  });
});

describe('the steps of a change set', () => {
  it('are announced with its name, author and size, and no cell of it', async () => {
    const bus = app.workbench.app.get(EventBus);
    const heard: [string, string, string][] = [];
    const steps = ['change.proposed', 'change.applied', 'change.refused', 'change.undone'] as const;
    const stops = steps.map((name) =>
      bus.subscribe(name, ({ change_id: id, title, message }) => heard.push([name, id, `${title}. ${message}`])),
    );
    const change = await approved();
    const applied = (await app.apply(change)).body;
    const undo = await app.step(applied.id, 'undo');
    const back = (await app.apply(await app.step(undo.id, 'rehearse'))).body;
    const other = await proposed();
    await app.step(other.id, 'refuse', { reason: 'Not on a Friday.' }, 'root');
    for (const stop of stops) stop();
    expect(heard.map(([name, id]) => [name, id])).toEqual([
      ['change.proposed', change.id],
      ['change.applied', change.id],
      ['change.applied', back.id],
      ['change.undone', change.id],
      ['change.proposed', other.id],
      ['change.refused', other.id],
    ]);
    expect(heard[0]?.[2]).toMatch(
      /^1 row of public.people on Postgres was proposed. .+ requests approval: 1 row changed.$/,
    );
    expect(JSON.stringify(heard)).not.toContain('Anna');
    expect(JSON.stringify(heard)).not.toContain('Friday');
  });
});

describe('two people who may approve', () => {
  it('decide once: the second one is refused', async () => {
    await grant(
      { subject: { kind: 'everybody' }, level: 'write' },
      { subject: { kind: 'user', userId: 'eve' }, level: 'approve' },
    );
    const { id } = await proposed();
    const change = await app.step(id, 'rehearse', undefined, 'root');
    const codes = await Promise.all([
      codeOf('root', id, 'approve', seen(change)),
      codeOf('eve', id, 'approve', seen(change)),
      codeOf('eve', id, 'refuse', { reason: 'No.' }),
    ]);
    expect(codes.filter((code) => code === 'done').length).toBeGreaterThan(0);
    const { state } = await app.ask<ChangeSetDetails>('GET', `/api/changes/${id}`);
    expect(['approved', 'refused']).toContain(state);
    const applied = await Promise.all([1, 2].map(() => codeOf('ann', id, 'apply', seen(change))));
    expect(applied.filter((code) => code === 'done')).toHaveLength(state === 'approved' ? 1 : 0);
  });

  it('who has lost the right meanwhile decides nothing, and neither does an author with it', async () => {
    await grant({ subject: { kind: 'everybody' }, level: 'approve' });
    const { id } = await proposed();
    const change = await app.step(id, 'rehearse', undefined, 'eve');
    expect(change.actions).toMatchObject({ approve: true, refuse: true });
    expect(await codeOf('ann', id, 'approve', seen(change))).toBe('change-not-allowed');
    await grant({ subject: { kind: 'everybody' }, level: 'write' });
    expect(await codeOf('eve', id, 'approve', seen(change))).toBe('change-not-allowed');
    expect(await codeOf('eve', id, 'refuse', { reason: 'No.' })).toBe('change-not-allowed');
  });
});

describe('an approval', () => {
  it('lapses where it would do something else by now', async () => {
    const change = await approved();
    await app.database.execute('UPDATE people SET size = 2');
    expect(await codeOf('ann', change.id, 'apply', seen(change))).toBe('change-differs');
    const lapsed = await app.ask<ChangeSetDetails>('GET', `/api/changes/${change.id}`);
    expect([lapsed.state, lapsed.decided_by, await names()]).toEqual(['proposed', null, ['Ann']]);
  });

  it('lapses with an edit', async () => {
    const { id, version } = await approved();
    const items = [people.remove({ id: '1' }, {})];
    const edited = await app.ask<ChangeSetDetails>('PUT', `/api/changes/${id}`, { items, version });
    expect([edited.state, edited.decided_by]).toEqual(['draft', null]);
  });

  it('is of no use to an author who has lost the right to write', async () => {
    const change = await approved();
    await grant({ subject: { kind: 'everybody' }, level: 'query' });
    expect(await codeOf('ann', change.id, 'apply', seen(change))).toBe('change-not-allowed');
    await grant();
    expect(await codeOf('ann', change.id, 'apply', seen(change))).toBe('change-set-not-found');
    expect(await names()).toEqual(['Ann']);
  });
});

describe('an agent', () => {
  it('proposes, and neither rehearses nor applies', async () => {
    const change = await proposed('agent');
    expect(change).toMatchObject({ state: 'proposed', author: { kind: 'agent', id: 'ann' } });
    const codes = [];
    for (const step of ['rehearse', 'apply', 'approve'])
      codes.push(await codeOf('agent', change.id, step, step === 'rehearse' ? {} : { hash: change.hash }));
    expect(codes).toEqual(['forbidden', 'forbidden', 'forbidden']);
  });

  it('has its proposal applied or refused by the person whom it works for', async () => {
    const { id } = await proposed('agent');
    expect((await app.apply(await app.step(id, 'rehearse'))).body.state).toBe('applied');
    const other = await app.create([people.remove({ id: '1' }, {})], 'agent');
    await app.step(other.id, 'propose', { hash: other.hash }, 'agent');
    expect((await app.step(other.id, 'refuse', { reason: 'No.' })).state).toBe('refused');
  });
});

it('a change set that another process applies first keeps the rehearsal by which it is undone', async () => {
  const change = await app.rehearsed([people.update({ id: '1' }, { name: 'Ann' }, { name: 'Anna' })]);
  await app.cells('BEGIN');
  await app.cells("UPDATE people SET name = 'Anna' WHERE id = 1");
  const applying = app.apply(change);
  while ((await app.cells('SELECT 1 FROM pg_locks WHERE NOT granted')).length === 0) await wait(10);
  const applied = { state: 'applied', version: change.version + 1 } as const;
  await app.workbench.app
    .get(State)
    .transaction((manager) => manager.update(ChangeSetRecord, { id: change.id }, applied));
  await app.cells('COMMIT');
  expect(await applying).toMatchObject({ status: 409, body: { code: 'changed-meanwhile' } });
  const found = await app.ask<ChangeSetDetails>('GET', `/api/changes/${change.id}`);
  expect(found).toMatchObject({ state: 'applied', rehearsal: { status: 'ready', conflicts: [] } });
});

describe('a conflict', () => {
  const edit = () => app.create([people.update({ id: '1' }, { name: 'Another' }, { name: 'Anna' })]);
  const seenBy = async (asker: Asker, id: string) => {
    const { items } = await app.ask<ChangeSetList>('GET', '/api/changes?limit=200', undefined, asker);
    const opened = await app.send('GET', `/api/changes/${id}`, undefined, asker);
    return [items.some((one) => one.id === id), opened.status];
  };

  it('of what was never proposed is seen by its author alone', async () => {
    const { id } = await edit();
    expect((await app.step(id, 'rehearse')).state).toBe('conflicted');
    expect([await seenBy('ann', id), await seenBy('root', id)]).toEqual([
      [true, 200],
      [false, 404],
    ]);
    expect((await app.send('POST', `/api/changes/${id}/rehearse`, undefined, 'root')).status).toBe(404);
    const listed = await app.ask<ChangeSetList>('GET', '/api/changes?state=conflicted', undefined, 'root');
    expect(listed.items.map((one) => one.id)).not.toContain(id);
  });

  it('of a proposal is seen by those who decide, until it is edited', async () => {
    const { id, hash } = await edit();
    await app.step(id, 'propose', { hash });
    const change = await app.step(id, 'rehearse', undefined, 'root');
    expect([change.state, await seenBy('root', id)]).toEqual(['conflicted', [true, 200]]);
    await app.ask('PUT', `/api/changes/${id}`, { version: change.version, title: 'Mine' });
    expect(await seenBy('root', id)).toEqual([false, 404]);
  });
});
