import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import pg from 'pg';
import type { AdminOverview } from '#libs/api';
import { CapturedLog } from '../platform/testing/captured-log.js';
import { TestWorkbench } from '../platform/testing/test-workbench.js';
import { HttpCaller } from '../testing/http-caller.js';
import { AdminModule } from './index.js';

const NAME = `state_role_${randomBytes(4).toString('hex')}`;
const log = new CapturedLog();

let outside: pg.Client;
beforeAll(async () => {
  outside = new pg.Client({ connectionString: urlOf('postgres') });
  await outside.connect();
  await outside.query(`CREATE ROLE ${NAME} LOGIN PASSWORD 'x'`);
  await outside.query(`CREATE DATABASE ${NAME} OWNER ${NAME}`);
});
afterAll(async () => {
  log.stop();
  await outside.query(`DROP DATABASE ${NAME} WITH (FORCE)`);
  await outside.query(`DROP ROLE ${NAME}`);
  await outside.end();
});

function urlOf(database: string, role?: string): string {
  const url = new URL(process.env.TEST_POSTGRES_URL ?? '');
  url.pathname = `/${database}`;
  if (role !== undefined) [url.username, url.password] = [role, 'x'];
  return url.href;
}

/** What the admin page and the log of a workbench say of the role of its state. */
async function risksWith(env: Readonly<Record<string, string>>) {
  log.start();
  const workbench = await TestWorkbench.start({ features: [AdminModule], env: { ...env, LOG_LEVEL: 'warn' } });
  try {
    const caller = new HttpCaller(await workbench.app.getUrl());
    const { status, body } = await caller.send<AdminOverview>('GET', '/api/admin/overview');
    return { status, risks: body.state_role_risks, isLogged: log.text.includes("The state's database:") };
  } finally {
    await workbench.stop();
    log.stop();
  }
}

it('warns at start and on the admin page of a role that can do more than own the state', async () => {
  await outside.query(`GRANT pg_write_server_files TO ${NAME}`);
  const { risks, ...rest } = await risksWith({ STATE_DATABASE_URL: urlOf(NAME, NAME) });
  await outside.query(`REVOKE pg_write_server_files FROM ${NAME}`);
  expect(rest).toEqual({ status: 200, isLogged: true });
  expect(risks?.map(({ code }) => code)).toContain('write_server_files');
  expect(risks?.map(({ detail }) => detail).join()).toContain(NAME);
});

it('warns of a superuser', async () => {
  await outside.query(`ALTER ROLE ${NAME} SUPERUSER`);
  const { risks, ...rest } = await risksWith({ STATE_DATABASE_URL: urlOf(NAME, NAME) });
  await outside.query(`ALTER ROLE ${NAME} NOSUPERUSER`);
  expect(rest).toEqual({ status: 200, isLogged: true });
  expect(risks).toEqual([
    {
      code: 'superuser',
      detail: `Role ${NAME} is a superuser: it can run programs and write files on the database server.`,
    },
  ]);
});

it('says nothing of a role that owns the database and no more', async () => {
  expect(await risksWith({ STATE_DATABASE_URL: urlOf(NAME, NAME) })).toEqual({
    status: 200,
    risks: [],
    isLogged: false,
  });
});

it('says nothing of a state in a file', async () => {
  expect(await risksWith({ STATE_DATABASE_URL: '' })).toEqual({ status: 200, risks: null, isLogged: false });
});
