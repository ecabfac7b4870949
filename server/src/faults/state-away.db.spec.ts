import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { AuditList, HistoryList, Me, SchemaWatchRun, StudioExport } from '#libs/api';
import { AuditModule } from '../audit/audit.module.js';
import { ADMIN, AuthApp } from '../auth/testing/auth-app.js';
import { ContractsApp } from '../contracts/testing/contracts-app.js';
import { readInSecondProcess } from '../platform/state/testing/second-process.js';
import { TestWorkbench } from '../platform/testing/test-workbench.js';
import { StudioModule } from '../studio/index.js';
import { HttpCaller } from '../testing/http-caller.js';
import { poll } from './testing/poll.js';
import { VanishingState } from './testing/vanishing-state.js';

/** Outages of each statement; nothing here waits for the state in the background for longer than a second. */
const OUTAGE_MS = Number(process.env.STATE_OUTAGE_MS ?? 300);
const STEP_MS = OUTAGE_MS + 10_000;
const BACK_MS = 30_000;
const MOST_SIGN_OUT_STATEMENTS = 25;
/** What is promised, and room for a busy machine. */
const LIMIT_MS = 5_000 + 1_500;

let state: VanishingState;
beforeEach(() => {
  state = new VanishingState(OUTAGE_MS);
  state.start();
});
afterEach(() => state.stop());

/** The answer, which has to come in time, and be one of these. */
async function inTime<T extends { status: number; body: unknown }>(work: Promise<T>, expected: number): Promise<T> {
  const begun = performance.now();
  const answer = await work;
  expect(performance.now() - begun).toBeLessThan(LIMIT_MS);
  const { code } = answer.body as { code?: string };
  expect([expected, 'state-unavailable']).toContain(code ?? answer.status);
  return answer;
}

describe('while the state vanishes at each of its statements', () => {
  it(
    'a snapshot finds each change once, and so does its contract',
    async () => {
      const app = await ContractsApp.start();
      const changed = app.heard('schema.changed');
      const names = Array.from({ length: 100 }, (_, at) => `c${at}`);
      await app.ddl(`CREATE TABLE t (id int, ${names.map((name) => `${name} int`).join(', ')})`);
      await app.run();
      await app.freeze({ name: 'Frozen' });
      const dropped: string[] = [];
      const steps = await state.atEachStatement({
        act: async (step) => {
          await app.ddl(`ALTER TABLE t DROP COLUMN c${step}`);
          dropped.push(`t: - column c${step}`);
          return inTime(app.send<SchemaWatchRun>('POST', '/api/schema-watch/db/run'), 200);
        },
        check: async (_, first) => {
          if (first.status !== 200) await app.run();
          const { changes } = await app.changes('?limit=200');
          const found = changes.flatMap(({ changes: items }) => items.map(({ summary }) => summary));
          expect(found.toReversed()).toEqual(dropped);
          expect(changed.map(({ message }) => message)).toEqual(dropped);
          const [violation, ...others] = await app.violations();
          expect([violation?.items.length, others]).toEqual([dropped.length, []]);
        },
      });
      expect(steps).toBeGreaterThan(5);
      await app.stop();
    },
    100 * STEP_MS,
  );

  it(
    'an export is whole or refused, and what was downloaded is in the history and the audit once',
    async () => {
      const workbench = await TestWorkbench.start({
        features: [StudioModule, AuditModule],
        connections: 'connections: [{ id: lake, name: Lake, kind: duckdb, path: ":memory:" }]\n',
      });
      const caller = new HttpCaller(await workbench.app.getUrl());
      const rows = Array.from({ length: 5_000 }, (_, at) => `${at}\n`).join('');
      const downloaded: string[] = [];
      const steps = await state.atEachStatement({
        act: async (step) => {
          const sql = `SELECT range AS step_${step} FROM range(5000)`;
          const wish = { connection_id: 'lake', sql, format: 'csv' };
          const made = await inTime(caller.send<StudioExport>('POST', '/api/studio/exports', wish), 201);
          if (made.status !== 201) return;
          const file = await inTime(caller.send<string>('GET', made.body.href), 200);
          if (file.status !== 200) return;
          expect(file.body).toBe(`step_${step}\n${rows}`);
          downloaded.push(sql);
        },
        check: async () => {
          const history = async () =>
            (await caller.send<HistoryList>('GET', '/api/studio/history?limit=200')).body.items;
          const kept = await poll(history, (items) => items.length >= downloaded.length, BACK_MS);
          expect(kept.map(({ sql, status }) => `${sql}: ${status}`).toReversed()).toEqual(
            downloaded.map((sql) => `${sql}: succeeded`),
          );
          const audit = async () =>
            (await caller.send<AuditList>('GET', '/api/audit?action=export.download')).body.items;
          const written = await poll(audit, (items) => items.length >= downloaded.length, BACK_MS);
          expect(written.length).toBe(downloaded.length);
          const { body } = await caller.send<{ items: StudioExport[] }>('GET', '/api/studio/exports');
          expect(body.items.filter(({ status }) => status === 'running')).toEqual([]);
        },
      });
      expect(steps).toBeGreaterThan(2);
      await workbench.stop();
    },
    100 * STEP_MS,
  );

  it(
    'a sign-in counts from its answer on, a sign-out ends it, and nobody else is signed out',
    async () => {
      const app = await AuthApp.startWithAdmin({ features: [AuditModule] });
      const standing = await app.signIn();
      const whoIs = async (caller: typeof standing) => {
        const answer = await caller.get('/api/auth/me');
        return answer.status === 200 ? (answer.body as Me).user.email : answer.status;
      };
      const file = join(app.workbench.home, 'state.sqlite');
      const attempts = () => Promise.resolve(readInSecondProcess(file, 'SELECT id FROM auth_attempt').length);
      const signIns = await state.atEachStatement({
        act: async () => {
          const answer = await inTime(Promise.resolve(app.anybody.post('/api/auth/login', ADMIN)), 200);
          expect([ADMIN.email, 503]).toContain(await whoIs(standing));
          return answer;
        },
        check: async (_, answer) => {
          if (answer.status === 200) expect(await whoIs(app.browserAfter(answer))).toBe(ADMIN.email);
          expect(await whoIs(standing)).toBe(ADMIN.email);
          // What the state kept from an outcome is no failure that delays the next attempt.
          expect(await poll(attempts, (count) => count === 0, BACK_MS)).toBe(0);
        },
      });
      const browsers: (typeof standing)[] = [];
      while (browsers.length < MOST_SIGN_OUT_STATEMENTS) browsers.push(await app.signIn());
      const browserOf = (step: number) => {
        const browser = browsers[step];
        if (browser === undefined) throw new Error('A sign-out takes more statements than there are browsers.');
        return browser;
      };
      const signOuts = await state.atEachStatement({
        act: (step) => inTime(Promise.resolve(browserOf(step).post('/api/auth/logout')), 204),
        check: async (step, answer) => {
          const browser = browserOf(step);
          if (answer.status !== 204) expect([204, 401]).toContain((await browser.post('/api/auth/logout')).status);
          expect(await whoIs(browser)).toBe(401);
          expect(await whoIs(standing)).toBe(ADMIN.email);
        },
      });
      expect(Math.min(signIns, signOuts)).toBeGreaterThan(1);
      await app.stop();
    },
    100 * STEP_MS,
  );
});
