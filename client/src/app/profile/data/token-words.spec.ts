import { describe, expect, it } from '@jest/globals';
import { SCOPES } from '#libs/access';
import {
  connectionsText,
  curlExample,
  DEFAULT_LIFETIME_DAYS,
  expiryOf,
  LIFETIMES_DAYS,
  lifetimeText,
  SCOPE_WORDS,
  scopesText,
} from './token-words';

describe('the words about tokens', () => {
  it('has a sentence for every scope', () => {
    for (const scope of SCOPES) expect(SCOPE_WORDS[scope]).toMatch(/^[A-Z].+\.$/);
  });

  it('offers the usual lifetime', () => {
    expect(LIFETIMES_DAYS).toContain(DEFAULT_LIFETIME_DAYS);
    expect(LIFETIMES_DAYS.map(lifetimeText)).toEqual(['7 days', '30 days', '90 days', '1 year', 'Never']);
  });

  it.each<[number | null, string | null]>([
    [null, null],
    [90, '2026-04-01T12:00:00.000Z'],
    [1, '2026-01-02T12:00:00.000Z'],
  ])('ends %p days after it is made', (days, expected) => {
    expect(expiryOf(days, Date.UTC(2026, 0, 1, 12))).toBe(expected);
  });

  it('names the permissions and connections of a token', () => {
    const names = new Map([['shop', 'Shop production']]);
    expect(scopesText({ scopes: null })).toBe('Full access');
    expect(scopesText({ scopes: [] })).toBe('Nothing');
    expect(scopesText({ scopes: ['read', 'query'] })).toBe('read, query');
    expect(connectionsText({ connection_ids: null }, names)).toBe('All');
    expect(connectionsText({ connection_ids: [] }, names)).toBe('None');
    expect(connectionsText({ connection_ids: ['shop', 'gone'] }, names)).toBe('Shop production, gone');
  });

  it('shows how a token is used', () => {
    expect(curlExample('svc_1', 'https://dw.example')).toBe(
      'curl -H "Authorization: Bearer svc_1" https://dw.example/api/connections',
    );
  });
});
