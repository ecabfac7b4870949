import { Agent, request } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Module } from '@nestjs/common';
import { TestWorkbench } from '../testing/test-workbench.js';

/** What the longest of the usual proxies keeps an idle connection (Caddy), in milliseconds. */
const LONGEST_PROXY_MS = 120_000;
/** Node closes idle connections after 5 s, and a second later at the latest. */
const LONGER_THAN_NODE_MS = 7_000;

@Module({})
class NoFeature {}

let workbench: TestWorkbench;
const agent = new Agent({ keepAlive: true, maxSockets: 1 });

beforeAll(async () => {
  workbench = await TestWorkbench.start({ features: [NoFeature] });
});
afterAll(async () => {
  agent.destroy();
  await workbench.stop();
});

function ask(): Promise<{ status: number | undefined; socket: Socket; hint: string | undefined }> {
  const { port } = workbench.app.getHttpServer().address() as AddressInfo;
  return new Promise((resolve, reject) => {
    const outgoing = request({ host: '127.0.0.1', port, path: '/api/health', agent }, (response) => {
      const hint = response.headers['keep-alive']?.toString();
      const socket = response.socket;
      response.resume().on('end', () => resolve({ status: response.statusCode, socket, hint }));
    });
    outgoing.on('error', reject).end();
  });
}

it('keeps an idle connection longer than proxies do', async () => {
  const { keepAliveTimeout, headersTimeout, requestTimeout } = workbench.app.getHttpServer();
  expect(keepAliveTimeout).toBeGreaterThan(LONGEST_PROXY_MS);
  expect(headersTimeout).toBeGreaterThan(0);
  expect(headersTimeout).toBeLessThanOrEqual(requestTimeout);
  const first = await ask();
  expect([first.status, first.hint]).toEqual([200, `timeout=${keepAliveTimeout / 1_000}`]);
  await wait(LONGER_THAN_NODE_MS);
  const second = await ask();
  expect([second.status, second.socket === first.socket]).toEqual([200, true]);
});
