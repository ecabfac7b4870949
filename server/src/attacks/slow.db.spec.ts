import { readdirSync } from 'node:fs';
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Run } from '#libs/api';
import { bodyOf } from '../auth/testing/auth-app.js';
import { AttackApp } from './testing/attack-app.js';

/**
 * One person opens hundreds of connections and is slow on each. The attempt succeeds where another person's preview is
 * not answered meanwhile, or where descriptors and sessions of the database stay taken after the connections are gone.
 */
const CONNECTIONS = 500;
/** Generous: a preview takes milliseconds, a held-up one never ends. */
const ANSWERED_MS = 10_000;
const PREVIEWS = 5;

let app: AttackApp;
let paged: string;
beforeAll(async () => {
  app = await AttackApp.start();
  const sql = "SELECT g, repeat('x', 500) FROM generate_series(1, 40000) g";
  paged = (await app.made<Run>('/api/studio/runs', { connection_id: 'open', sql })).id;
});
afterAll(() => app.stop());

const descriptors = () => readdirSync('/proc/self/fd').length;
const headersOf = (lines: Readonly<Record<string, string>>) =>
  Object.entries(lines)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('');
const request = (method: string, path: string, lines: Readonly<Record<string, string>> = {}) =>
  `${method} ${path} HTTP/1.1\r\n${headersOf({ Host: new URL(app.app.origin).host, ...app.ann.headers, ...lines })}`;

function opened(start: string): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(app.app.origin).port), '127.0.0.1', () => {
      socket.write(start);
      resolve(socket);
    });
    socket.on('error', reject);
  });
}

/** What another person gets while all those connections are open. */
async function expectServed(): Promise<void> {
  for (let at = 0; at < PREVIEWS; at += 1) {
    const answer = await fetch(new URL('/api/studio/runs', app.app.origin), {
      method: 'POST',
      headers: { ...app.admin.headers, 'Content-Type': 'application/json' },
      body: JSON.stringify({ connection_id: 'open', sql: 'SELECT 1' }),
      signal: AbortSignal.timeout(ANSWERED_MS),
    });
    expect(answer.status).toBe(201);
    await answer.arrayBuffer();
  }
}

async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await wait(50);
}

async function sessionsAtWork(): Promise<number> {
  const { rows } = await app.database.execute(
    "SELECT count(*) AS n FROM pg_stat_activity WHERE datname = current_database() AND state = 'active' AND pid <> pg_backend_pid()",
  );
  return Number(rows[0]?.n);
}

/** A connection by what is sent over it at first, and byte by byte after that; null where it only reads slowly. */
interface SlowWay {
  readonly start: () => string;
  readonly drip: string | null;
}

const WAYS: Readonly<Record<string, SlowWay>> = {
  'headers that never end': { start: () => request('GET', '/api/connections'), drip: 'X' },
  'headers of a stranger that never end': { start: () => 'GET /api/health HTTP/1.1\r\nHost: 127.0.0.1\r\n', drip: 'X' },
  'a body that never ends': {
    start: () =>
      `${request('POST', '/api/studio/runs', { 'Content-Type': 'application/json', 'Content-Length': '100000' })}\r\n{`,
    drip: ' ',
  },
  'a chunked body that never ends': {
    start: () =>
      `${request('POST', '/api/studio/lint', { 'Content-Type': 'application/json', 'Transfer-Encoding': 'chunked' })}\r\n1\r\n{\r\n`,
    drip: '1\r\n \r\n',
  },
  'a file of a result that is read byte by byte': {
    start: () => `${request('GET', `/api/studio/runs/${paged}/statements/0/export?format=csv`)}\r\n`,
    drip: null,
  },
  'the stream of events, never read': { start: () => `${request('GET', '/api/events')}\r\n`, drip: null },
  'pipelined requests whose answers are never read': {
    start: () => `${request('GET', `/api/studio/runs/${paged}/statements/0/rows`)}\r\n`.repeat(20),
    drip: null,
  },
};

describe.each(Object.entries(WAYS))(`${CONNECTIONS} times %s`, (_, { start, drip }) => {
  it('leaves previews of others served, and gives descriptors and sessions back', async () => {
    const before = descriptors();
    const sockets = await Promise.all(Array.from({ length: CONNECTIONS }, () => opened(start())));
    for (const socket of sockets) socket.on('error', () => undefined).pause();
    const dripping = setInterval(() => {
      for (const socket of sockets) if (drip !== null && socket.writable) socket.write(drip);
    }, 200);
    const sipping = setInterval(() => {
      for (const socket of sockets) if (drip === null) socket.read(1);
    }, 1000);
    try {
      await expectServed();
      await wait(1000);
      await expectServed();
    } finally {
      clearInterval(dripping);
      clearInterval(sipping);
      for (const socket of sockets) socket.destroy();
    }
    await until(() => descriptors() < before + CONNECTIONS / 10);
    await until(async () => (await sessionsAtWork()) === 0);
    await expectServed();
  });
});

it('a person who was slow is served again', async () => {
  const answer = await app.ann.post('/api/studio/runs', { connection_id: 'open', sql: 'SELECT 1' });
  expect([answer.status, bodyOf<Run>(answer).status]).toEqual([201, 'succeeded']);
});
