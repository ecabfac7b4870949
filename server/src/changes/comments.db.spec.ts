import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { ChangeSetDetails } from '#libs/api';
import type { ProblemDocument } from '#libs/problem';
import { State } from '../platform/index.js';
import { ChangeCommentRecord } from './storage/change-comment.entity.js';
import { editsOf } from './testing/changes-caller.js';
import { FileChangesApp } from './testing/file-changes-app.js';

let app: FileChangesApp;
beforeAll(async () => (app = await FileChangesApp.start('lite')));
afterAll(() => app.stop());

it('a change set takes five hundred comments, with which it is shown', async () => {
  const { id, author, changed_at: createdAt } = await app.create([editsOf('first', 'main').insert({ id: '1' })]);
  const comments = Array.from({ length: 499 }, () => ({
    id: randomUUID(),
    changeId: id,
    author,
    text: 'a',
    createdAt,
  }));
  await app.workbench.app
    .get(State)
    .transaction((manager) => manager.save(ChangeCommentRecord, comments, { chunk: 100 }));
  const comment = () => app.send<ProblemDocument>('POST', `/api/changes/${id}/comments`, { text: 'b' });
  expect((await comment()).status).toBe(201);
  const { status, body } = await comment();
  expect([status, body.code]).toEqual([409, 'change-not-allowed']);
  expect((await app.ask<ChangeSetDetails>('GET', `/api/changes/${id}`)).comments.length).toBe(500);
});
