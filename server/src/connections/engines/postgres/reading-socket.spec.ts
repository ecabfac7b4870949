import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo, Server } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { readingSocket } from './reading-socket.js';

const MEBIBYTE = 1024 * 1024;

describe('readingSocket', () => {
  /** Larger than one read, and each part of it is different. */
  const sent = Buffer.from(Array.from({ length: 200_000 }, (_, line) => `${line}\n`).join(''));
  let server: Server;
  beforeEach(async () => {
    server = createServer((socket) => socket.end(sent)).listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  afterEach(() => {
    server.close();
  });

  const port = () => (server.address() as AddressInfo).port;

  it('hands on every byte, in order, and reads all but the first in the same memory', async () => {
    const socket = readingSocket();
    const parts: Buffer[] = [];
    const memory: ArrayBufferLike[] = [];
    socket.on('data', (bytes: Buffer) => {
      parts.push(Buffer.from(bytes));
      memory.push(bytes.buffer);
    });
    socket.connect(port(), '127.0.0.1');
    await once(socket, 'close');
    expect(Buffer.concat(parts).equals(sent)).toBe(true);
    expect([sent.length > MEBIBYTE, new Set(memory.slice(1)).size]).toEqual([true, 1]);
  });

  it('waits while it is paused', async () => {
    const socket = readingSocket();
    let bytes = 0;
    let isPaused = false;
    let early = 0;
    socket.on('data', (part: Buffer) => {
      bytes += part.length;
      if (isPaused) early += part.length;
      isPaused = true;
      socket.pause();
      setImmediate(() => {
        isPaused = false;
        socket.resume();
      });
    });
    socket.connect(port(), '127.0.0.1');
    await once(socket, 'close');
    expect([bytes, early]).toEqual([sent.length, 0]);
  });

  it('has no large buffer before the server has answered', () => {
    const before = process.memoryUsage().arrayBuffers;
    const sockets = Array.from({ length: 100 }, () => {
      const socket = readingSocket();
      socket.on('error', () => undefined);
      return socket.connect(1, '127.0.0.1');
    });
    const made = process.memoryUsage().arrayBuffers - before;
    for (const socket of sockets) socket.destroy();
    expect(made).toBeLessThan(MEBIBYTE);
  });
});
