import { describe, expect, it } from '@jest/globals';
import { closestName } from './closest-name.js';

const KNOWN = ['host', 'port', 'password', 'read_only', 'statement_timeout_ms'];

describe('closestName', () => {
  it.each([
    ['hosst', 'host'],
    ['HOST', 'host'],
    ['pasword', 'password'],
    ['readonly', 'read_only'],
    ['statement_timeout', null],
    ['ssh_tunnel', null],
    ['x', null],
    ['', null],
    ['h'.repeat(100_000), null],
  ])('takes %j for %j', (typed, meant) => expect(closestName(typed, KNOWN)).toBe(meant));
});
