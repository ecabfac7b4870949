import type { AddressInfo } from 'node:net';
import { Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Controller, Get, Module, Res } from '@nestjs/common';
import type { INestApplication } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { Response } from 'express';
import { PinoLogger } from 'nestjs-pino';
import { forgetLogger } from '../testing/fresh-logger.js';
import { ProblemFilter } from './problem.filter.js';

let begun = 0;

@Controller()
class Slow {
  @Get('slow')
  async slow(@Res() response: Response): Promise<never> {
    begun += 1;
    await new Promise((resolve) => response.once('close', resolve));
    throw new DOMException('This operation was aborted', 'AbortError');
  }

  @Get('broken')
  broken(): never {
    throw new DOMException('This operation was aborted', 'AbortError');
  }
}

@Module({ controllers: [Slow] })
class SlowModule {}

describe('a request that fails', () => {
  let app: INestApplication;
  let lines: { level: number; msg: string }[];
  const url = (path: string): string =>
    `http://127.0.0.1:${(app.getHttpServer() as { address(): AddressInfo }).address().port}/${path}`;
  const until = async (isDone: () => boolean): Promise<void> => {
    while (!isDone()) await sleep(5);
  };

  beforeEach(async () => {
    lines = [];
    begun = 0;
    const stream = new Writable({
      write: (chunk: Buffer, _, done) => {
        lines.push(JSON.parse(chunk.toString()) as { level: number; msg: string });
        done();
      },
    });
    forgetLogger();
    app = await NestFactory.create(SlowModule, { logger: false });
    app.useGlobalFilters(new ProblemFilter(new PinoLogger({ pinoHttp: [{ level: 'debug' }, stream] })));
    await app.listen(0, '127.0.0.1');
  });
  afterEach(() => app.close());

  it('is no error of the server where the client left', async () => {
    const stop = new AbortController();
    const answer = fetch(url('slow'), { signal: stop.signal }).catch(() => null);
    await until(() => begun === 1);
    stop.abort();
    await answer;
    await until(() => lines.length > 0);
    expect(lines).toMatchObject([{ level: 20, msg: 'the client closed the connection before the answer' }]);
  });

  it('is an error of the server where the client waits', async () => {
    const answer = await fetch(url('broken'));
    expect([answer.status, lines.map(({ level }) => level)]).toEqual([500, [50]]);
  });
});
