import { createServer } from 'node:net';
import type { AddressInfo, Server, Socket } from 'node:net';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { ChangeSetDetails } from '#libs/api';
import { TestWorkbench } from '../platform/testing/test-workbench.js';
import { ChangesModule } from './changes.module.js';
import { ChangesCaller, editsOf } from './testing/changes-caller.js';

/** As long as the statements of a change set are looked up, and room for a busy machine. */
const LIMIT_MS = 5_000 + 4_000;

let workbench: TestWorkbench;
let server: Server;
const sockets = new Set<Socket>();
beforeAll(async () => {
  server = createServer((socket) => void sockets.add(socket.on('error', () => undefined)));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const connections = `connections:
  - { id: silent, name: Silent, kind: postgres, host: 127.0.0.1, port: ${port}, database: x, user: x, password: x }
`;
  workbench = await TestWorkbench.start({ features: [ChangesModule], connections });
});
afterAll(async () => {
  await workbench.stop();
  for (const socket of sockets) socket.destroy();
  server.close();
});

it('edits of many tables of a database that does not answer are shown as soon as those of one', async () => {
  const caller = new ChangesCaller(workbench, 'silent');
  const items = Array.from({ length: 20 }, (_, at) => editsOf(`t${at}`).insert({ id: '1' }));
  const startedAtMs = performance.now();
  const made = await caller.create(items);
  expect(performance.now() - startedAtMs).toBeLessThan(LIMIT_MS);
  const openedAtMs = performance.now();
  const change = await caller.ask<ChangeSetDetails>('GET', `/api/changes/${made.id}`);
  expect(performance.now() - openedAtMs).toBeLessThan(LIMIT_MS);
  expect(change).toMatchObject({ item_count: 20, statements: [] });
});
