import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { request } from 'node:http';
import type { IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { ProblemDocument } from '#libs/problem';
import { createApplication } from './application.js';
import { readConfig } from './platform/index.js';

interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
}

describe('a started workbench', () => {
  let home: string;
  let app: NestExpressApplication;
  let port: number;

  beforeAll(async () => {
    home = mkdtempSync(join(tmpdir(), 'workbench-'));
    const reading = readConfig({ WORKBENCH_HOME: home, WORKBENCH_DEMO: 'off', PORT: '0', LOG_LEVEL: 'silent' }, '/');
    if (reading.kind === 'invalid') throw new Error(reading.mistakes.join());
    app = await createApplication(reading.config);
    port = (app.getHttpServer().address() as AddressInfo).port;
  });

  afterAll(async () => {
    await app.close();
    rmSync(home, { recursive: true });
  });

  function send(
    method: string,
    path: string,
    body?: string | Buffer,
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const options = {
        host: '127.0.0.1',
        port,
        method,
        path,
        headers: { 'Content-Type': 'application/json', ...headers },
      };
      const outgoing = request(options, (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (part: string) => (text += part));
        response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }));
      });
      outgoing.on('error', reject);
      outgoing.end(body);
    });
  }

  const problemOf = ({ text }: Answer) => JSON.parse(text) as ProblemDocument;

  it('says that it is healthy', async () => {
    const answer = await send('GET', '/api/health');
    expect([answer.status, JSON.parse(answer.text)]).toEqual([200, { status: 'ok', version: '0.1.0', mode: 'single' }]);
  });

  it('answers an unknown path with a problem that carries the request id', async () => {
    const answer = await send('GET', '/api/nowhere');
    expect(answer.headers['content-type']).toBe('application/problem+json; charset=utf-8');
    expect(problemOf(answer)).toMatchObject({
      status: 404,
      code: 'not-found',
      instance: answer.headers['x-request-id'],
    });
  });

  it.each<[string, string | Buffer, number, string]>([
    ['broken JSON', '{"a":', 400, 'malformed-json'],
    ['JSON that is no object', '"text"', 400, 'malformed-json'],
    ['invalid UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x7d]), 400, 'malformed-json'],
    ['more than it takes', Buffer.alloc(300 * 1024, 32), 413, 'too-large'],
  ])('refuses %s', async (_, body, status, code) => {
    expect(problemOf(await send('POST', '/api/connections', body))).toMatchObject({ status, code });
  });

  it('refuses another host name and a foreign page', async () => {
    const rebound = await send('GET', '/api/connections', undefined, { Host: 'evil.example' });
    const foreign = await send('POST', '/api/connections', '{}', { Origin: 'https://evil.example' });
    expect([problemOf(rebound).code, problemOf(foreign).code]).toEqual(['host-not-allowed', 'host-not-allowed']);
  });

  it('answers health checks under any host name', async () => {
    expect((await send('GET', '/api/health', undefined, { Host: '10.1.2.3:8080' })).status).toBe(200);
  });

  it.each(['/', '/api/docs'])('lets scripts of %s come from nowhere else', async (path) => {
    const { headers } = await send('GET', path);
    expect(headers['content-security-policy']).toContain("script-src 'self';");
    expect(headers['x-powered-by']).toBeUndefined();
  });

  it('keeps data from being taken for a page, and out of caches', async () => {
    const { headers } = await send('GET', '/api/connections');
    expect(headers['content-security-policy']).toBe("default-src 'none'; frame-ancestors 'none'");
    expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' });
  });

  it('describes itself as OpenAPI 3.1', async () => {
    const { text } = await send('GET', '/api/openapi.json');
    const document = JSON.parse(text) as { openapi: string; paths: Record<string, unknown> };
    expect(document.openapi).toBe('3.1.0');
    expect(Object.keys(document.paths)).toContain('/api/health');
  });

  it('counts its requests', async () => {
    await send('GET', '/api/health');
    const { text } = await send('GET', '/metrics');
    expect(text).toMatch(/workbench_http_request_duration_seconds_count\{method="GET",status="200"\} [1-9]/);
  });

  it('keeps its state to itself', () => {
    expect(statSync(join(home, 'state.sqlite')).isFile()).toBe(true);
  });
});
