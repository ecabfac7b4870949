import type { Server } from 'node:http';
import { Injectable } from '@nestjs/common';
import type { BeforeApplicationShutdown, OnApplicationShutdown } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';

const SWEEP_EVERY_MS = 100;
/** What is being answered when everything behind it has ended gets this long, in milliseconds. */
const LAST_ANSWERS_MS = 3_000;

/** While the server stops, closes each kept connection as soon as its request is answered: browsers and proxies keep them open. */
@Injectable()
export class ConnectionSweep implements BeforeApplicationShutdown, OnApplicationShutdown {
  private timers: NodeJS.Timeout[] = [];

  constructor(private readonly adapter: HttpAdapterHost) {}

  beforeApplicationShutdown(): void {
    const server = this.adapter.httpAdapter.getHttpServer() as Server;
    this.timers = [
      setInterval(() => server.closeIdleConnections(), SWEEP_EVERY_MS),
      setTimeout(() => server.closeAllConnections(), LAST_ANSWERS_MS),
    ];
  }

  onApplicationShutdown(): void {
    for (const timer of this.timers) clearInterval(timer);
  }
}
