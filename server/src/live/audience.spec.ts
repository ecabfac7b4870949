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

  it('reports a changed list even where one may see nothing of it: the mistakes may have changed', () => {
    const payload = { connection_ids: [] };
    expect(payloadFor(ANN, payload, seesShop)).toEqual({ connection_ids: [] });
  });

  it('is silent where all that changed is hidden', () => {
    expect(payloadFor(ANN, { connection_ids: ['vault'] }, seesShop)).toBeNull();
  });

  it.each([
    ['shop', true],
    ['vault', false],
  ])('sends the health of %s: %s', (id, isSent) => {
    const health = { state: 'idle', last_error: null, latency_ms: null, checked_at: null } as const;
    const payload = { connection_id: id, health };
    expect(payloadFor(ANN, payload, seesShop) !== null).toBe(isSent);
  });

  it.each([
    ['one of her own', 'ann', 'shop', true],
    ["somebody else's", 'bob', 'shop', false],
    ['one of her own on a connection that is hidden by now', 'ann', 'vault', false],
  ])('sends a run: %s', (_, owner_id, connection_id, isSent) => {
    const payload = { run_id: 'r', owner_id, connection_id, status: 'succeeded' } as const;
    expect(payloadFor(ANN, payload, seesShop) !== null).toBe(isSent);
  });

  it.each([
    ['her own', 'ann', 'user', null, true],
    ['her own on a connection', 'ann', 'user', 'shop', true],
    ['her own on a connection that is hidden by now', 'ann', 'user', 'vault', false],
    ["somebody else's", 'bob', 'user', null, false],
    ["somebody else's to an administrator", 'bob', 'admin', null, true],
  ] as const)('sends a job: %s', (_, owner_id, role, connection_id, isSent) => {
    const payload = { job_id: 'j', run_id: 'r', owner_id, connection_id, status: 'running', progress: null } as const;
    expect(payloadFor({ ...ANN, role }, payload, seesShop) !== null).toBe(isSent);
  });

  it('sends nothing of the jobs of others to a limited token of an administrator', () => {
    const token: Actor = { ...ANN, role: 'admin', scopes: ['read'] };
    expect(
      payloadFor(token, { job_id: 'j', owner_id: 'bob', connection_id: null, change: 'created' }, seesShop),
    ).toBeNull();
  });
});
