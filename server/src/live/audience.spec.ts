import { describe, expect, it } from '@jest/globals';
import { LOCAL_ACTOR } from '#libs/access';
import type { Actor } from '#libs/access';
import { payloadFor } from './audience.js';

const ANN: Actor = { ...LOCAL_ACTOR, userId: 'ann', role: 'user' };
const seesShop = (_: Actor, id: string) => id === 'shop';

describe('payloadFor', () => {
  it('leaves of a list of connections those that one may see', () => {
    const payload = { connection_ids: ['shop', 'vault'] };
    expect(payloadFor(ANN, payload, seesShop)).toEqual({ connection_ids: ['shop'] });
  });

  it('tells that the list changed even where one may see nothing of it: the mistakes may have', () => {
    const payload = { connection_ids: [] };
    expect(payloadFor(ANN, payload, seesShop)).toEqual({ connection_ids: [] });
  });

  it('is silent where all that changed is hidden', () => {
    expect(payloadFor(ANN, { connection_ids: ['vault'] }, seesShop)).toBeNull();
  });

  it.each([
    ['shop', true],
    ['vault', false],
  ])('tells the health of %s: %s', (id, isTold) => {
    const health = { state: 'idle', last_error: null, latency_ms: null, checked_at: null } as const;
    const payload = { connection_id: id, health };
    expect(payloadFor(ANN, payload, seesShop) !== null).toBe(isTold);
  });

  it.each([
    ['one of her own', 'ann', 'shop', true],
    ["somebody else's", 'bob', 'shop', false],
    ['one of her own on a connection that is hidden by now', 'ann', 'vault', false],
  ])('tells of a run: %s', (_, owner_id, connection_id, isTold) => {
    const payload = { run_id: 'r', owner_id, connection_id, status: 'succeeded' } as const;
    expect(payloadFor(ANN, payload, seesShop) !== null).toBe(isTold);
  });

  it.each([
    ['her own', 'ann', 'user', null, true],
    ['her own on a connection', 'ann', 'user', 'shop', true],
    ['her own on a connection that is hidden by now', 'ann', 'user', 'vault', false],
    ["somebody else's", 'bob', 'user', null, false],
    ["somebody else's to an administrator", 'bob', 'admin', null, true],
  ] as const)('tells of a job: %s', (_, owner_id, role, connection_id, isTold) => {
    const payload = { job_id: 'j', run_id: 'r', owner_id, connection_id, status: 'running', progress: null } as const;
    expect(payloadFor({ ...ANN, role }, payload, seesShop) !== null).toBe(isTold);
  });

  it('tells nothing of the jobs of others to a token of an administrator that is limited', () => {
    const token: Actor = { ...ANN, role: 'admin', scopes: ['read'] };
    expect(
      payloadFor(token, { job_id: 'j', owner_id: 'bob', connection_id: null, change: 'created' }, seesShop),
    ).toBeNull();
  });
});
