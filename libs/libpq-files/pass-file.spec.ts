import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { passFilePassword } from './index.js';
import type { PassFileLogin } from './index.js';

const LOGIN: PassFileLogin = { host: 'db.example', port: 5432, database: 'shop', user: 'ann' };

describe('passFilePassword', () => {
  it.each<[string, string, Partial<PassFileLogin>, string | null]>([
    ['a line that fits', 'db.example:5432:shop:ann:s3cret', {}, 's3cret'],
    ['the first of several', '*:*:*:*:one\ndb.example:5432:shop:ann:two', {}, 'one'],
    ['wildcards', '*:*:shop:*:x', {}, 'x'],
    ['another host', 'other:5432:shop:ann:x', {}, null],
    ['another port', 'db.example:5433:shop:ann:x', {}, null],
    ['another database', 'db.example:5432:other:ann:x', {}, null],
    ['another user', 'db.example:5432:shop:bob:x', {}, null],
    ['a star within a name', 'db.*:5432:shop:ann:x', {}, null],
    ['an escaped star', String.raw`\*:5432:shop:ann:x`, {}, null],
    ['a database named star', String.raw`*:*:\*:*:x`, { database: '*' }, 'x'],
    ['escaped colons', String.raw`fe80\:\:1:5432:shop:ann:a\:b`, { host: 'fe80::1' }, 'a:b'],
    ['escaped backslashes', String.raw`*:*:a\\b:*:c\\d`, { database: String.raw`a\b` }, String.raw`c\d`],
    ['an unescaped colon in the password', '*:*:*:*:a:b', {}, 'a'],
    ['a backslash at the end', '*:*:*:*:a\\', {}, 'a\\'],
    ['spaces, which count', '*:*:*:*: x ', {}, ' x '],
    ['an empty password', '*:*:*:*:', {}, ''],
    ['too few fields', '*:*:*:x\n*:*:*:*:y', {}, 'y'],
    ['comments and empty lines', '# *:*:*:*:no\n\n*:*:*:*:yes', {}, 'yes'],
    ['Windows line breaks', '*:*:*:*:x\r\n', {}, 'x'],
    ['the usual socket', 'localhost:5432:shop:ann:x', { host: '/var/run/postgresql' }, 'x'],
    ['another socket by its folder', '/srv/pg:5432:shop:ann:x', { host: '/srv/pg' }, 'x'],
    ['an empty file', '', {}, null],
  ])('reads %s', (_, text, change, expected) => {
    expect(passFilePassword(text, { ...LOGIN, ...change })).toBe(expected);
  });

  it('finds every login that is written with escapes', () => {
    const text = fc.string({ minLength: 1 }).filter((value) => !/[\r\n]/.test(value) && value !== '*');
    const escaped = (field: string) => field.replace(/[\\:*#]/g, String.raw`\$&`);
    fc.assert(
      fc.property(text, text, text, (database, user, password) => {
        const line = [LOGIN.host, '5432', database, user, password].map(escaped).join(':');
        expect(passFilePassword(line, { ...LOGIN, database, user })).toBe(password);
      }),
    );
  });
});
