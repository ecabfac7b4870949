import { describe, expect, it } from '@jest/globals';
import { returnPath } from './return-to';

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
