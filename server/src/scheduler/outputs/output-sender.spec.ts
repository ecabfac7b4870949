import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { EventEmitter2 } from '@nestjs/event-emitter';
import { LOCAL_ACTOR } from '#libs/access';
import type { Actor } from '#libs/access';
import { ConnectionAccess } from '../../connections/index.js';
import { EventBus } from '../../platform/index.js';
import { SchedulerApp } from '../testing/scheduler-app.js';
import { OutputSender } from './output-sender.js';

const BYTES = 8 * 1024 * 1024;
/** No administrator, who would see every connection. */
const PERSON: Actor = { ...LOCAL_ACTOR, role: 'user' };
const ALL = [{ subject: { kind: 'everybody' }, level: 'manage' }] as const;

let app: SchedulerApp;
let runId: string;
beforeAll(async () => {
  app = await SchedulerApp.start();
  app.useScriptedKind().work = async (context) => {
    context.noteRead(['duck']);
    const path = join(await context.workFolder(), 'rows');
    writeFileSync(path, Buffer.alloc(BYTES));
    await context.keep(path, 'rows.csv');
  };
  const job = await app.create('plugin');
  ({ id: runId } = await app.runNow(job.id));
});
afterEach(() => app.get(ConnectionAccess).change(LOCAL_ACTOR, 'duck', ALL));
afterAll(() => app.stop());

const listeners = () => app.get(EventEmitter2).listenerCount('connection.access_changed');

/** Downloads the file and has something happen after its first bytes; answers how many arrived, and whether that was all. */
async function download(happens: () => unknown): Promise<{ bytes: number; isWhole: boolean }> {
  const response = Object.assign(new PassThrough(), { setHeader: () => undefined });
  const sent = app.get(OutputSender).send(PERSON, runId, 'rows.csv', response as never);
  await once(response, 'readable');
  await happens();
  let bytes = 0;
  response.on('data', (chunk: Buffer) => (bytes += chunk.length));
  await sent;
  return { bytes, isWhole: response.writableFinished };
}

describe('a download of a file of a run', () => {
  it.each([
    ['the connection that was read is taken', () => app.get(ConnectionAccess).change(LOCAL_ACTOR, 'duck', [])],
    [
      'the account is disabled',
      () => app.get(EventBus).publish('access.revoked', { user_id: PERSON.userId, token_id: null, session_id: null }),
    ],
  ])('ends when %s', async (_, happens) => {
    const before = listeners();
    const { bytes, isWhole } = await download(happens);
    expect([bytes < BYTES, isWhole]).toEqual([true, false]);
    expect(listeners()).toBe(before);
  });

  it('goes on when the right to another connection is taken', async () => {
    const before = listeners();
    const happens = () => app.get(ConnectionAccess).change(LOCAL_ACTOR, 'gone', []);
    expect(await download(happens)).toEqual({ bytes: BYTES, isWhole: true });
    expect(listeners()).toBe(before);
  });
});
