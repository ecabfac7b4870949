import { connect, createServer } from 'node:net';
import type { AddressInfo, Server, Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { RecordingContext, neverAborted } from '../../testing/recording-context.js';
import { PostgresConnector } from '../postgres-connector.js';
import { createTestDatabase } from '../testing/test-database.js';
import type { TestDatabase } from '../testing/test-database.js';
import { eventually } from '../../../../platform/testing/eventually.js';

let database: TestDatabase;
let relay: Server;
const open = new Set<Socket>();

beforeAll(async () => {
  database = await createTestDatabase();
  const { host, port } = database.config;
  relay = createServer((socket) => {
    open.add(socket);
    socket.on('close', () => open.delete(socket)).on('error', () => socket.destroy());
    socket.pipe(connect(port, host).on('error', () => socket.destroy())).pipe(socket);
  });
  await new Promise<void>((resolve) => relay.listen(0, '127.0.0.1', resolve));
});

afterAll(async () => {
  for (const socket of open) socket.destroy();
  relay.close();
  await database.dispose();
});

describe('a sign-in that fails', () => {
  it.each([
    ['for want of a password, which the driver finds out by itself', null],
    ['by a wrong password, which the server refuses', 'wrong'],
  ])('%s leaves no line open, which would hold a place on the server for a minute', async (_, password) => {
    const { port } = relay.address() as AddressInfo;
    const config = { ...database.config, host: '127.0.0.1', port, password };
    const connector = new PostgresConnector(config, new RecordingContext());
    for (let count = 0; count < 3; count += 1) {
      await expect(connector.openSession(neverAborted())).rejects.toThrow();
      await expect(connector.test(neverAborted())).rejects.toThrow();
    }
    await eventually(
      () => open.size,
      (size) => size === 0,
      5_000,
    );
    await connector.close();
  });
});
