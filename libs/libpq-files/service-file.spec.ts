import { describe, expect, it } from '@jest/globals';
import { readService } from './index.js';
import type { ServiceReading } from './index.js';

const found = (settings: Record<string, string>): ServiceReading => ({ kind: 'found', settings });

describe('readService', () => {
  it.each<[string, string, ServiceReading]>([
    ['a service', '[shop]\nhost=db.example\nport=5433', found({ host: 'db.example', port: '5433' })],
    ['the first section of a name', '[shop]\nhost=a\n[shop]\nhost=b', found({ host: 'a' })],
    ['only its own section', '[other]\nhost=a\n[shop]\nhost=b\n[more]\nuser=c', found({ host: 'b' })],
    ['comments, empty lines and spaces', '# x\n[shop]\n\n  # y\n  host = a b \n', found({ host: 'a b' })],
    ['values with an equals sign', '[shop]\noptions=-c a=b', found({ options: '-c a=b' })],
    ['the first value of a setting', '[shop]\nhost=a\nhost=b', found({ host: 'a' })],
    ['an empty value', '[shop]\npassword=', found({ password: '' })],
    ['an empty section', '[shop]\n', found({})],
    ['an empty section before another', '[shop]\n[b]\nhost=x', found({})],
    ['Windows line breaks', '[shop]\r\nhost=a\r\n', found({ host: 'a' })],
    ['names in their letter case', '[Shop]\nhost=a', { kind: 'missing' }],
    ['a line without a value', '[shop]\nhost=a\nport', { kind: 'malformed', line: 3 }],
    ['a line without a value elsewhere', '[other]\nport\n[shop]\nhost=a', found({ host: 'a' })],
    ['a service that leads to another', '[shop]\nservice=other', { kind: 'malformed', line: 2 }],
    ['an empty file', '', { kind: 'missing' }],
  ])('reads %s', (_, text, expected) => {
    expect(readService(text, 'shop')).toEqual(expected);
  });
});
