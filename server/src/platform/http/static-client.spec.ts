import { mkdirSync, mkdtempSync, readdirSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { get as begin } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import express from 'express';
import request from 'supertest';
import { staticClient } from './static-client.js';

/** More than a connection takes before its reader has read any of it. */
const LARGE = 64 * 2 ** 20;
const SCRIPT = 'console.log("héllo");';

describe('staticClient', () => {
  let folder: string;
  let server: Server;

  beforeAll(() => {
    const parent = mkdtempSync(join(tmpdir(), 'client-'));
    folder = join(parent, 'browser');
    mkdirSync(folder);
    writeFileSync(join(parent, 'preload.json'), '["chunk-Czcdz-wG.js", "chunk-b.js"]');
    mkdirSync(join(folder, 'assets'));
    const files: Record<string, string | Buffer> = {
      'index.html': '<html>shell</html>',
      'chunk-Czcdz-wG.js': SCRIPT,
      'chunk-Czcdz-wG.js.br': brotliCompressSync(SCRIPT),
      'chunk-Czcdz-wG.js.gz': gzipSync(SCRIPT),
      'assets/a b.svg': '<svg/>',
      'gone.js': 'x',
      'large.js': Buffer.alloc(LARGE),
    };
    for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
    const app = express();
    app.use(staticClient(folder));
    app.use((_request, response) => response.status(404).send('next'));
    server = app.listen(0);
    rmSync(join(folder, 'gone.js'));
  });
  afterAll(() => {
    server.close();
    rmSync(join(folder, '..'), { recursive: true });
  });

  async function get(path: string, headers: Record<string, string> = {}) {
    const answer = await request(server)
      .get(path)
      .set({ 'Accept-Encoding': 'identity', ...headers })
      .buffer(true)
      .parse((response, done) => {
        let text = '';
        response.setEncoding('utf8');
        response.on('data', (part: string) => (text += part));
        response.on('end', () => done(null, text));
      });
    return {
      status: answer.status,
      headers: answer.headers as Record<string, string | undefined>,
      body: String(answer.body),
    };
  }

  it('announces the parts of the studio where a visit begins there, and nowhere else', async () => {
    const linked = async (path: string) => (await get(path)).headers.link;
    const parts = '</chunk-Czcdz-wG.js>; rel=modulepreload, </chunk-b.js>; rel=modulepreload';
    expect(await Promise.all(['/', '/studio', '/studio?sql=1'].map(linked))).toEqual([parts, parts, parts]);
    expect(await Promise.all(['/jobs', '/sign-in', '/chunk-Czcdz-wG.js'].map(linked))).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    const { headers } = await get('/studio', { 'If-None-Match': (await get('/studio')).headers.etag ?? '' });
    expect(headers.link).toBe(parts);
  });

  it('never lets a file with a hash in its name be asked for twice', async () => {
    const { headers, body } = await get('/chunk-Czcdz-wG.js');
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(headers['content-type']).toBe('text/javascript; charset=utf-8');
    expect(body).toBe(SCRIPT);
  });

  it.each([
    ['gzip, deflate, br', 'br'],
    ['gzip', 'gzip'],
  ])('answers %s with the file made by the build', async (accepted, encoding) => {
    const { headers, body } = await get('/chunk-Czcdz-wG.js', { 'Accept-Encoding': accepted });
    expect(headers).toMatchObject({ 'content-encoding': encoding, vary: 'Accept-Encoding' });
    // Read by the client as the encoding says.
    expect(body).toBe(SCRIPT);
  });

  it('answers 304 to a page that the browser has', async () => {
    const { headers } = await get('/index.html');
    expect(headers['cache-control']).toBe('no-cache');
    const again = await get('/index.html', { 'If-None-Match': headers.etag ?? '' });
    expect([again.status, again.body]).toEqual([304, '']);
  });

  it.each(['/', '/studio', '/studio?connection=shop', '/settings/studio'])(
    'answers %s with the application',
    async (path) => {
      expect((await get(path)).body).toBe('<html>shell</html>');
    },
  );

  it('answers a browser at an unknown path with the application and 404', async () => {
    const headers = { Accept: 'text/html,*/*;q=0.8' };
    const { status, body, headers: sent } = await get('/nonsense', headers);
    expect([status, body, sent.vary]).toEqual([404, '<html>shell</html>', 'Accept, Accept-Encoding']);
    const again = await get('/nonsense', { ...headers, 'If-None-Match': sent.etag ?? '' });
    expect([again.status, again.body]).toEqual([404, '<html>shell</html>']);
  });

  it.each(['/.well-known/oauth-protected-resource', '/.well-known/openid-configuration/mcp'])(
    'leaves %s to what comes after, for a browser too',
    async (path) => {
      const { status, body } = await get(path, { Accept: 'text/html' });
      expect([status, body]).toEqual([404, 'next']);
    },
  );

  it.each([
    '/nonsense',
    '/register',
    '/.well-known/oauth-authorization-server',
    '/api/nothing',
    '/metrics',
    '/mcp',
    '/missing.js',
    '/../package.json',
    '/%2e%2e/package.json',
    '/chunk-Czcdz-wG.js.br',
  ])('leaves %s to what comes after', async (path) => {
    const { status, body } = await get(path);
    expect([status, body]).toEqual([404, 'next']);
  });

  it('finds names with spaces', async () => {
    expect((await get('/assets/a%20b.svg')).headers['content-type']).toBe('image/svg+xml');
  });

  it('answers 404 for a file that went while it was served, and keeps nobody from asking again', async () => {
    const { status, headers } = await get('/gone.js');
    expect([status, headers['cache-control'], headers.etag]).toEqual([404, undefined, undefined]);
  });

  it('keeps no file open for readers who went away', async () => {
    const { port } = server.address() as AddressInfo;
    const opened = (): number => namesOfOpenFiles().filter((name) => name.endsWith('large.js')).length;
    const leave = () =>
      new Promise<void>((resolve) => {
        const asked = begin({ port, path: '/large.js', agent: false }, (answer) => {
          answer.once('data', () => asked.destroy()).once('close', resolve);
          answer.on('error', () => undefined);
        });
        asked.on('error', () => undefined);
      });
    for (let n = 0; n < 5; n += 1) await leave();
    while (opened() > 0) await pause(10);
    expect(opened()).toBe(0);
  });

  it('answers HEAD with the length alone', async () => {
    const { headers, status } = await request(server).head('/index.html').set('Accept-Encoding', 'identity');
    expect([status, headers['content-length']]).toEqual([200, '18']);
  });

  it('serves nothing where nothing was built', async () => {
    const app = express();
    app.use(staticClient(join(folder, 'missing')));
    app.use((_request, response) => response.status(404).send('next'));
    expect((await request(app).get('/')).text).toBe('next');
  });
});

/** The files that this process has open (Linux). */
function namesOfOpenFiles(): string[] {
  return readdirSync('/proc/self/fd').flatMap((fd) => {
    try {
      return [readlinkSync(`/proc/self/fd/${fd}`)];
    } catch {
      return [];
    }
  });
}
