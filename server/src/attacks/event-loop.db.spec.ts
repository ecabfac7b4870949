import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sizeOf } from '../faults/testing/rounds.js';
import { routesOf } from '../testing/routes-of.js';
import { AttackApp } from './testing/attack-app.js';
import { LoopTurns } from './testing/loop-turns.js';
import { isWithin, quickestOf } from './testing/machine-pace.js';
import { sendRaw } from './testing/raw-request.js';
import type { RawAnswer } from './testing/raw-request.js';
import { TEXTS, TEXT_ROUTES, YAML_ROUTE, largest } from './testing/worst-bodies.js';

/**
 * The worst that each route takes must not hold up the event loop: work of more than 20 ms leaves it. What is measured is
 * processor time of one turn of the loop, the receiving of the body included; the best of three sends counts, since
 * the compiler and the collector take turns of their own. The limit grows with what the same work costs meanwhile.
 */
const LONGEST_TURN_MS = 120;
/** What is read in place, since the way to a thread would cost more; of YAML nothing that is worth measuring. */
const IN_PLACE = 19_000;
/** Left to a thread. A quadratic reading is far beyond the limit at either size. */
const TO_A_THREAD = sizeOf(300_000, 3 * 1024 * 1024);
const SENDS = 3;

let app: AttackApp;
beforeAll(async () => {
  app = await AttackApp.start();
  for (const path of Object.keys(TEXT_ROUTES)) await send('POST', path, textBody(path, 'SELECT 1;', 100_000));
});
afterAll(() => app.stop());

function send(method: string, path: string, body: Buffer): Promise<RawAnswer> {
  const headers = { ...app.ann.headers, 'Content-Type': 'application/json', 'Content-Length': String(body.length) };
  return sendRaw({ method, origin: app.app.origin, path, headers, body });
}

function textBody(path: string, part: string, length: number): Buffer {
  const text = part.repeat(Math.ceil(length / part.length)).slice(0, length);
  return Buffer.from(JSON.stringify(TEXT_ROUTES[path]?.(text) ?? {}));
}

interface LongestTurn {
  readonly ms: number;
  readonly status: number;
  readonly isTooLong: boolean;
}

/** The longest turn that a request costs, and how it was answered. */
async function longestTurn(method: string, path: string, body: Buffer): Promise<LongestTurn> {
  const measure = async () => {
    let status = 0;
    const ms = await LoopTurns.longestDuring(async () => ({ status } = await send(method, path, body)));
    return { ms, status };
  };
  const often = { times: SENDS, enoughMs: LONGEST_TURN_MS / 2 };
  const { ms, status } = await quickestOf(often, measure, (turn) => turn.ms);
  return { ms: Math.round(ms), status, isTooLong: !isWithin(ms, LONGEST_TURN_MS) };
}

describe('the event loop', () => {
  it.each(TEXTS)('turns on while $path reads a long and a short text of "$part"', async ({ path, part }) => {
    const turns: Record<string, LongestTurn> = {};
    for (const length of path === YAML_ROUTE ? [TO_A_THREAD] : [IN_PLACE, TO_A_THREAD])
      turns[length] = await longestTurn('POST', path, textBody(path, part, length));
    expect(Object.values(turns).filter(({ isTooLong, status }) => isTooLong || status === 0)).toEqual([]);
  });

  it('turns on while each route measures and reads the largest body that it takes', async () => {
    const slow: string[] = [];
    const taking = routesOf(app.app.workbench.app).filter(
      ({ method, name }) => /POST|PUT/.test(method) && !name.includes('auth/'),
    );
    for (const { method, path, bodyLimits, name } of taking) {
      const turn = await longestTurn(method, path.replace(/:\w+/g, 'open'), Buffer.from(largest(bodyLimits)));
      if (turn.isTooLong || turn.status === 0) slow.push(`${name}: ${turn.ms} ms, status ${turn.status}`);
    }
    expect(slow).toEqual([]);
    expect(taking.length).toBeGreaterThan(50);
  }, 300_000);
});
