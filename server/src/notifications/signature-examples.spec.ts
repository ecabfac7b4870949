import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { schemaChanged } from './testing/events.js';
import { NotificationsApp } from './testing/notifications-app.js';
import { Receiver } from './testing/receiver.js';
import type { Received } from './testing/receiver.js';
import { eventually } from '../platform/testing/eventually.js';

const PAGE = readFileSync('docs/notifications.md', 'utf8');
const run = promisify(execFile);

function exampleIn(language: string): string {
  const found = new RegExp(`\`\`\`${language}\n([\\s\\S]*?)\n\`\`\``).exec(PAGE)?.[1];
  if (found === undefined) throw new Error(`There is no example in ${language}.`);
  return found;
}

function hasPython(): boolean {
  try {
    execFileSync('python3', ['--version']);
    return true;
  } catch {
    return false;
  }
}

/** How each example is asked, with what is to be checked as JSON on its command line. */
const LANGUAGES = [
  {
    ...{ name: 'js', file: 'check.mjs', command: process.execPath },
    call: '\nconst { secret, headers, body } = JSON.parse(process.argv[2]);\nconsole.log(isGenuine(secret, headers, body));\n',
  },
  ...(hasPython()
    ? [
        {
          ...{ name: 'python', file: 'check.py', command: 'python3' },
          call: '\nimport json, sys\nasked = json.loads(sys.argv[1])\nprint(str(is_genuine(asked["secret"], asked["headers"], asked["body"])).lower())\n',
        },
      ]
    : []),
];

describe('the example of checking a signature', () => {
  let app: NotificationsApp;
  let receiver: Receiver;
  let secret: string;
  let genuine: Received;
  const folder = mkdtempSync(join(tmpdir(), 'signature-examples-'));

  beforeAll(async () => {
    [app, receiver] = await Promise.all([NotificationsApp.start(), Receiver.start()]);
    ({ secret } = (await app.webhook(receiver.url)) as { secret: string });
    await app.publish(
      'schema.changed',
      schemaChanged('shop', 2, (n) => `ünïcode ${n}`),
    );
    await eventually(
      () => receiver.received,
      (all) => all.length === 1,
    );
    [genuine] = receiver.received as [Received];
  });
  afterAll(async () => {
    await app.stop();
    await receiver.stop();
    rmSync(folder, { recursive: true });
  });

  it.each(LANGUAGES)('in $name takes what is genuine and nothing else', async ({ name, file, command, call }) => {
    const path = join(folder, file);
    writeFileSync(path, exampleIn(name) + call);
    const { headers, body } = genuine;
    const check = async (asked: object) =>
      (await run(command, [path, JSON.stringify({ secret, headers, body, ...asked })])).stdout.trim();
    expect(await check({})).toBe('true');
    expect(await check({ body: `${body} ` })).toBe('false');
    expect(await check({ secret: `whsec_${Buffer.alloc(32).toString('base64')}` })).toBe('false');
    expect(await check({ headers: { ...headers, 'webhook-timestamp': '1700000000' } })).toBe('false');
    expect(await check({ headers: { ...headers, 'webhook-id': 'msg_other' } })).toBe('false');
  });
});
