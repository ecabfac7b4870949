import { describe, expect, it } from '@jest/globals';
import { SSL_MODES } from '../api/index.js';
import { mayReusePassword, targetText } from './index.js';
import type { ConnectionTarget } from './index.js';

const STORED: ConnectionTarget = { host: 'db.example', port: 5432, database: 'shop', user: 'ann', ssl: 'require' };

describe('mayReusePassword', () => {
  it.each<[string, Partial<ConnectionTarget>, boolean]>([
    ['the same target', {}, true],
    ['stricter TLS', { ssl: 'verify-full' }, true],
    ['no TLS', { ssl: 'disable' }, false],
    ['an SSH tunnel', { tunnel: 'ann@bastion:22' }, false],
    ['a service', { service: 'shop' }, false],
    ['no tunnel, in another way', { tunnel: null, service: null }, true],
    ['another host', { host: 'evil.example' }, false],
    ['the host in other letters', { host: 'DB.example' }, false],
    ['a socket', { host: '/tmp' }, false],
    ['another port', { port: 5433 }, false],
    ['another database', { database: 'other' }, false],
    ['another user', { user: 'bob' }, false],
    ['stricter TLS on another host', { host: 'evil.example', ssl: 'verify-full' }, false],
  ])('judges %s', (_, change, expected) => {
    expect(mayReusePassword(STORED, { ...STORED, ...change })).toBe(expected);
  });

  it('takes the modes of TLS in the order of what they protect', () => {
    expect(SSL_MODES).toEqual(['disable', 'require', 'verify-ca', 'verify-full']);
  });
});

describe('targetText', () => {
  it('names everything but secrets', () => {
    expect(targetText(STORED)).toBe('ann@db.example:5432/shop (ssl require)');
    expect(targetText({ ...STORED, service: 'shop', tunnel: 'ann@bastion:22' })).toBe(
      'ann@db.example:5432/shop (ssl require, service shop, by ssh ann@bastion:22)',
    );
  });
});
