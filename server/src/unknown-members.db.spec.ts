import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ProblemDocument } from '#libs/problem';
import { FEATURES } from './app.module.js';
import { TestWorkbench } from './platform/testing/test-workbench.js';
import { HttpCaller } from './testing/http-caller.js';
import { routesOf } from './testing/routes-of.js';

/** Routes that read no body or bytes, the one of JSON-RPC, and those of a trigger, which are tried below. */
const OTHERS =
  /\/(?:mcp|logout|rotate|rotate-secret|reset|sign-out|reconnect|cancel|commit|rollback|keep|restore|run|pause|resume|pause-all|resume-all|enable|resend|clean-up|secret-key|triggers\/preview|trigger|imports\/:id\/file|changes\/:id\/rehearse|changes\/:id\/undo)$|\/:id\/test$/;
const CONNECTION = { name: 'a', kind: 'files', path: '.' };
const EVERY_HOUR = { type: 'interval', every: 1, unit: 'hours' };
const QUESTION = { connection_id: 'a', task: 'write', question: 'x' };

let workbench: TestWorkbench;
let caller: HttpCaller;
beforeAll(async () => {
  const connections = 'connections:\n  - { id: a, name: A, kind: files, path: . }\n';
  workbench = await TestWorkbench.start({ features: FEATURES, connections });
  caller = new HttpCaller((await workbench.app.getUrl()).replace('[::1]', '127.0.0.1'));
});
afterAll(() => workbench.stop());

async function refusal(method: string, path: string, body: object): Promise<string> {
  const { status, body: problem } = await caller.send<ProblemDocument>(method, path, body);
  return `${String(status)} ${problem.code} ${(problem.errors ?? []).map(({ pointer }) => pointer).join(' ')}`;
}

describe('a member that is not known', () => {
  it('is refused by its name on every route that takes a body', async () => {
    const takesBody = ({ method, path }: { readonly method: string; readonly path: string }) =>
      ['POST', 'PUT', 'PATCH'].includes(method) && !OTHERS.test(path);
    const routes = routesOf(workbench.app).filter(takesBody);
    expect(routes.length).toBeGreaterThan(40);
    const taken: string[] = [];
    for (const { method, path, name } of routes) {
      const address = path.replace(':kind', 'query').replaceAll(/:\w+/g, 'a');
      const answer = await refusal(method, address, { surprise: 1 });
      if (!/^400 validation-failed .*\/surprise\b/.test(answer)) taken.push(`${name}: ${answer}`);
    }
    expect(taken).toEqual([]);
  });

  it.each<[string, string, string, object, string]>([
    ['a trigger', 'POST', '/api/scheduler/triggers/preview', { ...EVERY_HOUR, surprise: 1 }, '/surprise'],
    ['settings', 'PUT', '/api/connections/a', { ...CONNECTION, files: { 'a.csv': { surprise: 1 } } }, '/files'],
    [
      'the settings of a channel',
      'POST',
      '/api/notifications/channels',
      { name: 'a', kind: 'webhook', settings: { url: 'https://example.org/', surprise: 1 } },
      '/settings/surprise',
    ],
    [
      'the filter of a subscription',
      'POST',
      '/api/notifications/subscriptions',
      { channel_id: 'a', events: ['schema.changed'], filter: { surprise: 1 } },
      '/filter/surprise',
    ],
    [
      'a grant',
      'PUT',
      '/api/connections/a/access',
      { items: [{ subject: 'everybody', level: 'query', surprise: 1 }] },
      '/items/0/surprise',
    ],
    [
      'the table of a question',
      'POST',
      '/api/copilot/sql',
      { ...QUESTION, table: { schema: 'main', name: 'a', surprise: 1 } },
      '/table/surprise',
    ],
    [
      'a turn of a question',
      'POST',
      '/api/copilot/sql',
      { ...QUESTION, turns: [{ role: 'user', text: 'x', surprise: 1 }] },
      '/turns/0/surprise',
    ],
  ])('is refused inside of %s', async (_, method, path, body, pointer) => {
    expect(await refusal(method, path, body)).toMatch(new RegExp(`^400 validation-failed .*${pointer}`));
  });
});
