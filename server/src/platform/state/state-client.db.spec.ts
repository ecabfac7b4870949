import { connect, createServer } from 'node:net';
import type { AddressInfo, Server, Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DataSource } from 'typeorm';
import { postgresOptions } from './postgres-state.js';

/** `ReadyForQuery`, outside of a transaction: the last message of a connection's start. */
const READY = Buffer.from([0x5a, 0, 0, 0, 5, 0x49]);
const ENDED = fatalError('57P01', 'terminating connection due to administrator command');

/** An `ErrorResponse` of the frontend/backend protocol. */
function fatalError(code: string, message: string): Buffer {
  const fields = Buffer.from(`SFATAL\0C${code}\0M${message}\0\0`);
  const head = Buffer.alloc(5);
  head.write('E');
  head.writeInt32BE(fields.length + 4, 1);
  return Buffer.concat([head, fields]);
}

describe('a server that ends a connection as it accepts it', () => {
  let server: Server;
  let isEnding = false;
  const sockets: Socket[] = [];
  const target = new URL(process.env.TEST_POSTGRES_URL ?? '');

  beforeAll(async () => {
    server = createServer((inward) => {
      const outward = connect(Number(target.port), target.hostname);
      sockets.push(inward, outward);
      for (const socket of [inward, outward]) socket.on('error', () => undefined);
      inward.on('data', (part) => outward.write(part)).on('close', () => outward.destroy());
      outward.on('close', () => inward.destroy());
      outward.on('data', (part) => {
        const isLast = isEnding && part.subarray(-READY.length).equals(READY);
        inward.write(isLast ? Buffer.concat([part, ENDED]) : part);
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  afterAll(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });

  // An error event without a listener fails the test as an uncaught exception.
  it('fails the statement, and does not end the process', async () => {
    const url = new URL(target);
    url.hostname = '127.0.0.1';
    url.port = String((server.address() as AddressInfo).port);
    const source = await new DataSource(postgresOptions(url.href)).initialize();
    try {
      isEnding = true;
      // More at once than the pool has open, so that new connections are made.
      const outcomes = await Promise.allSettled(Array.from({ length: 5 }, () => source.query('SELECT 1')));
      expect(outcomes.filter(({ status }) => status === 'rejected').length).toBeGreaterThan(0);
    } finally {
      isEnding = false;
      await source.destroy();
    }
  });
});
