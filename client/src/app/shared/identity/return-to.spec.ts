import { beforeEach, describe, expect, it } from '@jest/globals';
import { providerAddress } from './provider-window';
import { returnPath, returnQuery, signInAddress } from './return-to';

describe('where a person goes after sign-in', () => {
  it.each<[string, string | null | undefined, string]>([
    ['nowhere', null, '/'],
    ['nothing', '', '/'],
    ['an area', '/studio', '/studio'],
    ['an area with its query', '/studio?connection=shop&x=%2F', '/studio?connection=shop&x=%2F'],
    ['a place on a page', '/audit?action=user.invite#top', '/audit?action=user.invite#top'],
    ['another host', 'https://evil.example/', '/'],
    ['another host without a scheme', '//evil.example/studio', '/'],
    ['another host behind a backslash', '/\\evil.example', '/'],
    ['a backslash further on', '/studio\\..\\x', '/'],
    ['another host behind a tab', '/\t/evil.example', '/'],
    ['a script', 'javascript:alert(1)', '/'],
    ['a relative path', 'studio', '/'],
    ['the sign-in page itself', '/sign-in?return_to=/studio', '/'],
    ['a page of that beginning', '/sign-ins', '/sign-ins'],
  ])('takes %s', (_, asked, expected) => {
    expect(returnPath(asked)).toBe(expected);
  });
});

describe('the way back in an address', () => {
  beforeEach(() => sessionStorage.clear());
  const path = (length: number) => `/studio?sql=${'%20'.repeat(length)}`.slice(0, length);

  it.each<[string, { return_to?: string }]>([
    ['/', {}],
    ['/sign-in?return_to=/studio', {}],
    ['/studio?a=b', { return_to: '/studio?a=b' }],
    [path(2000), { return_to: path(2000) }],
    [path(2001), { return_to: 'kept' }],
  ])('for %.30s is %j', (place, expected) => {
    expect(returnQuery(place)).toEqual(expected);
    const there = new URL(signInAddress(place), 'http://localhost').searchParams.get('return_to');
    expect(returnPath(there)).toBe(returnPath(place));
  });

  it('never makes a long request line, also by the provider', () => {
    const long = path(6000);
    expect(signInAddress(long).length).toBeLessThan(100);
    const address = providerAddress(long);
    expect(address.length).toBeLessThan(100);
    const back = new URL(address, 'http://localhost').searchParams.get('return_to') ?? '';
    expect(returnPath(new URL(back, 'http://localhost').searchParams.get('return_to'))).toBe(long);
  });

  it('is the start where nothing is kept', () => {
    expect(returnPath('kept')).toBe('/');
  });
});
