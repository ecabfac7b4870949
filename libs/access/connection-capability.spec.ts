import { describe, expect, it } from '@jest/globals';
import type { ConnectionCapabilities, ConnectionCapability } from '../api/connections.js';
import { hasCapability } from './connection-capability.js';

describe('a connection', () => {
  it.each<[ConnectionCapability, boolean | string[], boolean]>([
    ['vacuum', true, true],
    ['vacuum', false, false],
    ['backup', ['plain'], true],
    ['backup', [], false],
  ])('with the capability %s: %j can do it: %s', (name, value, expected) => {
    expect(hasCapability({ [name]: value } as unknown as ConnectionCapabilities, name)).toBe(expected);
  });
});
