import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { ChangeRow, ChangeSetDetails } from '#libs/api';
import type { ProblemDocument } from '#libs/problem';
import { sizeOf } from '../faults/testing/rounds.js';
import { ChangesApp, editsOf } from './testing/changes-app.js';

const MEGABYTE = 1024 * 1024;
const LENGTH = sizeOf(4, 40) * MEGABYTE;
const { update } = editsOf('documents');

let app: ChangesApp;
beforeAll(async () => {
  app = await ChangesApp.start();
  await app.database.execute('CREATE TABLE documents (id integer PRIMARY KEY, title text, body text)');
});
afterAll(() => app.stop());

const place = (body: string) =>
  app.database.execute(`TRUNCATE documents; INSERT INTO documents VALUES (1, 'old', ${body})`);
const digest = () => app.cells('SELECT title, length(body), md5(body) FROM documents');
const rehearse = async () => {
  const { id } = await app.create([update({ id: '1' }, { title: 'old' }, { title: 'new' })]);
  const { status, body } = await app.send<ChangeSetDetails & ProblemDocument>('POST', `/api/changes/${id}/rehearse`);
  return { id, status, body };
};

it('a long text beside the edited column is shown whole, and comes back whole', async () => {
  await place(`repeat('é"', ${LENGTH / 2})`);
  const before = await digest();
  const { id, body: ready } = await rehearse();
  expect(ready).toMatchObject({ rehearsal: { status: 'ready' } });
  const { items } = await app.ask<{ items: ChangeRow[] }>('GET', `/api/changes/${id}/rows?cursor=0`);
  expect(items[0]?.before?.[2]?.length).toBe(LENGTH);
  const { body: applied } = await app.apply(ready);
  expect(applied.state).toBe('applied');
  expect((await app.undone(applied)).state).toBe('undone');
  expect(await digest()).toEqual(before);
}, 300_000);

it('a text that is longer in JSON than any text can be is refused in words', async () => {
  await place(`repeat(chr(1), ${46 * MEGABYTE})`);
  const before = await digest();
  const { status, body } = await rehearse();
  expect([status, body.code, body.detail]).toEqual([422, 'change-refused', expect.stringContaining('too large')]);
  expect(await digest()).toEqual(before);
});
