import { describe, expect, it } from '@jest/globals';
import { EMPTY_TOKEN_FORM, tokenFormErrors, tokenInput } from './token-form';
import type { TokenForm } from './token-form';

const form: TokenForm = { ...EMPTY_TOKEN_FORM, name: ' nightly ' };
const NOW = Date.UTC(2026, 0, 1);

describe('the form of a token', () => {
  it.each<[string, Partial<TokenForm>, readonly string[]]>([
    ['no name', { name: ' ' }, ['name']],
    ['no scope', { scopes: new Set() }, ['scopes']],
    ['no scope where all are meant', { scopes: new Set(), hasAllScopes: true }, []],
    ['no connection', { hasAllConnections: false }, ['connection_ids']],
    ['one connection', { hasAllConnections: false, connectionIds: new Set(['shop']) }, []],
    ['nothing wrong', {}, []],
  ])('with %s', (_, change, expected) => {
    const errors = Object.entries(tokenFormErrors({ ...form, ...change }));
    expect(errors.filter(([, error]) => error !== null).map(([field]) => field)).toEqual(expected);
  });

  it('sends what was chosen', () => {
    expect(tokenInput(form, NOW)).toEqual({
      name: 'nightly',
      scopes: ['read', 'query'],
      connection_ids: null,
      expires_at: '2026-04-01T00:00:00.000Z',
    });
    const limited: TokenForm = {
      ...form,
      hasAllScopes: true,
      hasAllConnections: false,
      connectionIds: new Set(['shop']),
      lifetimeDays: null,
    };
    expect(tokenInput(limited, NOW)).toEqual({
      name: 'nightly',
      scopes: null,
      connection_ids: ['shop'],
      expires_at: null,
    });
  });
});
