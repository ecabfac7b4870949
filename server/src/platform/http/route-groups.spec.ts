import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import express from 'express';
import type { Express, NextFunction, Request, Response } from 'express';
import { groupRoutes } from './route-groups.js';

let server: Server | null = null;
afterEach(() => {
  server?.close();
  server = null;
});

const answer = (name: string) => (request: Request, response: Response) => {
  response.json([name, { ...request.params }, request.baseUrl]);
};

/** The same routes, in the same order, for an application with groups and one without. */
function addRoutes(app: Express): Express {
  app.disable('x-powered-by');
  app.use((_request, response, next) => {
    response.setHeader('X-First', '1');
    next();
  });
  app.get('/api/tiles/:z/:x', answer('tile'));
  app.get('/api/studio/runs', answer('runs'));
  app.post('/api/studio/runs', answer('start'));
  app.use((_request, response, next) => {
    response.setHeader('X-Second', '1');
    next();
  });
  app.get('/api/studio/runs/latest', answer('latest'));
  app.get('/api/studio/runs/:id', answer('run'));
  app.get('/metrics', answer('metrics'));
  app.get('/api/:feature/about', answer('about'));
  app.get('/api/studio{/*rest}', answer('rest of studio'));
  app.get('/api/late/about', answer('never reached'));
  app.get('/files/*path', answer('file'));
  app.all('/mcp', answer('mcp'));
  app.get('/:page', answer('page'));
  // Express's own answer shows the stack of the error.
  app.use((error: Error, _request: Request, response: Response, _next: NextFunction) => {
    response.status(400).json(error.message);
  });
  return app;
}

async function open(app: Express): Promise<(method: string, path: string) => Promise<unknown>> {
  const own = createServer(app as Parameters<typeof createServer>[1]);
  server = own;
  await new Promise<void>((resolve) => own.listen(0, '127.0.0.1', resolve));
  const { port } = own.address() as AddressInfo;
  return async (method, path) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, { method });
    const { headers, status } = response;
    const text = await response.text();
    return [status, text, headers.get('allow'), headers.get('x-first'), headers.get('x-second')];
  };
}

const REQUESTS = [
  ['GET', '/api/tiles/1/2'],
  ['GET', '/api/tiles/1'],
  ['GET', '/api/studio/runs'],
  ['GET', '/API/Studio/RUNS/'],
  ['GET', '/api/studio/runs?status=running'],
  ['POST', '/api/studio/runs'],
  ['DELETE', '/api/studio/runs'],
  ['HEAD', '/api/studio/runs'],
  ['OPTIONS', '/metrics'],
  ['GET', '/api/studio/runs/latest'],
  ['GET', '/api/studio/runs/7'],
  ['GET', '/api/studio/runs/%2F'],
  ['GET', '/api/studio/runs/%FF'],
  ['GET', '/api/%73tudio/runs'],
  ['GET', '/api//studio/runs'],
  ['GET', '//api/studio/runs'],
  ['GET', '/api/studio/about'],
  ['GET', '/api/late/about'],
  ['GET', '/api/studio'],
  ['GET', '/api/studio/a/b/c'],
  ['GET', '/api'],
  ['GET', '/metrics'],
  ['GET', '/metrics/'],
  ['GET', '/metrics/more'],
  ['GET', '/files/a/b'],
  ['PUT', '/mcp'],
  ['GET', '/start'],
  ['GET', '/'],
] as const;

describe('grouped routes', () => {
  it.each(REQUESTS)('answer %s %s as Express does without groups', async (method, path) => {
    const plain = await (await open(addRoutes(express())))(method, path);
    server?.close();
    expect(await (await open(addRoutes(groupRoutes(express()))))(method, path)).toEqual(plain);
  });

  it('answer OPTIONS with the methods of their group', async () => {
    const [status, , allow] = (await (
      await open(addRoutes(groupRoutes(express())))
    )('OPTIONS', '/api/studio/runs')) as [number, string, string];
    expect([status, allow]).toEqual([200, 'GET, HEAD, POST']);
  });

  it('leave settings readable', () => {
    const app = groupRoutes(express());
    app.set('query parser', 'simple');
    expect(app.get('query parser')).toBe('simple');
  });
});
